/* An input-queued router from inside, to be read from the back of a room: a row for each virtual
 * channel of an input, with its packet and stage; and beside it what the packet has of the outputs'
 * virtual channels, whose credits stand below, and what the two allocators were asked for and
 * granted last. */
#pragma once

#include "dl-iq-text.h"
#include "dl-palette.h"
#include "dl-rect.h"

G_BEGIN_DECLS

typedef enum
{
  DL_IQ_SPOT_NOTHING,
  DL_IQ_SPOT_INPUT,      /* @input, a virtual channel */
  DL_IQ_SPOT_OUTPUT,     /* @output, likewise */
  DL_IQ_SPOT_VC_CELL,    /* both, of the VC allocator */
  DL_IQ_SPOT_SWITCH_CELL /* both, of the switch allocator: @output is a port */
} DlIqSpotKind;

/* Spot under a point, or at the cursor. */
typedef struct
{
  DlIqSpotKind kind;
  guint input, output;
} DlIqSpot;

typedef struct
{
  DlIqShown shown;
  DlIqSpot hovered, cursor;
  double most_zoom;  /* 0: 3 */
  double least_zoom; /* 0: 0.8 */
} DlIqChart;

/* From here on nothing is cut short; larger ones are magnified. */
#define DL_IQ_CHART_WIDTH 480

/* Height of the chart at @width; @room: height available, beyond which idle virtual channels are
 * left out. In the units of @width, as the rest. */
double dl_iq_chart_height (const DlIqChart *chart, double width, double room);
void dl_iq_chart_draw (cairo_t *cr, DlRect rect, const DlIqChart *chart, const DlTheme *theme);
DlIqSpot dl_iq_chart_hit (DlRect rect, const DlIqChart *chart, double x, double y);
/* The next spot in a direction, one of @dx and @dy being 1 or -1; the first one from nothing. */
DlIqSpot dl_iq_chart_step (DlRect rect, const DlIqChart *chart, DlIqSpot from, gint dx, gint dy);
/* Where @spot is; FALSE if it is not shown. */
gboolean dl_iq_chart_rect (DlRect rect, const DlIqChart *chart, DlIqSpot spot, DlRect *place);
gboolean dl_iq_spot_equal (DlIqSpot a, DlIqSpot b);
/* A sentence on it; NULL for nothing. Free with g_free. */
char *dl_iq_spot_text (const DlIqShown *shown, DlIqSpot spot);

G_END_DECLS
