#include "dl-timeline.h"

#include "compat.h"
#include "dl-file-jobs.h"
#include "dl-time-track.h"

#include <glib/gi18n-lib.h>

#define ROOM "timeline"

struct _DlTimeline
{
  GtkWidget parent;
  DlTimeTrack *track;
  GtkLabel *label;
  GtkToggleButton *back_button;
  GtkMenuButton *lines_button;
  char *lines;        /* in its menu, to know them again; nullable */
  GtkPopover *name;   /* of the line that is shown */
  GtkEditable *entry; /* in it */
  guint named;        /* number of the line */
};

G_DEFINE_FINAL_TYPE (DlTimeline, dl_timeline, GTK_TYPE_WIDGET)

static void
timeline_dispose (GObject *object)
{
  DlTimeline *self = DL_TIMELINE (object);
  GtkWidget *child;

  g_clear_pointer (&self->lines, g_free);
  if (self->name != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->name)));

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (dl_timeline_parent_class)->dispose (object);
}

static void
dl_timeline_class_init (DlTimelineClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = timeline_dispose;
  g_type_ensure (DL_TYPE_TIME_TRACK);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-timeline.ui");
  gtk_widget_class_bind_template_child (widget_class, DlTimeline, track);
  gtk_widget_class_bind_template_child (widget_class, DlTimeline, label);
  gtk_widget_class_bind_template_child (widget_class, DlTimeline, back_button);
  gtk_widget_class_bind_template_child (widget_class, DlTimeline, lines_button);
}

static void
dl_timeline_init (DlTimeline *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static DlLive *
live_of (DlShell *self)
{
  return dl_view_get_live (dl_shell_get_view (self));
}

/* Nothing is told of a window that closes. */
static gboolean
is_closed (DlShell *self)
{
  return dl_shell_kept (self, ROOM) == NULL;
}

static void
step (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const DlLivePicture *picture = dl_live_get_picture (live_of (user_data));
  const int cycles = g_variant_get_int32 (parameter);

  if (picture == NULL)
    return;
  if (cycles > 0 && picture->cycle >= picture->seen)
    dl_live_step (live_of (user_data), cycles);
  else
    dl_live_seek (live_of (user_data), MAX ((gint64) picture->cycle + cycles, 0));
}

static void
step_epoch (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  const guint period
      = dl_session_get_scenario (dl_shell_get_session (self))->router.age_clock_period;

  step (action,
        g_variant_new_int32 (g_variant_get_int32 (parameter) * (int) MIN (period, G_MAXINT32)),
        self);
}

static void
change_play_back (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  if (g_variant_get_boolean (state))
    dl_live_run_backward (live_of (user_data));
  else
    dl_live_pause (live_of (user_data));
}

static void
go_to_end (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_live_seek_end (live_of (user_data));
}

static const DlLiveLine *
shown_line (DlLive *live)
{
  guint n;
  const DlLiveLine *lines = dl_live_get_lines (live, &n);

  for (guint i = 0; i < n; i++)
    if (lines[i].is_shown)
      return &lines[i];
  return NULL;
}

static void
go_to_left (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlLive *live = live_of (user_data);
  const DlLiveLine *line = shown_line (live);

  if (line != NULL)
    dl_live_seek (live, line->left_at);
}

static void
change_line (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  dl_live_show_line (live_of (user_data), g_variant_get_uint32 (state));
}

static void
drop_line (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_live_remove_line (live_of (user_data), g_variant_get_uint32 (parameter));
}

static void
drop_lines (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlLive *live = live_of (user_data);
  guint n;
  const DlLiveLine *lines = dl_live_get_lines (live, &n);

  for (guint i = 0; i < n; i++)
    dl_live_remove_line (live, lines[i].id);
}

static void
on_recording_saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlShell) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *place = dl_write_file_place (result);

  if (dl_write_file_finish (result, &error))
    dl_shell_toast (self, _ ("Recording saved"), place);
  else
    dl_shell_say (self, error->message);
}

static void
on_recording_chosen (GFile *file, gpointer owner)
{
  const DlLiveLine *line = is_closed (owner) ? NULL : shown_line (live_of (owner));

  if (line != NULL)
    dl_write_text_async (file, dl_recording_to_text (line->recording), on_recording_saved,
                         g_object_ref (owner));
}

static void
save_recording (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const DlLiveLine *line = shown_line (live_of (user_data));
  g_autofree char *name = g_strdup_printf ("%s.dateline", line->name);

  dl_compat_save_file (user_data, _ ("Save a Recording"), name, on_recording_chosen, user_data);
}

