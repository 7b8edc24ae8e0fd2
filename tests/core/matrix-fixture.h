/* A matrix as a file in the format of Matrix Market. */
#pragma once

#include "dl-matrix.h"

/* Free with g_free. */
G_GNUC_UNUSED static char *
matrix_to_text (const DlMatrix *matrix)
{
  GString *text = g_string_new ("%%MatrixMarket matrix coordinate integer general\n");

  g_string_append_printf (text, "%u %u %u\n", matrix->n_ranks, matrix->n_ranks, matrix->n_entries);
  for (guint rank = 0; rank < matrix->n_ranks; rank++)
    for (guint i = matrix->first[rank]; i < matrix->first[rank + 1]; i++)
      g_string_append_printf (text, "%u %u %" G_GUINT64_FORMAT "\n", rank + 1, matrix->dest[i] + 1,
                              matrix->bytes[i]);
  return g_string_free (text, FALSE);
}
