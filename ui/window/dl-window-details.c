/* The details, in two lines: of the place under the pointer, or selected, or being asked for. */
#include "dl-window-private.h"

#include "dl-appearance.h"
#include "dl-canvas.h"
#include "dl-family-rooms.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Story of the shown view in place of the named place; NULL: none. */
static const char *
story_of (DlWindow *self)
{
  GtkWidget *shown = gtk_stack_get_visible_child (self->views);

  return DL_IS_CANVAS (shown) ? dl_canvas_get_story (DL_CANVAS (shown)) : NULL;
}

static gboolean
is_simulated (DlWindow *self)
{
  return dl_live_get_picture (dl_view_get_live (self->view)) != NULL;
}

/* Hint on actions in the view shown. */
static const char *
view_hint (DlWindow *self)
{
  const DlMaker *view
      = dl_maker_find (DL_FEATURE_VIEW, gtk_stack_get_visible_child_name (self->views));

  if (view == NULL)
    return "";
  return view->simulated_hint != NULL && is_simulated (self) ? _ (view->simulated_hint)
                                                             : _ (view->hint);
}

/* The first @n_bold bytes in bold type. */
static void
show (DlWindow *self, const char *line, gsize n_bold, const char *rest)
{
  PangoAttrList *attributes = pango_attr_list_new ();
  PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);

  bold->end_index = n_bold;
  pango_attr_list_insert (attributes, bold);
  gtk_label_set_text (self->details, line);
  gtk_label_set_attributes (self->details, attributes);
  pango_attr_list_unref (attributes);
  gtk_label_set_text (self->details_rest, rest);
  /* The map keeps its place unless large text leaves it little. */
  gtk_widget_set_visible (GTK_WIDGET (self->details_rest),
                          *rest != '\0' || !dl_text_size_is_large ());
}

/* Where the route that is asked for leads, as far as it is chosen. */
static char *
describe_origin (DlWindow *self, guint origin)
{
  const guint named = dl_view_node_at (self->view, dl_view_get_named (self->view));
  g_autofree char *from = dl_view_name_node (self->view, origin);
  g_autofree char *to = named != origin ? dl_view_name_node (self->view, named) : NULL;

  return to == NULL ? g_strdup_printf (_ ("Route from %s: choose where to, then press Enter"), from)
                    : g_strdup_printf (_ ("Route from %s to %s: press Enter"), from, to);
}

void
dl_window_update_details (DlWindow *self)
{
  const DlPlace named = dl_view_get_named (self->view);
  const guint origin = dl_view_get_route_origin (self->view);
  const char *story = story_of (self);
  const gboolean hovers = !dl_place_equal (named, dl_view_get_selected (self->view));
  g_auto (DlPlaceText) text = { 0 };

  if (story != NULL)
    show (self, story, 0, "");
  else if (origin != DL_NO_NODE && (!hovers || origin != dl_view_get_selected_place (self->view)))
    {
      g_autofree char *words = describe_origin (self, origin);

      show (self, words, 0, "");
    }
  else if (dl_view_tell (self->view, named, &text))
    {
      g_autofree char *line = dl_place_text_first_line (&text);

      show (self, line, text.value != NULL ? strlen (text.value) : 0, text.rest->str);
    }
  else
    show (self, view_hint (self), 0, "");
}

static void
on_picture (DlWindow *self)
{
  const gboolean was = self->is_simulated;

  self->is_simulated = is_simulated (self);
  if (was != self->is_simulated || dl_metric_is_simulated (dl_view_get_metric (self->view)))
    dl_window_update_details (self);
}

void
dl_window_follow_details (DlWindow *self)
{
  static const char *const changes[]
      = { "notify::hovered", "notify::selection", "notify::route-origin", "notify::path" };

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (self->view, changes[i], G_CALLBACK (dl_window_update_details), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (self->views, "notify::visible-child",
                           G_CALLBACK (dl_window_update_details), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_shown (self->view), "changed",
                           G_CALLBACK (dl_window_update_details), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (self->view), "notify::picture",
                           G_CALLBACK (on_picture), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (self->view), "notify::state", G_CALLBACK (on_picture),
                           self, G_CONNECT_SWAPPED);
  dl_text_size_tell_cut (self->details);
  dl_text_size_tell_cut (self->details_rest);
}
