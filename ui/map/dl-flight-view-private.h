/* What the files of the view of packets share. */
#pragma once

#include "dl-flight-map.h"
#include "dl-flight-view.h"

G_BEGIN_DECLS

struct _DlFlightView
{
  GtkWidget parent;
  DlView *view;
  DlLive *live; /* the view's */

  DlFlightMap *map;       /* for the following */
  const DlFamily *family; /* of the network that is drawn */
  gpointer shape;         /* that one, a reference; NULL: none */
  int width, height;
  DlMapZoom zoom;        /* what is in sight of @map, in pixels */
  double words;          /* pixels a unit of @map, as words are larger than usual */
  GskRenderNode *ground; /* the network, as it is drawn; nullable */
  const DlTheme *theme;  /* of @ground */

  GArray *flights; /* DlFlight, of the latest picture; NULL: packets are not known */
  GArray *spots;   /* DlFlightSpot, where they are at the end of the cycle */
  GArray *more;    /* DlFlightMore */
  GArray *shown;   /* DlFlightSpot, where they are drawn just now */
  GArray *before;  /* DlFlight, of the picture before */
  GArray *from;    /* DlFlightSpot, where these were drawn last */
  guint64 cycle;
  guint64 generation;
  gint64 moved_us;    /* when it began to move from there */
  gint64 duration_us; /* 0: it jumps */
  guint tick;
  gint64 drawn_us;

  gboolean has_marked;
  DlFlight marked;
  double x, y; /* pointer, in units of @map; negative: elsewhere */
  char *note;
  gint64 told_us;
};

/* Why nothing is drawn; NULL if something is. */
const char *dl_flight_view_get_problem (DlFlightView *self);
/* Pixels a unit that everything is drawn in. */
double dl_flight_view_get_words (DlFlightView *self);
/* The packet under the pointer, and the marked one, by their places in the flights; G_MAXUINT. */
guint dl_flight_view_find_hovered (DlFlightView *self);
guint dl_flight_view_find_marked (DlFlightView *self);
/* Another packet is pointed at: the note follows. */
void dl_flight_view_update_note (DlFlightView *self);
/* What assistive technology reads: all of it while the simulation stands, and if @now; else only
 * now and then. */
void dl_flight_view_tell (DlFlightView *self, gboolean now);

/* dl-flight-view-input.c: pointer and keyboard. */
void dl_flight_view_add_input (DlFlightView *self);

G_END_DECLS
