/* A map in the window, whatever it shows: one widget for all. A kind of map (DlCanvasKind) defines
 * places, painting, hit tests and steps by keys; values and their scale, zoom, pointer and keys,
 * menu, tooltip and the text for assistive technology are the canvas's. */
#pragma once

#include "dl-map-marks.h"
#include "dl-map-zoomer.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_CANVAS (dl_canvas_get_type ())
G_DECLARE_FINAL_TYPE (DlCanvas, dl_canvas, DL, CANVAS, GtkWidget)

typedef struct _DlCanvasKind DlCanvasKind;

/* Size of a layout. */
typedef struct
{
  double width, height; /* in units */
  double scale;         /* device pixels per unit */
  double unit;          /* pixels per unit of the layout: 1 unless its kind is enlarged */
  double label_scale;   /* of words, where the unit is a pixel */
  DlMapZoom zoom;       /* in units */
} DlCanvasSize;

/* Kinds read it; all but the state is the canvas's to change. */
struct _DlCanvas
{
  GtkWidget parent;
  const DlCanvasKind *kind;
  guint which; /* of several maps of one kind */
  DlView *view;
  gpointer state; /* of the kind, zeroed at first */

  DlShown *shown;
  DlEvaluation *result; /* the result that is shown; NULL: there is none yet */
  const DlMetric *metric;
  DlScale scale;
  const DlTheme *theme;
  guint64 serial; /* of the shown values */

  gpointer layout; /* NULL: there is none yet */
  DlCanvasSize size;
  DlEvaluation *placed; /* the result whose places the layout has; nullable */
  GdkTexture *image;    /* of the painted layer; NULL: it is to be painted */

  DlCanvas *twin; /* the map of the other state beside it; nullable */

  GMenu *menu;
  GtkWidget *popover; /* with it; nullable */
  DlMapZooming zooming;
};

/* An entry of the menu. It is left out where the map does not have the action. */
typedef struct
{
  const char *label, *action; /* translatable; detailed */
  gboolean apart;             /* begins another section */
} DlCanvasItem;

/* A kind of map. Points and rectangles are in units of the layout. Functions are called while there
 * is a layout for the shown result, but for init, clear, renew, refresh, lay_out, note, back,
 * changed and describe. Each is nullable unless it says something else. */
struct _DlCanvasKind
{
  const char *hint; /* keys and their effects, translatable: described while nothing is selected */
  const DlFamily *family; /* the family that it shows; NULL: any */
  gsize state_size;
  void (*init) (DlCanvas *self);
  void (*clear) (DlCanvas *self);

  const DlCanvasItem *menu; /* (n_menu) */
  guint n_menu;

  double left, top;   /* pixels at the edges that numbers take while it is zoomed */
  gboolean enlarged;  /* it grows as words do, not by its label_scale */
  gboolean opens;     /* a double click does what Enter does */
  gboolean anywhere;  /* its menu opens where there is no place, too */
  gboolean sideways;  /* zoomed, it gets wider, not higher */
  gboolean silent;    /* it has neither notes nor tooltips */
  gboolean apart;     /* it shows nothing of a result, follows no view, and is not zoomed */
  double room_height; /* pixels that it wants for words of the usual size; 0: as most maps */

  /* Size of the map, minimal and natural, if not that of most maps: as that of a widget. */
  int (*measure) (DlCanvas *self, GtkOrientation orientation, int for_size);
  /* The network has other places than the state was made for. */
  void (*renew) (DlCanvas *self);
  /* Other values are shown. */
  void (*refresh) (DlCanvas *self);
  /* Whether the layout is still right, beyond size and network; @is_new: for other values. */
  gboolean (*fits) (DlCanvas *self, gboolean is_new);
  /* NULL: there is nothing to show. */
  gpointer (*lay_out) (DlCanvas *self);
  void (*free_layout) (gpointer layout); /* not nullable where there are layouts */
  /* A layer below all else that the kind keeps itself. */
  void (*ground) (DlCanvas *self, GtkSnapshot *snapshot, const graphene_rect_t *bounds);
  /* The dense layer, which is kept until the shown values change. */
  cairo_surface_t *(*paint) (DlCanvas *self);
  /* Not nullable. @overlay: NULL where it is apart. */
  void (*draw) (DlCanvas *self, cairo_t *cr, const DlOverlay *overlay);
  /* Why it shows nothing, beyond what all maps say. */
  const char *(*note) (DlCanvas *self);

