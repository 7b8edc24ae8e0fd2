#include "dl-router-layout.h"

#include "dl-sizes.h"

#include <math.h>

#define PORT_WIDTH   38.0 /* of a port's name */
#define VC_WIDTH     26.0 /* of a virtual channel's */
#define NAME_WIDTH   52.0 /* of an output's, with its mark */
#define CREDIT_WIDTH 18.0 /* of a virtual channel's credits */

/* Has the class of @vc any packet in an input queue? */
static gboolean
has_class (const DlSeastarInside *inside, guint vc)
{
  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    if (queue % DL_SIM_VCS / 2 == vc / 2 && inside->input[queue].n > 0)
      return TRUE;
  return FALSE;
}

/* A class without a packet gets thin lines, so that the other one can be read. */
static void
lay_lanes (DlRouterLayout *layout, const DlSeastarInside *inside)
{
  gboolean thin[DL_SIM_VCS];
  guint n_thin = 0;

  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    thin[vc] = !has_class (inside, vc);
  if (thin[0] && thin[DL_SIM_VCS - 1])
    thin[0] = thin[1] = FALSE; /* nothing at all: as with requests */
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    n_thin += thin[vc];
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    {
      const DlRect row = layout->input[port];
      const double room = row.height - 4 - (DL_SIM_VCS - 1);
      const double full = (room - n_thin * DL_ROUTER_THIN) / (DL_SIM_VCS - n_thin);
      const double x = row.x + PORT_WIDTH + VC_WIDTH;
      double y = row.y + 2;

      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        {
          const double height = thin[vc] ? DL_ROUTER_THIN : full;
          layout->lane[DL_SIM_VCS * port + vc] = (DlRect) { x, y, dl_rect_right (row) - x, height };
          y += height + 1;
        }
    }
}

void
dl_router_layout_init (DlRouterLayout *layout, DlRect rect, const DlRouterChart *chart)
{
  const double zoom
      = MIN (rect.width / DL_ROUTER_CHART_WIDTH, rect.height / DL_ROUTER_CHART_HEIGHT);

  const double least = MAX (chart->least_zoom, 0.6);
  const double most = chart->most_zoom > 0 ? MAX (chart->most_zoom, least) : 3;

  *layout = (DlRouterLayout) { .zoom = CLAMP (zoom, least, most) };
  layout->width = rect.width / layout->zoom;
  layout->height = rect.height / layout->zoom;
  layout->head_y = chart->no_head ? 0 : DL_LINE_NORMAL + 2;

  const double top = layout->head_y + DL_LINE_SMALL + 2;
  const double below = CLAMP (layout->height * 0.3, 115, 220);
  const double pitch = MAX (0, layout->height - top - below - DL_GAP) / DL_N_ROUTER_PORTS;
  const double inputs = floor (layout->width * 0.45), outputs = floor (layout->width * 0.43);
  const double credits = DL_SIM_VCS * CREDIT_WIDTH;

  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    {
      const double y = top + port * pitch;

      layout->input[port] = (DlRect) { 0, y, inputs, pitch };
      layout->output[port] = (DlRect) { layout->width - outputs, y, outputs, pitch };
      layout->credits[port] = (DlRect) { layout->width - credits - 3, y + 2, credits, pitch - 5 };
    }
  lay_lanes (layout, chart->inside);
  layout->crossbar
      = (DlRect) { inputs, top, layout->width - inputs - outputs, pitch * DL_N_ROUTER_PORTS };
  layout->chips_x = layout->output[0].x + NAME_WIDTH;
  layout->n_chips = MAX (0, layout->credits[0].x - 4 - layout->chips_x) / DL_ROUTER_CHIP_WIDTH;

  const double y = layout->height - below;
  const double clock = MAX (200, layout->width * 0.34);

  layout->contest = (DlRect) { 0, y, layout->width - clock - DL_GAP, below };
  layout->rows_y = y + DL_LINE_NORMAL + 2 * DL_LINE_SMALL + 6;
  layout->n_rows = MAX (0, layout->height - layout->rows_y) / DL_ROUTER_ROW;
  layout->clock = (DlRect) { layout->width - clock, y, clock, below };
}

gboolean
dl_router_layout_packet (const DlRouterLayout *layout, const DlSeastarInside *inside, guint queue,
                         guint packet, DlRect *rect)
{
  const DlSeastarInputInside *input = &inside->input[queue];
  const DlRect lane = layout->lane[queue];
  const double flit = lane.width / MAX (inside->input_buffer, 1);
  guint before = 0;

  if (packet >= MIN (input->n, DL_SEASTAR_QUEUE_SHOWN))
    return FALSE;
  for (guint i = 0; i < packet; i++)
    before += input->packets[i].flits;
  *rect = (DlRect) { dl_rect_right (lane) - flit * (before + input->packets[packet].flits), lane.y,
                     flit * input->packets[packet].flits, lane.height };
  return TRUE;
}

