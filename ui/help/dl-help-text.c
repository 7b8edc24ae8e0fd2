#include "dl-help-text-private.h"

#include "dl-focus.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (DlHelpText, dl_help_text, GTK_TYPE_TEXT_VIEW)

static guint follow_signal;

/* Scrolling ------------------------------------------------------------------------------------ */

/* To the line that was asked for, once lines know how high they are: the text view measures them
 * when there is time. */
static gboolean
on_scroll_idle (gpointer user_data)
{
  DlHelpText *self = user_data;
  GtkAdjustment *scroll = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self));
  GtkTextIter at;
  gint y, height;

  self->scroll_idle = 0;
  if (self->scroll_offset < 0 || gtk_widget_get_height (GTK_WIDGET (self)) == 0)
    return G_SOURCE_REMOVE; /* until it has a size */
  gtk_text_buffer_get_iter_at_offset (self->text, &at, self->scroll_offset);
  gtk_text_view_get_line_yrange (GTK_TEXT_VIEW (self), &at, &y, &height);
  gtk_adjustment_set_value (scroll, self->scroll_offset == 0 ? 0 : y + DL_HELP_MARGIN / 2);
  self->scroll_offset = -1;
  return G_SOURCE_REMOVE;
}

static void
queue_scroll (DlHelpText *self)
{
  if (self->scroll_offset >= 0 && self->scroll_idle == 0)
    self->scroll_idle = g_idle_add (on_scroll_idle, self);
}

static void
scroll_to (DlHelpText *self, gint offset)
{
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_offset (self->text, &at, offset);
  gtk_text_buffer_place_cursor (self->text, &at);
  self->scroll_offset = offset;
  queue_scroll (self);
}

void
dl_help_text_show (DlHelpText *self, const DlManualPage *page, guint block, GPtrArray *keys)
{
  self->link = -1;
  self->found_end = 0;
  dl_help_text_fill (self, page, keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, page->title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "", -1);
  scroll_to (self, block < self->blocks->len ? g_array_index (self->blocks, gint, block) : 0);
}

/* Links ---------------------------------------------------------------------------------------- */

static const DlHelpLink *
link_at (DlHelpText *self, guint i)
{
  return &g_array_index (self->links, DlHelpLink, i);
}

guint
dl_help_text_n_links (DlHelpText *self)
{
  return self->links->len;
}

const char *
dl_help_text_get_target (DlHelpText *self, guint link)
{
  return link_at (self, link)->target;
}

gint
dl_help_text_get_link (DlHelpText *self)
{
  return self->link;
}

static char *
link_words (DlHelpText *self, const DlHelpLink *link)
{
  GtkTextIter begin, end;

  gtk_text_buffer_get_iter_at_offset (self->text, &begin, link->begin);
  gtk_text_buffer_get_iter_at_offset (self->text, &end, link->end);
  return gtk_text_buffer_get_text (self->text, &begin, &end, FALSE);
}

/* The keyboard at link @to, or at none. */
static void
set_link (DlHelpText *self, gint to)
{
  GtkTextIter begin, end;
  g_autofree char *spoken = NULL;

  gtk_text_buffer_get_bounds (self->text, &begin, &end);
  gtk_text_buffer_remove_tag (self->text, self->here_tag, &begin, &end);
  self->found_end = 0;
  self->link = to;
  if (to >= 0)
    {
      const DlHelpLink *link = link_at (self, to);
      g_autofree char *words = link_words (self, link);

      gtk_text_buffer_get_iter_at_offset (self->text, &begin, link->begin);
      gtk_text_buffer_get_iter_at_offset (self->text, &end, link->end);
      gtk_text_buffer_apply_tag (self->text, self->here_tag, &begin, &end);
      gtk_text_buffer_place_cursor (self->text, &begin);
      gtk_text_view_scroll_mark_onscreen (GTK_TEXT_VIEW (self),
                                          gtk_text_buffer_get_insert (self->text));
      /* Translators: said by a screen reader when the keyboard comes to a link */
      spoken = g_strdup_printf (_ ("Link: %s"), words);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  spoken != NULL ? spoken : "", -1);
}

