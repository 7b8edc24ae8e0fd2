/* The table of figures, on top of everything: those of each family of networks, in the order of
 * lists. To add one: a file that defines a DlFigure, as dl-figure-measured.c does, its line in
 * ../meson.build, and its name here, once for all, and in the list of each family that has it. A
 * chart that no figure shows is a file of ui/draw/chart and its page. */
#include "dl-families.h"
#include "dl-figure.h"

#include <string.h>

extern const DlFigure dl_figure_ring_matrix, dl_figure_planes, dl_figure_isometric,
    dl_figure_ring_balance, dl_figure_balance_histograms, dl_figure_channel_load,
    dl_figure_age_histogram, dl_figure_stalls, dl_figure_latency, dl_figure_throughput,
    dl_figure_waits, dl_figure_router, dl_figure_packets, dl_figure_age_bias, dl_figure_equations,
    dl_figure_load_latency, dl_figure_sweep, dl_figure_measured, dl_figure_paper_4a,
    dl_figure_paper_4b, dl_figure_paper_5, dl_figure_paper_table_5, dl_figure_paper_table_6,
    dl_figure_paper_checks, dl_figure_groups, dl_figure_group, dl_figure_chord, dl_figure_jobs,
    dl_figure_sizes, dl_figure_cascade_9, dl_figure_cascade_10, dl_figure_cascade_11,
    dl_figure_cascade_12, dl_figure_cascade_13, dl_figure_levels, dl_figure_switches,
    dl_figure_switch, dl_figure_matrix, dl_figure_choices;

static const DlFigure *const of_torus[] = {
  &dl_figure_ring_matrix,
  &dl_figure_planes,
  &dl_figure_isometric,
  &dl_figure_ring_balance,
  &dl_figure_balance_histograms,
  &dl_figure_channel_load,
  &dl_figure_age_histogram,
  &dl_figure_stalls,
  &dl_figure_latency,
  &dl_figure_throughput,
  &dl_figure_waits,
  &dl_figure_router,
  &dl_figure_packets,
  &dl_figure_age_bias,
  &dl_figure_equations,
  &dl_figure_load_latency,
  &dl_figure_sweep,
  &dl_figure_measured,
  &dl_figure_paper_4a,
  &dl_figure_paper_4b,
  &dl_figure_paper_5,
  &dl_figure_paper_table_5,
  &dl_figure_paper_table_6,
  &dl_figure_paper_checks,
  &dl_figure_booksim,
  NULL,
};

static const DlFigure *const of_dragonfly[] = {
  &dl_figure_groups,     &dl_figure_group,        &dl_figure_chord,      &dl_figure_jobs,
  &dl_figure_sizes,      &dl_figure_latency,      &dl_figure_throughput, &dl_figure_choices,
  &dl_figure_waits,      &dl_figure_load_latency, &dl_figure_router,     &dl_figure_packets,
  &dl_figure_sweep,      &dl_figure_measured,     &dl_figure_cascade_9,  &dl_figure_cascade_10,
  &dl_figure_cascade_11, &dl_figure_cascade_12,   &dl_figure_cascade_13, NULL,
};

static const DlFigure *const of_fabric[] = {
  &dl_figure_levels,
  &dl_figure_switches,
  &dl_figure_switch,
  &dl_figure_jobs,
  &dl_figure_latency,
  &dl_figure_throughput,
  &dl_figure_choices,
  &dl_figure_waits,
  &dl_figure_load_latency,
  &dl_figure_router,
  &dl_figure_packets,
  &dl_figure_sweep,
  NULL,
};

/* Figures of any other family. */
static const DlFigure *const of_any[] = { &dl_figure_matrix,
                                          &dl_figure_latency,
                                          &dl_figure_throughput,
                                          &dl_figure_waits,
                                          &dl_figure_load_latency,
                                          &dl_figure_sweep,
                                          NULL };

static const struct
{
  const DlFamily *family;
  const DlFigure *const *figures;
} tables[] = {
  { &dl_family_torus, of_torus },
  { &dl_family_dragonfly, of_dragonfly },
  { &dl_family_fabric, of_fabric },
};

const DlFigure *const *
dl_family_figures (const DlFamily *family, guint *n_figures)
{
  const DlFigure *const *figures = of_any;

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (tables[i].family == family)
      figures = tables[i].figures;
  for (*n_figures = 0; figures[*n_figures] != NULL;)
    ++*n_figures;
  return figures;
}

const DlFigure *
dl_family_figure_find (const DlFamily *family, const char *id)
{
  guint n;
  const DlFigure *const *table = dl_family_figures (family, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (table[i]->id, id) == 0)
      return table[i];
  return NULL;
}

const DlFamily *
dl_figure_family (const DlFigure *figure)
{
  guint n;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < n; i++)
    if (dl_family_figure_find (families[i], figure->id) != NULL)
      return families[i];
  g_return_val_if_reached (families[0]);
}

const DlFigure *const *
dl_figures (guint *n_figures)
{
  static GPtrArray *all;
  static gsize made;

  if (g_once_init_enter (&made))
    {
      guint n_families, n;
      const DlFamily *const *families = dl_families (&n_families);

      all = g_ptr_array_new ();
      for (guint family = 0; family < n_families; family++)
        {
          const DlFigure *const *figures = dl_family_figures (families[family], &n);

          for (guint i = 0; i < n; i++)
            if (dl_figure_family (figures[i]) == families[family])
              g_ptr_array_add (all, (gpointer) figures[i]);
        }
      g_once_init_leave (&made, 1);
    }
  *n_figures = all->len;
  return (const DlFigure *const *) all->pdata;
}

const DlFigure *
dl_figure_find (const char *id)
{
  guint n;
  const DlFigure *const *all = dl_figures (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (all[i]->id, id) == 0)
      return all[i];
  return NULL;
}
