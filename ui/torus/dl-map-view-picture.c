#include "dl-map-view-private.h"

#include "dl-map-parts.h"
#include "dl-map-zoomer.h"

#include <glib/gi18n-lib.h>

/* Of A, or of what is pinned where that is shown; NULL if there is none of a torus. */
static DlEvaluation *
current_result (DlMapView *self)
{
  DlEvaluation *result = dl_beside_get_shown (dl_view_get_beside (self->view));
  return result != NULL && dl_evaluation_torus (result) != NULL ? result : NULL;
}

static const DlNetwork *
current_network (DlMapView *self)
{
  DlEvaluation *result = current_result (self);
  return result != NULL ? dl_evaluation_torus (result)->network : NULL;
}

DlShow
dl_map_view_get_show (DlMapView *self)
{
  return dl_beside_get_show (dl_view_get_beside (self->view));
}

void
dl_map_view_get_datelines (DlMapView *self, gint dateline[DL_N_DIMS])
{
  const DlRoutingSpec routing
      = dl_scenario_routing (dl_map_view_get_show (self) == DL_SHOW_B
                                 ? current_result (self)->scenario
                                 : dl_session_get_scenario (dl_view_get_session (self->view)));

  memcpy (dateline, routing.dateline, sizeof routing.dateline);
}

void
dl_map_view_drop_image (DlMapView *self)
{
  g_clear_object (&self->image);
  g_clear_pointer (&self->painted, dl_evaluation_unref);
  g_clear_pointer (&self->painted_critical, dl_critical_unref);
}

/* Make the layout fit the widget, the network's shape and the slice. */
static gboolean
ensure_map (DlMapView *self)
{
  const DlNetwork *network = current_network (self);
  const double words = dl_map_words_scale (GTK_WIDGET (self));
  DlMapOptions options = {
    .kind = self->kind,
    .slice = dl_view_get_slice (self->view),
    .width = gtk_widget_get_width (GTK_WIDGET (self)) / words,
    .height = gtk_widget_get_height (GTK_WIDGET (self)) / words,
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)) * words,
    .zoom = dl_map_zoomer_get (GTK_WIDGET (self), words),
    .cut = dl_view_get_cut (self->view),
  };

  if (network == NULL || options.width < 1 || options.height < 1)
    return FALSE;
  if (self->plane >= 0 && self->plane < (gint) network->torus.radix[options.slice])
    {
      options.first_plane = self->plane;
      options.n_planes = 1;
    }
  if (self->map != NULL)
    {
      const DlMapOptions *now = dl_map_options (self->map);
      if (now->width == options.width && now->height == options.height
          && now->scale == options.scale && now->slice == options.slice
          && now->first_plane == options.first_plane && now->n_planes == options.n_planes
          && dl_map_zoom_equal (&now->zoom, &options.zoom)
          && (now->cut == options.cut || self->kind != DL_MAP_ISOMETRIC)
          && memcmp (self->radix, network->torus.radix, sizeof self->radix) == 0
          && memcmp (self->ring, network->torus.ring, sizeof self->ring) == 0)
        return TRUE;
    }
  g_clear_pointer (&self->map, dl_map_free);
  dl_map_view_drop_image (self);
  self->map = dl_map_new (network, &options);
  memcpy (self->radix, network->torus.radix, sizeof self->radix);
  memcpy (self->ring, network->torus.ring, sizeof self->ring);
  return TRUE;
}

