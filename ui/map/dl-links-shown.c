#include "dl-links-shown.h"

#include "dl-map-parts.h"
#include "dl-view-plain.h"

/* Between two pictures of a simulation, in microseconds. */
#define REPAINT_US (50 * 1000)

static DlBeside *
beside_of (const DlLinksShown *self)
{
  return dl_view_get_beside (self->view);
}

static void
forget (DlLinksShown *self)
{
  g_clear_pointer (&self->result, dl_evaluation_unref);
  gtk_widget_queue_draw (self->map);
}

static DlLinksShown *
shown_of (GtkWidget *map)
{
  return g_object_get_data (G_OBJECT (map), "dl-links-shown");
}

static void
on_changed (GtkWidget *map)
{
  DlLinksShown *self = shown_of (map);

  if (self == NULL)
    return;
  self->changed (map);
  gtk_widget_queue_draw (map);
}

/* Another state pinned, or which of the two is shown. */
static void
on_other_values (GtkWidget *map)
{
  if (shown_of (map) != NULL)
    forget (shown_of (map));
}

static void
on_critical (GtkWidget *map)
{
  DlLinksShown *self = shown_of (map);

  if (self != NULL && dl_view_get_metric (self->view) == DL_METRIC_CRITICAL)
    forget (self);
}

/* New figures of a simulation: not more often than eyes can follow. */
static void
on_picture (GtkWidget *map)
{
  DlLinksShown *self = shown_of (map);

  if (self != NULL && dl_metric_is_simulated (dl_view_get_metric (self->view))
      && gtk_widget_get_mapped (map)
      && (self->result == NULL || g_get_monotonic_time () - self->set_us >= REPAINT_US))
    forget (self);
}

void
dl_links_shown_init (DlLinksShown *self, GtkWidget *map, DlView *view,
                     void (*changed) (GtkWidget *map))
{
  *self = (DlLinksShown) { .map = map, .view = g_object_ref (view), .changed = changed };
  self->values = g_array_new (FALSE, FALSE, sizeof (float));
  g_object_set_data (G_OBJECT (map), "dl-links-shown", self);
  g_signal_connect_object (view, "notify", G_CALLBACK (on_changed), map, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_changed),
                           map, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_beside (view), "notify::changes",
                           G_CALLBACK (on_other_values), map, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture), map,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_critical_job (view), "notify", G_CALLBACK (on_critical), map,
                           G_CONNECT_SWAPPED);
}

void
dl_links_shown_clear (DlLinksShown *self)
{
  if (self->view == NULL)
    return;
  g_object_set_data (G_OBJECT (self->map), "dl-links-shown", NULL);
  g_clear_pointer (&self->result, dl_evaluation_unref);
  g_clear_pointer (&self->values, g_array_unref);
  g_clear_object (&self->view);
}

const DlDifference *
dl_links_shown_difference (const DlLinksShown *self)
{
  return dl_beside_get_show (beside_of (self)) == DL_SHOW_DIFFERENCE
             ? dl_beside_get_difference (beside_of (self))
             : NULL;
}

DlEvaluation *
dl_links_shown_against (const DlLinksShown *self)
{
  return dl_links_shown_difference (self) != NULL ? dl_beside_get_pin (beside_of (self))->result
                                                  : NULL;
}

gboolean
dl_links_shown_update (DlLinksShown *self, gboolean *is_new)
{
  DlEvaluation *result = dl_beside_get_shown (beside_of (self));
  const DlMetric metric = dl_view_get_metric (self->view);
  const DlTheme *theme = dl_view_theme (self->map);
  const DlDifference *difference;
  DlLinkInput input;
  float *values;

  *is_new = FALSE;
  if (result == NULL)
    return FALSE;
  dl_beside_get_links (beside_of (self), dl_beside_get_show (beside_of (self)), &input);
  if (self->result == result && self->metric == metric && self->theme == theme
      && self->load == input.load)
    return TRUE;
  g_array_set_size (self->values, MAX (1, result->net.graph->n_links));
  values = (float *) self->values->data;
  difference = dl_links_shown_difference (self);
  if (difference != NULL)
    dl_contrast_values (difference, values);
  else
    dl_link_values (metric, &input, values);
  dl_beside_init_scale (beside_of (self), &self->scale, theme);
  g_clear_pointer (&self->result, dl_evaluation_unref);
  self->result = dl_evaluation_ref (result);
  self->metric = metric;
  self->theme = theme;
  self->load = input.load;
  self->set_us = g_get_monotonic_time ();
  *is_new = TRUE;
  return TRUE;
}

gboolean
dl_links_shown_same_places (const DlEvaluation *a, const DlEvaluation *b)
{
  const DlFamily *family = a->scenario->family;

  return family == b->scenario->family && family->same_places (a->net.shape, b->net.shape);
}
