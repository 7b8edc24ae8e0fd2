/* How a map of cells is pointed at and gone through with keys, whatever the network: a click
 * selects, breaks where that is what clicks do, explains a route with Shift; arrow keys go from
 * cell to cell, Enter shows more, Esc takes back. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

/* What a map says of its cells; each function gets the map. */
typedef struct
{
  /* What is at a point of the widget; and of it what the details line describes under the pointer
   * (nullable: the same). */
  DlPlace (*place_at) (GtkWidget *map, double x, double y);
  DlPlace (*hover_at) (GtkWidget *map, double x, double y);
  /* Where a place is, for the menu; FALSE: nowhere. */
  gboolean (*locate) (GtkWidget *map, DlPlace place, DlRect *rect);
  /* Select the next cell, or with 0, 0 the first; FALSE before there are any. */
  gboolean (*step) (GtkWidget *map, gint dx, gint dy);
  /* What Page Up (1) and Page Down (-1) do. Nullable. */
  gboolean (*turn) (GtkWidget *map, gint by);
  /* What Esc takes back first, FALSE: nothing. Nullable. */
  gboolean (*back) (GtkWidget *map);
  /* Show more of @place: Enter, and with @opens a double click. */
  void (*open) (GtkWidget *map, DlPlace place);
  gboolean opens;
  gboolean anywhere; /* its menu opens where there is no place, too */
  /* The cursor over what can be taken hold of there, which clicks leave alone; NULL: nothing.
   * Nullable. */
  const char *(*grip_at) (GtkWidget *map, double x, double y);
  /* A key of its own. Nullable. */
  gboolean (*key) (GtkWidget *map, guint keyval);
  double left, top; /* pixels at the edges that numbers take while it is zoomed */
  /* A click, Esc, or the focus going elsewhere ends what keys had begun. Nullable. */
  void (*release) (GtkWidget *map);
} DlMapInput;

/* @map follows pointer and keys from now on, and can be zoomed (dl-map-zoomer.h). @input stays;
 * @menu is put under it as a popover, which the map unparents when it is disposed of, and presents
 * when it is allocated. */
GtkWidget *dl_map_add_input (GtkWidget *map, DlView *view, const DlMapInput *input,
                             GMenuModel *menu);

G_END_DECLS
