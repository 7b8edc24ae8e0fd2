#include "dl-pair-marks.h"

DlPairMarks *
dl_pair_marks_new (guint n_nodes)
{
  DlPairMarks *marks = g_new (DlPairMarks, 1);

  marks->n_nodes = n_nodes;
  marks->rows = g_new0 (guint64 *, n_nodes);
  return marks;
}

void
dl_pair_marks_free (DlPairMarks *marks)
{
  if (marks == NULL)
    return;
  for (guint dest = 0; dest < marks->n_nodes; dest++)
    g_free (marks->rows[dest]);
  g_free (marks->rows);
  g_free (marks);
}

void
dl_pair_marks_add (DlPairMarks *marks, guint source, guint dest)
{
  guint64 **row = &marks->rows[dest];

  if (*row == NULL)
    *row = g_new0 (guint64, (marks->n_nodes + 63) / 64);
  (*row)[source / 64] |= G_GUINT64_CONSTANT (1) << source % 64;
}

guint
dl_pair_marks_next (const DlPairMarks *marks, guint source, guint dest)
{
  const guint64 *row = marks->rows[dest];

  while (row != NULL && source < marks->n_nodes)
    {
      const guint64 bits = row[source / 64] >> source % 64;

      if (bits != 0)
        return source + __builtin_ctzll (bits);
      source = (source / 64 + 1) * 64;
    }
  return marks->n_nodes;
}
