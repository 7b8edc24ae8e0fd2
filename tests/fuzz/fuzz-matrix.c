/* Any bytes as a communication matrix: refused with one line, or read; what is read is sound, and
 * writing it and reading it again gives the same. */
#include "../core/matrix-fixture.h"

#include "fuzz-target.h"

#include <string.h>

static void
check_refusal (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (error->domain == DL_MATRIX_ERROR);
  g_assert_true (g_str_has_prefix (error->message, "fuzz:"));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
check_sound (const DlMatrix *matrix)
{
  guint64 total = 0;

  g_assert_cmpuint (matrix->n_ranks, >=, 1);
  g_assert_cmpuint (matrix->n_ranks, <=, DL_MATRIX_MAX_RANKS);
  g_assert_cmpuint (matrix->first[0], ==, 0);
  g_assert_cmpuint (matrix->first[matrix->n_ranks], ==, matrix->n_entries);
  for (guint rank = 0; rank < matrix->n_ranks; rank++)
    for (guint i = matrix->first[rank]; i < matrix->first[rank + 1]; i++)
      {
        g_assert_cmpuint (matrix->dest[i], <, matrix->n_ranks);
        g_assert_cmpuint (matrix->dest[i], !=, rank);
        g_assert_true (i == matrix->first[rank] || matrix->dest[i - 1] < matrix->dest[i]);
        g_assert_cmpuint (matrix->bytes[i], >=, 1);
        g_assert_cmpuint (matrix->bytes[i], <=, DL_MATRIX_MAX_BYTES);
        total += matrix->bytes[i];
      }
  g_assert_cmpuint (matrix->total, ==, total);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlMatrix) matrix
      = dl_matrix_parse ((const char *) data, (gssize) size, "fuzz", &error);
  g_autoptr (DlMatrix) again = NULL;
  g_autofree char *text = NULL;
  g_autofree char *again_text = NULL;

  if (matrix == NULL)
    {
      check_refusal (error);
      return 0;
    }
  g_assert_no_error (error);
  check_sound (matrix);
  text = matrix_to_text (matrix);
  again = dl_matrix_parse (text, -1, "fuzz", &error);
  g_assert_no_error (error);
  again_text = matrix_to_text (again);
  g_assert_cmpstr (text, ==, again_text);
  return 0;
}