/* The first one that can be seen, or the last, so that Tab does not jump to where nobody looks. */
static gint
first_link (DlHelpText *self, gboolean forward)
{
  GdkRectangle seen;
  GtkTextIter top, bottom;
  gint found = -1;

  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self), &seen);
  gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (self), &top, seen.x, seen.y);
  gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (self), &bottom, seen.x + seen.width,
                                      seen.y + seen.height);
  for (guint i = 0; i < self->links->len; i++)
    if (forward && found < 0 && link_at (self, i)->begin >= gtk_text_iter_get_offset (&top))
      found = i;
    else if (!forward && link_at (self, i)->begin <= gtk_text_iter_get_offset (&bottom))
      found = i;
  return found;
}

gboolean
dl_help_text_move_link (DlHelpText *self, gboolean forward)
{
  const gint to = self->link < 0 ? first_link (self, forward) : self->link + (forward ? 1 : -1);
  const gboolean there = to >= 0 && to < (gint) self->links->len;

  set_link (self, there ? to : -1);
  return there;
}

gboolean
dl_help_text_follow_link (DlHelpText *self)
{
  g_autofree char *target = NULL;

  if (self->link < 0)
    return FALSE;
  target = g_strdup (link_at (self, self->link)->target);
  g_signal_emit (self, follow_signal, 0, target);
  return TRUE;
}

/* The link at a place of the widget; -1 for none. */
static gint
link_under (DlHelpText *self, double x, double y)
{
  GtkTextIter at;
  gint text_x, text_y, offset;

  gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (self), GTK_TEXT_WINDOW_WIDGET, x, y,
                                         &text_x, &text_y);
  if (!gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (self), &at, text_x, text_y))
    return -1;
  offset = gtk_text_iter_get_offset (&at);
  for (guint i = 0; i < self->links->len; i++)
    if (link_at (self, i)->begin <= offset && offset < link_at (self, i)->end)
      return i;
  return -1;
}

static void
on_released (DlHelpText *self, gint n_press, double x, double y)
{
  const gint link = link_under (self, x, y);

  /* Who selects text does not mean to follow it. */
  if (link < 0 || n_press != 1 || gtk_text_buffer_get_has_selection (self->text))
    return;
  set_link (self, link);
  dl_help_text_follow_link (self);
}

static void
on_motion (DlHelpText *self, double x, double y)
{
  const gboolean over = link_under (self, x, y) >= 0;

  if (over == self->over)
    return;
  self->over = over;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), over ? "pointer" : "text");
}

static gboolean
on_key (DlHelpText *self, guint keyval, guint keycode, GdkModifierType state)
{
  const GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();

  switch (keyval)
    {
    case GDK_KEY_Tab:
    case GDK_KEY_KP_Tab:
      return modifiers == 0 && dl_help_text_move_link (self, TRUE);
    case GDK_KEY_ISO_Left_Tab:
      return modifiers == GDK_SHIFT_MASK && dl_help_text_move_link (self, FALSE);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      return modifiers == 0 && dl_help_text_follow_link (self);
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
on_focus_left (GtkEventController *focus, DlHelpText *self)
{
  if (self->link >= 0 && dl_focus_has_left (focus))
    set_link (self, -1);
}

/* Finding -------------------------------------------------------------------------------------- */

#define FLAGS (GTK_TEXT_SEARCH_CASE_INSENSITIVE | GTK_TEXT_SEARCH_TEXT_ONLY)

guint
dl_help_text_mark (DlHelpText *self, const char *words)
{
  GtkTextIter at, end, begin;
  guint n = 0;

  gtk_text_buffer_get_bounds (self->text, &at, &end);
  gtk_text_buffer_remove_tag (self->text, self->found_tag, &at, &end);
  if (words == NULL || *words == '\0')
    return 0;
  while (gtk_text_iter_forward_search (&at, words, FLAGS, &begin, &end, NULL))
    {
      gtk_text_buffer_apply_tag (self->text, self->found_tag, &begin, &end);
      at = end;
      n++;
    }
  return n;
}

gboolean
dl_help_text_find (DlHelpText *self, const char *words, gboolean forward)
{
  GtkTextIter from, to, begin, end;
  gboolean found;

  if (words == NULL || *words == '\0')
    return FALSE;
  gtk_text_buffer_get_iter_at_mark (self->text, &from, gtk_text_buffer_get_insert (self->text));
  to = from;
  if (forward && self->found_end > 0)
    gtk_text_buffer_get_iter_at_offset (self->text, &to, self->found_end);
  found = forward ? gtk_text_iter_forward_search (&to, words, FLAGS, &begin, &end, NULL)
                  : gtk_text_iter_backward_search (&from, words, FLAGS, &begin, &end, NULL);
  if (!found)
    {
      gtk_text_buffer_get_bounds (self->text, &from, &to);
      found = forward ? gtk_text_iter_forward_search (&from, words, FLAGS, &begin, &end, NULL)
                      : gtk_text_iter_backward_search (&to, words, FLAGS, &begin, &end, NULL);
    }
  if (!found)
    return FALSE;
  set_link (self, -1);
  gtk_text_buffer_apply_tag (self->text, self->here_tag, &begin, &end);
  gtk_text_buffer_place_cursor (self->text, &begin);
  self->found_end = gtk_text_iter_get_offset (&end);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self), gtk_text_buffer_get_insert (self->text), 0.1,
                                FALSE, 0, 0);
  return TRUE;
}

