/* Internals of a page of panels. */
#pragma once

#include "dl-figure-private.h"

G_BEGIN_DECLS

/* Texts common to the panels of a page, and the others of each. */
typedef struct
{
  guint n;
  gboolean several_states;
  GPtrArray *common;                   /* pieces that all have */
  char *own[DL_FIGURE_MOST_PANELS];    /* the others of each; "" */
  char *called[DL_FIGURE_MOST_PANELS]; /* of several states, which this is; NULL */
  char *name;                          /* that all figures share, a page of states with it; NULL */
} DlFigureTold;

void dl_figure_told_clear (DlFigureTold *told);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlFigureTold, dl_figure_told_clear)

DlFigureTold dl_figure_tell (const DlFigureInput *page);
/* "(c)"; free with g_free. */
char *dl_figure_panel_label (guint panel);

G_END_DECLS