/* Comparing ---------------------------------------------------------------------------------- */

/* The first that is compared with is shown beside A; of the next ones, the same as of that. */
static void
change_compared (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlShell *self = user_data;
  DlBeside *beside = dl_view_get_beside (dl_shell_get_view (self));
  const guint id = g_variant_get_uint32 (state);
  const DlLiveLine *b = dl_time_line_b (live_of (self));

  if (id == DL_LIVE_NO_LINE && b != NULL)
    dl_session_set_pin (dl_shell_get_session (self), NULL);
  else if (b != NULL && b->id == id)
    dl_beside_set_sides (beside, TRUE);
  else
    {
      if (b == NULL)
        dl_beside_await_sides (beside);
      dl_live_compare (live_of (self), id);
    }
}

/* Names -------------------------------------------------------------------------------------- */

static void
on_named (DlShell *shell)
{
  DlTimeline *self = dl_shell_kept (shell, ROOM);

  dl_live_name_line (live_of (shell), self->named, gtk_editable_get_text (self->entry));
  gtk_popover_popdown (self->name);
}

static void
make_name (DlTimeline *self, DlShell *shell)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 32);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("By what was changed"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name of this line"), -1);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (on_named), shell);
  self->entry = GTK_EDITABLE (entry);
  self->name = GTK_POPOVER (gtk_popover_new ());
  gtk_popover_set_child (self->name, entry);
  gtk_widget_set_parent (GTK_WIDGET (self->name), GTK_WIDGET (self->lines_button));
}

static void
name_line (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlTimeline *self = dl_shell_kept (user_data, ROOM);
  const DlLiveLine *line = shown_line (live_of (user_data));

  if (self->name == NULL)
    make_name (self, user_data);
  self->named = line->id;
  gtk_editable_set_text (self->entry, line->name);
  gtk_popover_popup (self->name);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

/* The menu ----------------------------------------------------------------------------------- */

/* @lines but the one that is shown, each with @action; NULL line: all of them. */
static void
append_lines (GMenu *menu, const DlLiveLine *lines, guint n, const char *action, gboolean all)
{
  for (guint i = 0; i < n; i++)
    {
      /* Translators: a run that can be gone back to: its name and its last clock cycle */
      g_autofree char *text
          = g_strdup_printf (_ ("%s (cycle %'lu)"), lines[i].name, (gulong) lines[i].end);
      g_autoptr (GMenuItem) item = g_menu_item_new (text, NULL);

      if (!all && lines[i].is_shown)
        continue;
      g_menu_item_set_action_and_target (item, action, "u", lines[i].id);
      g_menu_append_item (menu, item);
    }
}

/* The lines in their order, and what there is to do with them. */
static GMenuModel *
lines_menu (DlLive *live)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) all = g_menu_new ();
  g_autoptr (GMenu) compared = g_menu_new ();
  g_autoptr (GMenu) dropped = g_menu_new ();
  g_autoptr (GMenu) others = g_menu_new ();
  g_autoptr (GMenu) rest = g_menu_new ();
  g_autoptr (GMenuItem) none = g_menu_item_new (_ ("_Nothing"), NULL);
  guint n;
  const DlLiveLine *lines = dl_live_get_lines (live, &n);

  append_lines (all, lines, n, "win.time-line", TRUE);
  append_lines (compared, lines, n, "win.time-compare", FALSE);
  g_menu_append (compared, _ ("_This Cycle, Held as B"), "win.pin");
  g_menu_item_set_action_and_target (none, "win.time-compare", "u", DL_LIVE_NO_LINE);
  g_menu_append_item (compared, none);
  append_lines (dropped, lines, n, "win.time-drop-line", FALSE);
  g_menu_append (dropped, _ ("_All Others"), "win.time-drop-lines");
  g_menu_append_submenu (others, _ ("_Compare With"), G_MENU_MODEL (compared));
  g_menu_append_submenu (others, _ ("_Drop a Line"), G_MENU_MODEL (dropped));
  g_menu_append (others, _ ("_Name This Line…"), "win.time-name-line");
  g_menu_append (rest, _ ("To Where This Line _Begins"), "win.time-left");
  g_menu_append (rest, _ ("_Save This Line as a Recording…"), "win.save-recording");
  g_menu_append (rest, _ ("Export an _Animation…"), "win.export-animation");
  g_menu_append (rest, _ ("Continue the _Last Run"), "win.sim-continue");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (all));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (others));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rest));
  return G_MENU_MODEL (menu);
}

