/* A router from inside, to be read from the back of a room: its input queues, the crossbar, its
 * outputs with their staging queues, the packets that compete at one of them, and the age clock. */
#pragma once

#include "dl-inside-contest.h"
#include "dl-palette.h"
#include "dl-rect.h"

G_BEGIN_DECLS

/* Item under a point. */
typedef enum
{
  DL_ROUTER_NOTHING,
  DL_ROUTER_INPUT,  /* @queue, without a packet there */
  DL_ROUTER_PACKET, /* @packet of input @queue, from 0 on: the one at the crossbar */
  DL_ROUTER_OUTPUT, /* @output */
  DL_ROUTER_STAGED, /* the first of @queue staged for @output */
  DL_ROUTER_RIVAL   /* @queue of the contest */
} DlRouterSpotKind;

typedef struct
{
  DlRouterSpotKind kind;
  guint output, queue, packet;
} DlRouterSpot;

typedef struct
{
  const DlSeastarInside *inside;
  const DlTorusNetwork *network;
  const DlInsideContest *contest; /* of the output that is looked at */
  DlRouterSpot hovered;
  gboolean no_head;  /* no room for title and legend, where the theme leaves out both */
  double most_zoom;  /* of larger charts: they get more room instead of larger type; 0: 3 */
  double least_zoom; /* of charts narrower than DL_ROUTER_CHART_WIDTH: parts are cut short, but can
                        be read */
} DlRouterChart;

/* From here on everything finds room; larger ones are magnified. */
#define DL_ROUTER_CHART_WIDTH  600
#define DL_ROUTER_CHART_HEIGHT 396

void dl_router_chart_draw (cairo_t *cr, DlRect rect, const DlRouterChart *chart,
                           const DlTheme *theme);
/* "Router (2,3,4) · cycle 3000"; free with g_free. */
char *dl_router_chart_title (const DlRouterChart *chart);
DlRouterSpot dl_router_chart_hit (DlRect rect, const DlRouterChart *chart, double x, double y);
/* The packet at @spot; FALSE if there is none or it is no longer known. */
gboolean dl_router_chart_packet (const DlRouterChart *chart, DlRouterSpot spot,
                                 DlSeastarPacketInside *packet);

G_END_DECLS
