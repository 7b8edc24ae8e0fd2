/* Where everything of a router chart lies, for drawing it and for what is under a point. */
#pragma once

#include "dl-chart-private.h"
#include "dl-router-chart.h"

G_BEGIN_DECLS

#define DL_ROUTER_THIN        3.0 /* height of a queue of a class without packets */
#define DL_ROUTER_CHIP_WIDTH  34.0
#define DL_ROUTER_CHIP_HEIGHT 15.0
#define DL_ROUTER_ROW         15.0 /* of the list of rivals */

typedef struct
{
  double zoom; /* everything below is in units of this */
  double width, height;
  double head_y;                    /* of the columns' headings */
  DlRect input[DL_N_ROUTER_PORTS];  /* everything of a port */
  DlRect lane[DL_SEASTAR_N_STAGED]; /* a queue's flits, the first one at the right */
  DlRect crossbar;
  DlRect output[DL_N_ROUTER_PORTS];
  double chips_x; /* where what is staged begins, in the output's row */
  guint n_chips;  /* that there is room for */
  DlRect credits[DL_N_ROUTER_PORTS];
  DlRect contest; /* title, reason, headings and the rows */
  double rows_y;
  guint n_rows; /* that there is room for */
  DlRect clock;
} DlRouterLayout;

void dl_router_layout_init (DlRouterLayout *layout, DlRect rect, const DlRouterChart *chart);
/* Where the packets of a queue begin and end, the @packet-th of which is one; FALSE if it is not
 * shown. */
gboolean dl_router_layout_packet (const DlRouterLayout *layout, const DlSeastarInside *inside,
                                  guint queue, guint packet, DlRect *rect);
/* The @i-th thing that is staged for @output. */
DlRect dl_router_layout_chip (const DlRouterLayout *layout, guint output, guint i);
/* How many rivals are shown: all, or those that leave a row to say that there are more. */
guint dl_router_layout_n_rivals (const DlRouterLayout *layout, const DlInsideContest *contest);
/* The row of the @i-th rival. */
DlRect dl_router_layout_row (const DlRouterLayout *layout, guint i);

/* What is drawn with: positions are the layout's. */
typedef struct
{
  cairo_t *cr;
  const DlRouterChart *chart;
  const DlTheme *theme;
  DlRouterLayout layout;
  DlScale ages;
  double digit_width; /* of DL_TEXT_SMALL */
} DlRouterDrawing;

/* dl-router-panels.c: who competes, and the clock. */
void dl_router_draw_contest (const DlRouterDrawing *d);
void dl_router_draw_clock (const DlRouterDrawing *d);

G_END_DECLS