/* All that the menu says of lines. */
static char *
lines_text (DlLive *live)
{
  GString *text = g_string_new (NULL);
  guint n;
  const DlLiveLine *lines = dl_live_get_lines (live, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u %d %lu %s\n", lines[i].id, lines[i].is_shown,
                            (gulong) lines[i].end, lines[i].name);
  return g_string_free (text, FALSE);
}

static void
update_menu (DlTimeline *self, DlLive *live)
{
  g_autofree char *text = lines_text (live);
  g_autoptr (GMenuModel) menu = NULL;

  if (g_strcmp0 (text, self->lines) == 0)
    return;
  g_free (self->lines);
  self->lines = g_steal_pointer (&text);
  menu = lines_menu (live);
  gtk_menu_button_set_menu_model (self->lines_button, menu);
}

static void
on_story_told (DlShell *self)
{
  DlTimeline *timeline = dl_shell_kept (self, ROOM);
  const DlLiveLine *line, *b;
  DlLive *live;
  guint n;

  if (is_closed (self))
    return;
  live = live_of (self);
  line = shown_line (live);
  b = dl_time_line_b (live);
  dl_live_get_lines (live, &n);
  dl_shell_set_enabled (self, "time-left", line != NULL && line->left_at > 0);
  dl_shell_set_enabled (self, "time-drop-line", n > 1);
  dl_shell_set_enabled (self, "time-drop-lines", n > 1);
  dl_shell_set_enabled (self, "time-compare", n > 1);
  dl_shell_set_enabled (self, "time-name-line", line != NULL);
  dl_shell_set_enabled (self, "save-recording", line != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (timeline->lines_button),
                            line != NULL || dl_live_get_last (live) != NULL);
  if (line != NULL)
    dl_shell_show_state (self, "time-line", g_variant_new_uint32 (line->id));
  dl_shell_show_state (self, "time-compare",
                       g_variant_new_uint32 (b != NULL ? b->id : DL_LIVE_NO_LINE));
  update_menu (timeline, live);
}

static void
go_to_lock (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_live_seek_lock (live_of (user_data));
}

/* Why ---------------------------------------------------------------------------------------- */

static void
show_journey (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_shell_show_page (user_data, "journey");
}

static void
go_to_delivery (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const DlFlight *packet = dl_view_get_packet (dl_shell_get_view (user_data));

  if (packet != NULL)
    dl_live_seek_delivery (live_of (user_data), packet);
}

static void
find_change_at (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_live_ask_change (live_of (user_data), g_variant_get_uint64 (parameter));
}

/* At the cycle that is shown. */
static void
find_change (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const DlLivePicture *picture = dl_live_get_picture (live_of (user_data));

  if (picture != NULL)
    dl_live_ask_change (live_of (user_data), picture->cycle);
}

/* The link is selected, and the message says by how much. */
static void
on_change (DlShell *self)
{
  const DlTapeChange *change = is_closed (self) ? NULL : dl_live_get_change (live_of (self));
  DlView *view = dl_shell_get_view (self);
  g_autofree char *title = NULL, *detail = NULL;
  DlNet net;

  if (change == NULL || !dl_view_get_net (view, &net))
    return;
  if (change->link == DL_FLIGHT_NO_LINK || change->link >= net.graph->n_links)
    {
      dl_shell_toast (self, _ ("No link changed"),
                      _ ("Nothing was simulated before or after this cycle, or nothing moved"));
      return;
    }
  dl_view_select (view, dl_place_link (change->link));
  title = dl_time_change_title (dl_shell_get_family (self), net.shape, change);
  detail = dl_time_change_text (change);
  dl_shell_toast (self, title, detail);
}

static void
on_packet (DlShell *self)
{
  const gboolean chosen
      = !is_closed (self) && dl_view_get_packet (dl_shell_get_view (self)) != NULL;

  if (is_closed (self))
    return;
  dl_shell_set_enabled (self, "time-delivery",
                        chosen && dl_live_get_picture (live_of (self)) != NULL);
}

static void
change_shown (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlShell *self = user_data;
  GtkWidget *timeline = dl_shell_kept (self, ROOM);

  g_simple_action_set_state (action, state);
  gtk_widget_set_visible (timeline, g_variant_get_boolean (state));
  if (dl_shell_get_settings (self) != NULL)
    g_settings_set_boolean (dl_shell_get_settings (self), "show-timeline",
                            g_variant_get_boolean (state));
}