DlRect
dl_router_layout_chip (const DlRouterLayout *layout, guint output, guint i)
{
  const DlRect row = layout->output[output];

  return (DlRect) { layout->chips_x + i * DL_ROUTER_CHIP_WIDTH, row.y + 2, DL_ROUTER_CHIP_WIDTH - 2,
                    DL_ROUTER_CHIP_HEIGHT };
}

guint
dl_router_layout_n_rivals (const DlRouterLayout *layout, const DlInsideContest *contest)
{
  return contest->n > layout->n_rows ? MAX (layout->n_rows, 1) - 1 : contest->n;
}

DlRect
dl_router_layout_row (const DlRouterLayout *layout, guint i)
{
  return (DlRect) { layout->contest.x, layout->rows_y + i * DL_ROUTER_ROW, layout->contest.width,
                    DL_ROUTER_ROW };
}

/* What is under a point -------------------------------------------------------------------------
 */

static DlRouterSpot
hit_input (const DlRouterLayout *layout, const DlSeastarInside *inside, guint queue, double x,
           double y)
{
  DlRect rect;

  for (guint i = 0; dl_router_layout_packet (layout, inside, queue, i, &rect); i++)
    if (dl_rect_holds (rect, x, y))
      return (DlRouterSpot) { .kind = DL_ROUTER_PACKET, .queue = queue, .packet = i };
  return (DlRouterSpot) { .kind = DL_ROUTER_INPUT, .queue = queue };
}

static DlRouterSpot
hit_output (const DlRouterLayout *layout, const DlSeastarInside *inside, guint output, double x,
            double y)
{
  guint i = 0;

  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED && i < layout->n_chips; queue++)
    if (inside->staged[output][queue].n > 0)
      {
        DlRect chip = dl_router_layout_chip (layout, output, i++);

        chip.height = dl_rect_bottom (layout->output[output]) - chip.y;
        if (dl_rect_holds (chip, x, y))
          return (DlRouterSpot) { .kind = DL_ROUTER_STAGED, .output = output, .queue = queue };
      }
  return (DlRouterSpot) { .kind = DL_ROUTER_OUTPUT, .output = output };
}

DlRouterSpot
dl_router_chart_hit (DlRect rect, const DlRouterChart *chart, double x, double y)
{
  DlRouterLayout layout;

  dl_router_layout_init (&layout, rect, chart);
  x = (x - rect.x) / layout.zoom;
  y = (y - rect.y) / layout.zoom;
  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    if (dl_rect_holds (layout.lane[queue], x, y))
      return hit_input (&layout, chart->inside, queue, x, y);
  for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
    if (dl_rect_holds (layout.output[output], x, y))
      return hit_output (&layout, chart->inside, output, x, y);
  for (guint i = 0; i < dl_router_layout_n_rivals (&layout, chart->contest); i++)
    if (dl_rect_holds (dl_router_layout_row (&layout, i), x, y))
      return (DlRouterSpot) { .kind = DL_ROUTER_RIVAL, .queue = chart->contest->rivals[i].queue };
  return (DlRouterSpot) { .kind = DL_ROUTER_NOTHING };
}

static gboolean
rival_packet (const DlInsideContest *contest, guint queue, DlSeastarPacketInside *packet)
{
  for (guint i = 0; i < contest->n; i++)
    if (contest->rivals[i].queue == queue && contest->rivals[i].has_packet)
      {
        *packet = contest->rivals[i].packet;
        return TRUE;
      }
  return FALSE;
}

gboolean
dl_router_chart_packet (const DlRouterChart *chart, DlRouterSpot spot,
                        DlSeastarPacketInside *packet)
{
  switch (spot.kind)
    {
    case DL_ROUTER_PACKET:
      if (spot.packet >= MIN (chart->inside->input[spot.queue].n, DL_SEASTAR_QUEUE_SHOWN))
        return FALSE;
      *packet = chart->inside->input[spot.queue].packets[spot.packet];
      return TRUE;
    case DL_ROUTER_STAGED:
      *packet = chart->inside->staged[spot.output][spot.queue].first;
      return chart->inside->staged[spot.output][spot.queue].n > 0;
    case DL_ROUTER_RIVAL:
      return rival_packet (chart->contest, spot.queue, packet);
    case DL_ROUTER_NOTHING:
    case DL_ROUTER_INPUT:
    case DL_ROUTER_OUTPUT:
      return FALSE;
    default:
      g_assert_not_reached ();
    }
}