  /* Not nullable, nor is step, unless it is apart. */
  DlPlace (*hit) (DlCanvas *self, double x, double y);
  gboolean (*rect) (DlCanvas *self, DlPlace place, DlRect *rect);
  /* Select what an arrow key leads to, with 0, 0 the first place. */
  void (*step) (DlCanvas *self, gint dx, gint dy);
  /* Place described under the pointer, if not the one hit; it has left the map at -1, -1. */
  DlPlace (*hover_at) (DlCanvas *self, double x, double y);
  /* The cursor over what can be taken hold of there, which clicks leave alone; NULL: nothing. */
  const char *(*grip_at) (DlCanvas *self, double x, double y);
  /* Action of a click, if not that of most maps. @breaks: it is to break, @other: as
   * dl_session_toggle. */
  void (*click) (DlCanvas *self, double x, double y, gboolean breaks, gboolean other);
  /* Show more of @place: Enter. */
  void (*open) (DlCanvas *self, DlPlace place);
  /* Turn by Page Up (1) and Page Down (-1). */
  gboolean (*turn) (DlCanvas *self, gint by);
  /* Step Esc takes back first; FALSE: none. */
  gboolean (*back) (DlCanvas *self);
  /* A key of its own; of a map that is apart all are. */
  gboolean (*key) (DlCanvas *self, guint keyval, gboolean shift);
  /* A click, Esc, Shift let go, or the focus going elsewhere ends what keys had begun. */
  void (*release) (DlCanvas *self);

  /* Something of the view or the results has. */
  void (*changed) (DlCanvas *self);
  /* Text for assistive technology, and the tooltip, if not the description of the place selected,
   * or hit. Free with g_free. */
  char *(*describe) (DlCanvas *self);
  char *(*tip) (DlCanvas *self, double x, double y);
  /* Story told in place of the named place; NULL: none. */
  const char *(*story) (DlCanvas *self);
};

/* Signals:
 *   story-changed ()  dl_canvas_get_story has another answer
 */

/* A map of @view; @title: for assistive technology, translated. */
GtkWidget *dl_canvas_new (DlView *view, const DlCanvasKind *kind, guint which, const char *title);
/* Show B from now on, beside the map of A. */
void dl_canvas_show_b (DlCanvas *self);
/* Both are zoomed and moved together, and each kind may keep more alike. */
void dl_canvas_join (DlCanvas *a, DlCanvas *b);
/* Actions of its own, whose user data is the canvas, and more of the menu. */
void dl_canvas_add_actions (DlCanvas *self, const char *prefix, const GActionEntry *actions,
                            guint n);
void dl_canvas_add_menu (DlCanvas *self, const DlCanvasItem *items, guint n);
/* Bring values and layout up to date; FALSE: there is nothing to show. */
gboolean dl_canvas_ensure (DlCanvas *self);
/* The layout is to be another one, or the painted layer. */
void dl_canvas_lay_out (DlCanvas *self);
/* A click on @place: it is selected, and @breaks: broken or restored (@other: dl_session_toggle).
 */
void dl_canvas_choose (DlCanvas *self, DlPlace place, gboolean breaks, gboolean other);
/* Assistive technology is to read it again. */
void dl_canvas_describe (DlCanvas *self);
/* The kind's story; NULL: there is none. And: it is a different one. */
const char *dl_canvas_get_story (DlCanvas *self);
void dl_canvas_tell (DlCanvas *self);
/* Where a place is, in pixels; FALSE: nowhere. */
gboolean dl_canvas_locate (DlCanvas *self, DlPlace place, DlRect *rect);
/* Place at a pixel. */
DlPlace dl_canvas_hit (DlCanvas *self, double x, double y);

/* An image surface as a texture; @surface is taken. */
GdkTexture *dl_canvas_texture_new (cairo_surface_t *surface);

G_END_DECLS
