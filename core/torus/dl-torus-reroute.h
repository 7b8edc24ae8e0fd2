/* Marked ordered pairs of nodes, room only for destinations that have any. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint n_nodes;
  guint64 **rows; /* (n_nodes) by destination: a bit for each source; NULL without marks */
} DlTorusPairMarks;

DlTorusPairMarks *dl_torus_pair_marks_new (guint n_nodes);
void dl_torus_pair_marks_free (DlTorusPairMarks *marks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlTorusPairMarks, dl_torus_pair_marks_free)

void dl_torus_pair_marks_add (DlTorusPairMarks *marks, guint source, guint dest);

static inline gboolean
dl_torus_pair_marks_has (const DlTorusPairMarks *marks, guint source, guint dest)
{
  const guint64 *row = marks->rows[dest];

  return row != NULL && (row[source / 64] >> source % 64 & 1) != 0;
}

/* The first marked source of @dest from @source on; n_nodes if there is none. */
guint dl_torus_pair_marks_next (const DlTorusPairMarks *marks, guint source, guint dest);

G_END_DECLS