/* The widget ----------------------------------------------------------------------------------- */

static void
css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (dl_help_text_parent_class)->css_changed (widget, change);
  if (DL_HELP_TEXT (widget)->link_tag != NULL)
    dl_help_text_colour_tags (DL_HELP_TEXT (widget));
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_CLASS (dl_help_text_parent_class)->size_allocate (widget, width, height, baseline);
  queue_scroll (DL_HELP_TEXT (widget));
}

static void
dispose (GObject *object)
{
  g_clear_handle_id (&DL_HELP_TEXT (object)->scroll_idle, g_source_remove);
  G_OBJECT_CLASS (dl_help_text_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlHelpText *self = DL_HELP_TEXT (object);

  g_array_unref (self->links);
  g_array_unref (self->blocks);
  g_object_unref (self->text);
  G_OBJECT_CLASS (dl_help_text_parent_class)->finalize (object);
}

static void
dl_help_text_class_init (DlHelpTextClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  GTK_WIDGET_CLASS (class)->size_allocate = size_allocate;
  GTK_WIDGET_CLASS (class)->css_changed = css_changed;
  follow_signal = g_signal_new ("follow", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
clear_link (gpointer data)
{
  g_free (((DlHelpLink *) data)->target);
}

static void
add_controllers (DlHelpText *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect_swapped (click, "released", G_CALLBACK (on_released), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (focus, "leave", G_CALLBACK (on_focus_left), self);
  /* Before the text's own: a drag selects, and Tab would leave. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

static void
dl_help_text_init (DlHelpText *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);

  self->text = gtk_text_buffer_new (NULL);
  self->links = g_array_new (FALSE, FALSE, sizeof (DlHelpLink));
  g_array_set_clear_func (self->links, clear_link);
  self->blocks = g_array_new (FALSE, FALSE, sizeof (gint));
  self->link = -1;
  self->scroll_offset = -1;
  gtk_text_view_set_buffer (view, self->text);
  gtk_text_view_set_editable (view, FALSE);
  gtk_text_view_set_cursor_visible (view, FALSE);
  gtk_text_view_set_accepts_tab (view, FALSE);
  gtk_text_view_set_wrap_mode (view, GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_left_margin (view, DL_HELP_MARGIN);
  gtk_text_view_set_right_margin (view, DL_HELP_MARGIN);
  gtk_text_view_set_top_margin (view, DL_HELP_MARGIN / 2);
  gtk_text_view_set_bottom_margin (view, DL_HELP_MARGIN);
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-help");
  dl_help_text_add_tags (self);
  dl_help_text_colour_tags (self);
  add_controllers (self);
}

GtkWidget *
dl_help_text_new (void)
{
  return g_object_new (DL_TYPE_HELP_TEXT, NULL);
}
