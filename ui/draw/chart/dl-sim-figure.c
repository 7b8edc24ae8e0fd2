#include "dl-sim-figure.h"

#include <string.h>

static GArray *
copy_points (const DlSimPoint *points, guint n)
{
  GArray *copy = g_array_sized_new (FALSE, FALSE, sizeof (DlSimPoint), n);

  return n > 0 ? g_array_append_vals (copy, points, n) : copy;
}

/* @inside and @flights: nullable. */
static void
set_end (DlSimFigure *self, const DlFamily *family, gpointer shape, DlRouterInside *inside,
         GArray *flights)
{
  self->family = family;
  self->shape = dl_shared_ref (shape);
  self->inside = inside != NULL ? dl_router_inside_ref (inside) : NULL;
  self->flights = flights != NULL ? g_array_copy (flights) : NULL;
}

DlSimFigure *
dl_sim_figure_new_run (const DlSimulation *simulation)
{
  DlSimFigure *self = g_atomic_rc_box_new0 (DlSimFigure);

  self->from = MIN (simulation->options.warmup_cycles, simulation->cycles);
  self->to = simulation->cycles;
  self->seed = simulation->options.seed;
  self->packet_flits = simulation->packet_flits;
  self->n_nodes = simulation->plan->n_working_nodes;
  self->load_flits = simulation->plan->load_flits;
  self->saturated = simulation->saturated;
  memcpy (self->age, simulation->measured.age, sizeof self->age);
  for (guint port = 0; port < DL_N_LINK_PORTS; port++)
    {
      self->stalls[DL_STALL_OUTPUT][port] = dl_simulation_stalled_output (simulation, port);
      self->stalls[DL_STALL_INPUT][port] = dl_simulation_stalled_input (simulation, port);
      self->stalls[DL_STALL_HEAD_WAIT][port] = dl_simulation_head_wait (simulation, port);
    }
  for (guint wait = 0; wait < DL_N_WAITS; wait++)
    self->waits[wait] = dl_simulation_wait (simulation, wait);
  dl_link_use_copy (&self->links, &simulation->links);
  dl_latency_merge (&self->latency, &simulation->stats.network);
  self->points = copy_points ((const DlSimPoint *) (gpointer) simulation->series->data,
                              simulation->series->len);
  set_end (self, simulation->family, simulation->plan->shape, simulation->inside,
           simulation->flights);
  return self;
}

DlSimFigure *
dl_sim_figure_new_live (const DlLivePicture *picture, guint64 seed, const DlSimPoint *points,
                        guint n_points)
{
  DlSimFigure *self = g_atomic_rc_box_new0 (DlSimFigure);

  G_STATIC_ASSERT (sizeof self->age == sizeof picture->age);
  G_STATIC_ASSERT (sizeof self->stalls == sizeof picture->stalls);
  self->since = picture->since;
  self->from = picture->cycle - MIN (picture->recent_cycles, picture->cycle);
  self->to = picture->cycle;
  self->seed = seed;
  self->packet_flits = picture->packet_flits;
  self->n_nodes = picture->n_working_nodes;
  self->load_flits = picture->load_flits;
  self->saturated = picture->saturated;
  memcpy (self->age, picture->age, sizeof self->age);
  memcpy (self->stalls, picture->stalls, sizeof self->stalls);
  memcpy (self->waits, picture->waits, sizeof self->waits);
  dl_link_use_copy (&self->links, &picture->links);
  dl_latency_merge (&self->latency, &picture->latency);
  self->points = copy_points (points, n_points);
  set_end (self, picture->family, picture->shape, picture->inside, picture->flights);
  return self;
}

DlSimFigure *
dl_sim_figure_new_links (const DlLinkUse *links, guint64 from, guint64 to, guint64 seed)
{
  DlSimFigure *self = g_atomic_rc_box_new0 (DlSimFigure);

  self->from = from;
  self->to = to;
  self->seed = seed;
  dl_link_use_copy (&self->links, links);
  self->points = copy_points (NULL, 0);
  return self;
}

DlSimFigure *
dl_sim_figure_ref (DlSimFigure *figure)
{
  return g_atomic_rc_box_acquire (figure);
}

static void
sim_figure_clear (DlSimFigure *self)
{
  g_array_unref (self->points);
  dl_link_use_clear (&self->links);
  dl_latency_clear (&self->latency);
  if (self->shape != NULL)
    dl_shared_unref (self->shape);
  dl_router_inside_unref (self->inside);
  g_clear_pointer (&self->flights, g_array_unref);
}

void
dl_sim_figure_unref (DlSimFigure *figure)
{
  if (figure != NULL)
    g_atomic_rc_box_release_full (figure, (GDestroyNotify) sim_figure_clear);
}