/* @last: nullable. */
static void
show_cycle (DlTimeline *self, guint64 cycle, guint64 seen, gboolean past,
            const DlStoreRecording *last)
{
  g_autofree char *text
      = seen == 0 && last != NULL
            /* Translators: how many clock cycles were simulated of a scenario the last time */
            ? g_strdup_printf (_ ("Last run: %'lu cycles"), (gulong) last->end)
            : dl_time_cycle_text (cycle, seen);
  g_autofree char *widest
      = seen == 0 ? g_strdup (text) : dl_time_cycle_text (MAX (seen, 1) - 1, seen);
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (GTK_WIDGET (self->label), widest);
  int width;

  gtk_label_set_label (self->label, text);
  /* The line stays as long as it is, whichever cycle is shown. */
  pango_layout_get_pixel_size (layout, &width, NULL);
  gtk_widget_set_size_request (GTK_WIDGET (self->label), width + 12, -1);
  if (past)
    gtk_widget_add_css_class (GTK_WIDGET (self->label), "dl-past");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->label), "dl-past");
}

static gboolean
has_locked (DlShell *self)
{
  guint n;
  const DlLiveMark *marks = dl_live_get_marks (live_of (self), &n);

  for (guint i = 0; i < n; i++)
    if (marks[i].kind == DL_LIVE_MARK_DEADLOCK)
      return TRUE;
  return FALSE;
}

static void
on_shown_picture (DlShell *self)
{
  const DlLivePicture *picture;
  guint64 cycle, seen;
  gboolean past;

  if (is_closed (self))
    return;
  picture = dl_live_get_picture (live_of (self));
  cycle = picture != NULL ? picture->cycle : 0;
  seen = picture != NULL ? picture->seen : 0;
  past = picture != NULL && dl_live_is_past (live_of (self));
  show_cycle (dl_shell_kept (self, ROOM), cycle, seen, past, dl_live_get_last (live_of (self)));
  dl_shell_set_enabled (self, "time-step", picture != NULL);
  dl_shell_set_enabled (self, "time-epoch", picture != NULL);
  dl_shell_set_enabled (self, "time-play-back", cycle > 0);
  dl_shell_set_enabled (self, "time-end", past);
  dl_shell_set_enabled (self, "time-change", picture != NULL);
  on_packet (self);
  dl_shell_set_enabled (self, "time-lock",
                        picture != NULL && (picture->deadlock != NULL || has_locked (self)));
}

static void
on_backward (DlShell *self)
{
  if (!is_closed (self))
    dl_shell_show_state (self, "time-play-back",
                         g_variant_new_boolean (dl_live_is_backward (live_of (self))));
}

static void
on_last (DlShell *self)
{
  on_shown_picture (self);
  on_story_told (self);
}

void
dl_timeline_actions_add (DlShell *shell, DlTimeline *timeline)
{
  static const GActionEntry entries[] = {
    { .name = "time-step", .activate = step, .parameter_type = "i" },
    { .name = "time-epoch", .activate = step_epoch, .parameter_type = "i" },
    { .name = "time-play-back", .state = "false", .change_state = change_play_back },
    { .name = "time-end", .activate = go_to_end },
    { .name = "time-left", .activate = go_to_left },
    { .name = "time-lock", .activate = go_to_lock },
    { .name = "time-delivery", .activate = go_to_delivery },
    { .name = "time-change", .activate = find_change },
    { .name = "time-change-at", .activate = find_change_at, .parameter_type = "t" },
    { .name = "packet-journey", .activate = show_journey },
    { .name = "save-recording", .activate = save_recording },
    { .name = "time-line",
      .parameter_type = "u",
      .state = "uint32 0",
      .change_state = change_line },
    { .name = "time-compare",
      .parameter_type = "u",
      .state = "uint32 4294967295",
      .change_state = change_compared },
    { .name = "time-name-line", .activate = name_line },
    { .name = "time-drop-line", .activate = drop_line, .parameter_type = "u" },
    { .name = "time-drop-lines", .activate = drop_lines },
    { .name = "show-timeline", .state = "true", .change_state = change_shown },
  };
  DlLive *live = live_of (shell);

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_keep (shell, ROOM, timeline, NULL);
  dl_time_track_set_live (timeline->track, live);
  g_signal_connect_object (live, "notify::picture", G_CALLBACK (on_shown_picture), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::backward", G_CALLBACK (on_backward), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "story", G_CALLBACK (on_story_told), shell, G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::last", G_CALLBACK (on_last), shell, G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::change", G_CALLBACK (on_change), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_shell_get_view (shell), "notify::packet", G_CALLBACK (on_packet),
                           shell, G_CONNECT_SWAPPED);
  on_shown_picture (shell);
  on_story_told (shell);
}