void
dl_map_view_show_plane (DlMapView *self, gint plane)
{
  if (self->plane == plane)
    return;
  self->plane = plane;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gint
dl_map_view_selected_plane (DlMapView *self)
{
  const DlNetwork *network = current_network (self);
  const guint node = dl_view_get_selected_place (self->view);

  return network != NULL && node < network->n_nodes
             ? network->torus.coord[node].at[dl_view_get_slice (self->view)]
             : -1;
}

gboolean
dl_map_view_locate (DlMapView *self, DlPlace place, DlRect *rect)
{
  const double words = dl_map_words_scale (GTK_WIDGET (self));
  gboolean found;

  if (!ensure_map (self))
    return FALSE;
  found = place.kind == DL_PLACE_LINK
              ? dl_map_link_rect (self->map, place.a, rect)
              : place.kind == DL_PLACE_NODE && dl_map_node_rect (self->map, place.a, rect);
  if (found)
    *rect
        = (DlRect) { rect->x * words, rect->y * words, rect->width * words, rect->height * words };
  return found;
}

/* What is shown of each link, in the array of values. */
static void
fill_values (DlMapView *self, DlEvaluation *result)
{
  DlBeside *beside = dl_view_get_beside (self->view);
  const DlDifference *difference = dl_map_view_get_show (self) == DL_SHOW_DIFFERENCE
                                       ? dl_beside_get_difference (beside)
                                       : NULL;
  DlMetricInput input;

  g_array_set_size (self->values, dl_evaluation_torus (result)->network->n_links);
  if (difference != NULL)
    dl_contrast_values (difference, (float *) self->values->data);
  else if (dl_beside_get_torus (beside, dl_map_view_get_show (self), &input))
    dl_metric_values (dl_view_get_metric (self->view), &input, (float *) self->values->data);
}

/* Color the dense layer anew if what it shows has changed. */
static void
ensure_image (DlMapView *self)
{
  DlEvaluation *result = current_result (self);
  const DlMetric metric = dl_view_get_metric (self->view);
  const DlTheme *theme = dl_view_theme (GTK_WIDGET (self));
  DlCritical *critical = metric == DL_METRIC_CRITICAL ? dl_view_get_critical (self->view) : NULL;

  if (self->image != NULL && self->painted == result && self->painted_metric == metric
      && self->painted_critical == critical && self->painted_theme == theme)
    return;
  dl_map_view_drop_image (self);
  self->painted_critical = critical != NULL ? dl_critical_ref (critical) : NULL;
  self->painted = dl_evaluation_ref (result);
  self->painted_metric = metric;
  self->painted_theme = theme;
  self->painted_us = g_get_monotonic_time ();

  fill_values (self, result);
  dl_beside_init_scale (dl_view_get_beside (self->view), &self->scale, theme);

  cairo_surface_t *surface = dl_map_paint (self->map, dl_evaluation_torus (result)->network,
                                           (float *) self->values->data, &self->scale, theme, NULL);

  self->image = dl_map_texture_new (surface);
}

/* Why the map shows nothing, or not the latest. */
static const char *
note_of (DlMapView *self)
{
  const char *beside = dl_beside_get_note (dl_view_get_beside (self->view));

  if (beside != NULL || dl_map_view_get_show (self) == DL_SHOW_B)
    return beside;
  if (dl_metric_is_simulated (dl_view_get_metric (self->view)))
    return dl_live_get_picture (dl_view_get_live (self->view)) == NULL
               ? _ ("The simulation fills this in: run it (F8)")
               : NULL;
  return dl_map_critical_note (self->view);
}

void
dl_map_view_draw (DlMapView *self, GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));

  DlMapPath path;

  if (!ensure_map (self))
    return;
  ensure_image (self);
  gtk_snapshot_append_texture (snapshot, self->image, &bounds);

  DlMapOverlay overlay = {
    .network = dl_evaluation_torus (self->painted)->network,
    .dragged_dateline = self->dragged_dateline >= 0 ? self->dragged_dateline : self->keyed_dateline,
    .selected_link = dl_view_get_selected_link (self->view),
    .selected_node = dl_view_get_selected_node (self->view),
    .hovered_link = dl_view_get_hovered_link (self->view),
    .focused = gtk_widget_has_focus (widget),
    .values = (const float *) self->values->data,
    .scale = &self->scale,
  };
  dl_map_view_get_datelines (self, overlay.dateline);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (overlay.dateline[dim] >= (gint) self->radix[dim])
      overlay.dateline[dim] = DL_NO_DATELINE; /* of a shape whose result is not there yet */
  if (dl_map_view_get_show (self) != DL_SHOW_B && dl_view_get_path (self->view, &path))
    overlay.path = &path; /* a way of A's */
  if (dl_map_view_get_show (self) == DL_SHOW_DIFFERENCE)
    {
      overlay.against
          = dl_evaluation_torus (dl_beside_get_pin (dl_view_get_beside (self->view))->result)
                ->network;
      overlay.difference = dl_beside_get_difference (dl_view_get_beside (self->view));
    }

  const double words = dl_map_words_scale (widget);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  cairo_scale (cr, words, words);
  dl_map_draw_overlay (self->map, cr, &overlay, self->painted_theme);
  if (note_of (self) != NULL)
    dl_map_draw_note (cr, note_of (self), bounds.size.width / words, bounds.size.height / words,
                      self->painted_theme);
  cairo_destroy (cr);
  dl_map_zoomer_snapshot (widget, snapshot);
}
