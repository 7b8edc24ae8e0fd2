#include "dl-help-window.h"

#include "dl-appearance.h"
#include "dl-evidence-pages.h"
#include "dl-family-rooms.h"
#include "dl-field.h"
#include "dl-help-text.h"
#include "dl-help.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Every key of the program, once. */
static const struct
{
  const char *group; /* where one begins */
  const char *keys;  /* accelerators with blanks between them, or the action that has them */
  const char *title;
} all[] = {
  { N_ ("General"), "win.undo", N_ ("Undo") },
  { NULL, "win.redo", N_ ("Redo") },
  { NULL, "win.go-to", N_ ("Go to a place, page, action, setting or anything else by its name") },
  { NULL, "win.library", N_ ("Library") },
  { NULL, "win.new", N_ ("New scenario") },
  { NULL, "win.compare", N_ ("Compare scenarios") },
  { NULL, "win.sweep", N_ ("Sweep keys over values; on a control Shift+F10") },
  { NULL, "win.papers", N_ ("Check published values and curves") },
  { NULL, "win.open-file", N_ ("Open a file") },
  { NULL, "win.open-counters", N_ ("Open measured counters") },
  { NULL, "<Ctrl>s", N_ ("Save a copy") },
  { NULL, "win.export", N_ ("Export a figure") },
  { NULL, "win.export-animation", N_ ("Export an animation") },
  { NULL, "win.add-to-figure", N_ ("Add what is shown to the figure, as a panel") },
  { NULL, "win.show-table('')", N_ ("Show the map or chart as a table") },
  { NULL, "win.report", N_ ("Make a report") },
  { NULL, "F10", N_ ("Main menu") },
  { NULL, "app.help-here", N_ ("Help for what has the keyboard") },
  { NULL, "app.help('keys')", N_ ("Keyboard shortcuts") },
  { NULL, "app.quit", N_ ("Quit") },
  { N_ ("Views"), "win.view-key(1)",
    N_ ("Ring matrix of a torus, groups of a dragonfly, or levels") },
  { NULL, "<Ctrl>2", N_ ("Second map of the network; Ctrl+3, the third") },
  { NULL, "win.view-key(7)", N_ ("Table") },
  { NULL, "win.view-key(8)", N_ ("Router; arrows choose an output, Enter a grant") },
  { NULL, "win.view-key(9)", N_ ("Packets; arrows go from packet to packet") },
  { NULL, "win.toy-toggle", N_ ("To a toy network, and back") },
  { NULL, "x y z", N_ ("Cut across this axis") },
  { NULL, "Page_Up Page_Down", N_ ("Isometric: move the cut; ring, group and plane: the next") },
  { NULL, "plus minus", N_ ("Zoom the map in and out, as Ctrl and the wheel do") },
  { NULL, "0", N_ ("Show the whole map") },
  { NULL, "<Ctrl>Left <Ctrl>Right <Ctrl>Up <Ctrl>Down",
    N_ ("Move a map that is zoomed, as dragging with the space bar or the middle button does") },
  { NULL, "p", N_ ("Enlarge a plane, or show all") },
  { NULL, "win.show-configuration", N_ ("Show or hide the configuration") },
  { NULL, "win.show-history", N_ ("History of the scenario") },
  { NULL, "<Alt>1", N_ ("VC balance, or channel load") },
  { NULL, "<Alt>2", N_ ("Route") },
  { NULL, "<Alt>3", N_ ("Deadlock") },
  { NULL, "<Alt>4", N_ ("Routing engines") },
  { NULL, "<Alt>5", N_ ("Flows") },
  { NULL, "<Alt>6", N_ ("Tables") },
  { NULL, "<Alt>7", N_ ("Difference") },
  { NULL, "<Alt>8", N_ ("Simulation") },
  { NULL, "<Alt>9", N_ ("Load curve") },
  { NULL, "<Alt>0", N_ ("Critical cables") },
  { NULL, "win.next-pane(true)",
    N_ ("The keyboard to the next pane; in a lesson, to what it shows") },
  { NULL, "Tab", N_ ("To the next group or control; Return goes into a group, Escape out of it") },
  { NULL, "win.show-page", N_ ("Show or hide the page on the right") },
  { NULL, "win.expand-page", N_ ("Expand a page over the map, or restore it") },
  { NULL, "win.resize-page(1)", N_ ("Make the page wider") },
  { NULL, "win.resize-page(-1)", N_ ("Make the page narrower") },
  { N_ ("Network"), "Left Right Up Down", N_ ("Move from link to link") },
  { NULL, "Return", N_ ("Select, then show the link’s ring") },
  { NULL, "b Delete", N_ ("Break or restore the selected cable or node") },
  { NULL, "<Shift>b", N_ ("Only the selected direction") },
  { NULL, "n", N_ ("Break or restore the link’s node") },
  { NULL, "t", N_ ("Break tool: every click breaks") },
  { NULL, "d", N_ ("Take the next dateline; arrows move it") },
  { NULL, "Escape", N_ ("Hide the route, then clear the selection") },
  { NULL, "win.break-random", N_ ("Break at random") },
  { NULL, "win.restore-all", N_ ("Restore everything") },
  { NULL, "<Ctrl>c <Ctrl>v", N_ ("In the list of faults: copy the chosen ones, or paste") },
  { NULL, "win.find-worst", N_ ("Find critical cables") },
  { N_ ("Routes and deadlock"), "e", N_ ("Explain a route: here from, there to") },
  { NULL, "c", N_ ("Show the deadlock cycle") },
  { NULL, "period comma", N_ ("Next or previous step of the route or cycle") },
  { NULL, "win.find-datelines", N_ ("Find the best dateline") },
  { NULL, "win.optimize-vc", N_ ("Optimize virtual channels") },
  { N_ ("Simulation"), "win.sim-run", N_ ("Run or pause") },
  { NULL, "win.sim-step", N_ ("One cycle") },
  { NULL, "win.sim-grant", N_ ("To the next grant of the router") },
  { NULL, "win.sim-restart", N_ ("Restart") },
  { NULL, "win.sim-continue", N_ ("Continue the last run") },
  { NULL, "win.time-step(-1)", N_ ("One cycle back") },
  { NULL, "win.time-step(1)", N_ ("One cycle on, through what was seen") },
  { NULL, "win.time-epoch(-1)", N_ ("A period of the age clock back") },
  { NULL, "win.time-epoch(1)", N_ ("A period of the age clock on") },
  { NULL, "win.time-play-back", N_ ("Play back") },
  { NULL, "win.time-end", N_ ("To the last cycle") },
  { NULL, "win.time-left", N_ ("To where this line of the run begins") },
  { NULL, "win.time-lock", N_ ("From a deadlock to the cycle in which it closed") },
  { NULL, "win.time-change", N_ ("Select the link that changes most after this cycle") },
  { NULL, "win.packet-journey", N_ ("The journey of the selected packet") },
  { NULL, "win.time-delivery", N_ ("To the delivery of the selected packet") },
  { N_ ("Pinned as B"), "win.pin", N_ ("Pin the state as B") },
  { NULL, "win.pin-before", N_ ("Pin the state before the last change") },
  { NULL, "win.unpin", N_ ("Unpin B") },
  { NULL, "1 2 3", N_ ("Show A, B, or A − B") },
  { N_ ("Lessons"), "win.lessons", N_ ("The lessons") },
  { NULL, "lesson.point", N_ ("To the place that the lesson points at, and back") },
  { NULL, "lesson.go-on", N_ ("Next step of the lesson") },
  { NULL, "lesson.back", N_ ("Step before") },
  { NULL, "lesson.hint", N_ ("A hint") },
  { N_ ("For a class"), "win.fullscreen", N_ ("Full screen") },
  { NULL, "win.presenter", N_ ("Presenter mode: large type, keys that are pressed") },
  { NULL, "win.laser", N_ ("Laser pointer") },
  { NULL, "win.freeze", N_ ("Freeze the picture, or continue") },
  { NULL, "win.black", N_ ("Black screen, or back") },
};

static void
key_free (gpointer data)
{
  DlHelpKey *key = data;

  g_free (key->keys);
  g_free (key);
}

char *
dl_help_key_name (const char *accelerator)
{
  guint keyval;
  GdkModifierType modifiers;

  return gtk_accelerator_parse (accelerator, &keyval, &modifiers)
             ? gtk_accelerator_get_label (keyval, modifiers)
             : g_strdup (accelerator);
}

static char *
join_names (const char *const *accelerators)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) strings = NULL;

  for (guint i = 0; accelerators[i] != NULL; i++)
    {
      g_autofree char *name = dl_help_key_name (accelerators[i]);

      g_strv_builder_add (names, name);
    }
  strings = g_strv_builder_end (names);
  return g_strjoinv (" / ", strings);
}

/* An action has a point in its name, after what it is an action of. */
static char *
names_of (const char *keys, GtkApplication *application)
{
  g_auto (GStrv) accelerators = NULL;

  if (strchr (keys, '.') == NULL)
    accelerators = g_strsplit (keys, " ", -1);
  else if (application != NULL)
    accelerators = gtk_application_get_accels_for_action (application, keys);
  return accelerators != NULL ? join_names ((const char *const *) accelerators) : g_strdup ("");
}

GPtrArray *
dl_help_keys_new (GtkApplication *application)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func (key_free);
  const char *group = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      DlHelpKey *key = g_new0 (DlHelpKey, 1);

      if (all[i].group != NULL)
        group = _ (all[i].group);
      key->group = group;
      key->action = strchr (all[i].keys, '.') != NULL ? all[i].keys : NULL;
      key->keys = names_of (all[i].keys, application);
      key->title = _ (all[i].title);
      g_ptr_array_add (keys, key);
    }
  return keys;
}

/* The part of the manual for a place of the program: by the key of the scenario that its row
 * states, by action, by the name of a widget, and by its type. */

typedef struct
{
  const char *what;
  const char *target;
} Topic;

/* Topics of buttons. */
static const Topic actions[] = {
  { "win.library", "library#library" },
  { "win.new", "library#new" },
  { "lesson.next", "lessons#step" },
  { "lesson.back", "lessons#step" },
  { "lesson.hint", "lessons#step" },
  { "lesson.point-at", "lessons#step" },
  { "lesson.free", "lessons#free" },
  { "lesson.come-back", "lessons#free" },
  { "lesson.go-on-with", "lessons#hand-in" },
  { "lesson.hand-in", "lessons#hand-in" },
  { "win.open-lesson", "lessons#own" },
  { "win.undo", "history#undo" },
  { "win.redo", "history#undo" },
  { "win.export", "figures#export" },
  { "win.add-to-figure", "figures#export" },
  { "win.export-animation", "time#animation" },
  { "win.report", "figures#report" },
  { "win.pin", "compare#pin" },
  { "win.break-tool", "faults#breaking" },
  { "win.break-random", "faults#breaking" },
  { "win.restore-all", "faults#breaking" },
  { "win.slice", "torus-maps#planes" },
  { "win.sort-groups", "dragonfly#groups" },
  { "win.expand-page", "window#right" },
  { "win.sim-run", "simulation#simulation" },
  { "win.sim-step", "simulation#simulation" },
  { "win.time-step", "time#timeline" },
  { "win.time-end", "time#timeline" },
  { "win.time-delivery", "time#why" },
};

/* Names of widgets, and their identifiers in templates. */
static const Topic names[] = {
  { "datelines_off", "datelines#why" },
  { "datelines_on", "datelines#what" },
  { "metric_dropdown", "torus-maps#colours" },
  { "history", "history#history" },
  { "timeline", "time#timeline" },
  { "beside", "compare#pin" },
  { "split", "window#right" },
  { "status", "window#status" },
  { "verdict_banner", "datelines#verdict" },
  { "traffic-placement", "jobs#placement" },
};

/* Types, by name: most of them are finished before anything else is made of them. */
static const Topic types[] = {
  { "DlLessonEnd", "lessons#hand-in" },
  { "DlLessonStory", "lessons#hand-in" },
  { "DlLessonPage", "lessons#step" },
  { "DlLessonPane", "lessons#lessons" },
  { "DlArbitrationPanel", "configuration#arbitration" },
  { "DlTrafficPanel", "configuration#traffic" },
  { "DlFaultsPanel", "configuration#faults" },
  { "DlRouterPanel", "configuration#router" },
  { "DlMachineBox", "jobs#cabling" },
  { "DlShapeBox", "configuration#dragonfly" },
  { "DlGroupPicker", "dragonfly#group" },
  { "DlDragonflyPanel", "configuration#routing" },
  { "DlConfigPanel", "configuration#configuration" },
  { "DlCompareView", "compare#table" },
  { "DlSweepView", "sweeps#sweeps" },
  { "DlGotoBox", "window#go-to" },
  { "DlLibraryView", "library#library" },
  { "DlNewView", "library#new" },
  { "DlSpaceDialog", "library#remove" },
  { "DlPapersView", "papers#papers" },
  { "DlExportDialog", "figures#export" },
  { "DlMovieDialog", "time#animation" },
  { "DlTableView", "figures#table" },
  { "DlReportDialog", "figures#report" },
  { "DlRandomDialog", "faults#breaking" },
  { "GtkHeaderBar", "window#header" },
  { "DlWindow", "window#window" },
};

static const char *
find (const Topic *topics, guint n, const char *what)
{
  for (guint i = 0; i < n && what != NULL; i++)
    if (strcmp (topics[i].what, what) == 0)
      return topics[i].target;
  return NULL;
}

#define FIND(topics, what) find (topics, G_N_ELEMENTS (topics), what)

static const char *
topic_of (DlFeatureKind kind, const char *id)
{
  const DlMaker *maker = dl_maker_find (kind, id);

  return maker != NULL ? maker->topic : NULL;
}

const char *
dl_help_view_target (const char *view)
{
  return topic_of (DL_FEATURE_VIEW, view);
}

const char *
dl_help_page_target (const char *page)
{
  return topic_of (DL_FEATURE_PAGE, page);
}

const char *
dl_help_key_target (const char *key)
{
  const DlField *field = key != NULL ? dl_field_find_name (key) : NULL;

  return field != NULL ? field->topic : NULL;
}

/* Controls of a key are called by it, with what they are after a slash. */
static const char *
name_target (const char *name)
{
  g_autofree char *key = name != NULL ? g_strndup (name, strcspn (name, "/")) : NULL;
  const char *target = dl_help_key_target (key);

  return target != NULL ? target : FIND (names, name);
}

/* Topic of a button by its action; views and pages by the one that it shows. */
static const char *
action_target (GtkActionable *actionable)
{
  const char *action = gtk_actionable_get_action_name (actionable);
  GVariant *which = gtk_actionable_get_action_target_value (actionable);
  const char *id = which != NULL && g_variant_is_of_type (which, G_VARIANT_TYPE_STRING)
                       ? g_variant_get_string (which, NULL)
                       : NULL;

  if (g_strcmp0 (action, "win.show-view") == 0)
    return dl_help_view_target (id);
  if (g_strcmp0 (action, "win.evidence-page") == 0)
    return dl_help_page_target (id);
  return FIND (actions, action);
}

static const char *
own_target (GtkWidget *widget)
{
  const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));
  const char *target = name_target (gtk_widget_get_name (widget));

  if (target == NULL)
    target = FIND (names, id);
  if (target == NULL && GTK_IS_ACTIONABLE (widget))
    target = action_target (GTK_ACTIONABLE (widget));
  if (target == NULL && GTK_IS_STACK (widget) && g_strcmp0 (id, "views") == 0)
    target = dl_help_view_target (gtk_stack_get_visible_child_name (GTK_STACK (widget)));
  if (target == NULL && DL_IS_EVIDENCE_PAGES (widget))
    target = dl_help_page_target (dl_evidence_pages_get_shown (DL_EVIDENCE_PAGES (widget)));
  if (target == NULL)
    target = FIND (types, G_OBJECT_TYPE_NAME (widget));
  return target;
}

/* A window of its own holds one thing; with the keyboard nowhere it is about that. */
static const char *
inner_target (GtkWidget *window)
{
  GtkWidget *child = gtk_window_get_child (GTK_WINDOW (window));
  const char *target = NULL;

  while (child != NULL && target == NULL)
    {
      target = FIND (types, G_OBJECT_TYPE_NAME (child));
      child = gtk_widget_get_first_child (child);
    }
  return target;
}

const char *
dl_help_target (GtkWidget *widget)
{
  const char *target = NULL;
  GtkWidget *outermost = widget;

  for (; widget != NULL && target == NULL; widget = gtk_widget_get_parent (widget))
    {
      target = own_target (widget);
      outermost = widget;
    }
  if (target == NULL && GTK_IS_WINDOW (outermost))
    target = inner_target (outermost);
  return target != NULL ? target : "index";
}

/* The most hits of a search; a user with more takes a different word. */
#define MAX_HITS 60
/* Width of the list, at least and at first, and its largest factor for large text. */
#define LIST_LEAST 200
#define LIST_WIDTH 250
#define MOST_SCALE 1.6

struct _DlHelpWindow
{
  GtkWindow parent;
  DlManual *manual;
  GPtrArray *keys; /* DlHelpKey */

  GPtrArray *trail; /* char *: targets that were shown */
  guint at;         /* in the trail */

  GtkLabel *title;
  GtkEditable *search;
  GtkPaned *paned;
  GtkWidget *list_box;
  GtkListBox *list;
  GtkLabel *nothing;
  GtkWidget *text;
  GtkSearchBar *find_bar;
  GtkEditable *find;
  GtkLabel *found;
  gboolean filling; /* rows are selected by the program */
};

G_DEFINE_FINAL_TYPE (DlHelpWindow, dl_help_window, GTK_TYPE_WINDOW)

/* The list: topics, or hits -------------------------------------------------------------------- */

static GtkWidget *
new_line (const char *words, const char *css_class)
{
  GtkWidget *label = gtk_label_new (words);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* @target is taken. */
static void
add_row (DlHelpWindow *self, char *target, const char *title, const char *about)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  g_object_set (lines, "margin-top", 4, "margin-bottom", 4, NULL);
  gtk_box_append (GTK_BOX (lines), new_line (title, NULL));
  if (about != NULL)
    gtk_box_append (GTK_BOX (lines), new_line (about, "dl-description"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), lines);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data_full (G_OBJECT (row), "dl-target", target, g_free);
  gtk_list_box_append (self->list, row);
}

static void
clear_list (DlHelpWindow *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
}

static void
list_topics (DlHelpWindow *self)
{
  for (guint i = 0; i < dl_manual_n_pages (self->manual); i++)
    {
      const DlManualPage *page = dl_manual_page (self->manual, i);

      add_row (self, g_strdup (page->id), page->title, NULL);
    }
}

static void
list_hits (DlHelpWindow *self, const char *words)
{
  g_autoptr (GPtrArray) hits = dl_manual_search (self->manual, words);

  for (guint i = 0; i < MIN (hits->len, MAX_HITS); i++)
    {
      const DlManualHit *hit = g_ptr_array_index (hits, i);
      const char *anchor = dl_manual_page_block (hit->page, hit->block)->anchor;
      /* Translators: a part of the manual and the topic that it is in */
      g_autofree char *title = hit->block == 0
                                   ? g_strdup (hit->title)
                                   : g_strdup_printf (_ ("%s · %s"), hit->title, hit->page->title);

      add_row (self,
               anchor != NULL ? g_strconcat (hit->page->id, "#", anchor, NULL)
                              : g_strdup (hit->page->id),
               title, hit->excerpt);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->nothing), hits->len == 0);
}

/* So far that all of @row is seen. */
static void
show_row (DlHelpWindow *self, GtkWidget *row)
{
  GtkAdjustment *scroll = gtk_list_box_get_adjustment (self->list);
  graphene_rect_t bounds;

  if (scroll != NULL && gtk_widget_compute_bounds (row, GTK_WIDGET (self->list), &bounds))
    gtk_adjustment_clamp_page (scroll, bounds.origin.y, bounds.origin.y + bounds.size.height);
}

/* The row of the topic that is shown. */
static void
select_topic (DlHelpWindow *self)
{
  const DlManualPage *page = dl_manual_find (self->manual, dl_help_window_get_target (self), NULL);
  GtkListBoxRow *row;

  self->filling = TRUE;
  gtk_list_box_unselect_all (self->list);
  for (gint i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (g_strcmp0 (g_object_get_data (G_OBJECT (row), "dl-target"), page->id) == 0)
      {
        gtk_list_box_select_row (self->list, row);
        show_row (self, GTK_WIDGET (row));
      }
  self->filling = FALSE;
}

static void
fill_list (DlHelpWindow *self)
{
  g_autofree char *words = g_strstrip (g_strdup (gtk_editable_get_text (self->search)));

  self->filling = TRUE;
  clear_list (self);
  gtk_widget_set_visible (GTK_WIDGET (self->nothing), FALSE);
  if (*words != '\0')
    list_hits (self, words);
  else
    list_topics (self);
  self->filling = FALSE;
  select_topic (self);
}

/* Showing -------------------------------------------------------------------------------------- */

static const char *
trail_at (DlHelpWindow *self, guint i)
{
  return g_ptr_array_index (self->trail, i);
}

const char *
dl_help_window_get_target (DlHelpWindow *self)
{
  return trail_at (self, self->at);
}

const DlManual *
dl_help_window_get_manual (DlHelpWindow *self)
{
  return self->manual;
}

static void
update_found (DlHelpWindow *self)
{
  const char *words = gtk_editable_get_text (self->find);
  const guint n = dl_help_text_mark (DL_HELP_TEXT (self->text),
                                     gtk_search_bar_get_search_mode (self->find_bar) ? words : "");
  g_autofree char *text
      = n > 0 ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u place", "%u places", n), n)
              : g_strdup (_ ("not found"));

  gtk_label_set_label (self->found, *words != '\0' ? text : "");
}

static void
show_current (DlHelpWindow *self)
{
  guint block;
  const DlManualPage *page
      = dl_manual_find (self->manual, dl_help_window_get_target (self), &block);

  dl_help_text_show (DL_HELP_TEXT (self->text), page, block, self->keys);
  gtk_label_set_label (self->title, page->title);
  gtk_window_set_title (GTK_WINDOW (self), page->title);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "help.back", self->at > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "help.forward",
                                 self->at + 1 < self->trail->len);
  update_found (self);
  select_topic (self);
}

void
dl_help_window_show (DlHelpWindow *self, const char *target)
{
  const DlManualPage *page = dl_manual_find (self->manual, target, NULL);
  const char *shown = page != NULL ? target : dl_manual_page (self->manual, 0)->id;

  if (self->trail->len > 0 && g_str_equal (shown, dl_help_window_get_target (self)))
    {
      show_current (self);
      return;
    }
  if (self->trail->len > 0)
    {
      g_ptr_array_set_size (self->trail, self->at + 1);
      self->at++;
    }
  g_ptr_array_add (self->trail, g_strdup (shown));
  show_current (self);
}

static void
on_follow (DlHelpWindow *self, const char *target)
{
  dl_help_window_show (self, target);
}

static void
on_row (DlHelpWindow *self, GtkListBoxRow *row)
{
  dl_help_window_show (self, g_object_get_data (G_OBJECT (row), "dl-target"));
}

/* Arrow keys show at once what they come to. */
static void
on_selected (DlHelpWindow *self, GtkListBoxRow *row)
{
  if (!self->filling && row != NULL)
    on_row (self, row);
}

/* Actions -------------------------------------------------------------------------------------- */

static void
go (GtkWidget *widget, const char *name, GVariant *parameter)
{
  DlHelpWindow *self = DL_HELP_WINDOW (widget);
  const gboolean back = g_str_equal (name, "help.back");

  if (back ? self->at == 0 : self->at + 1 >= self->trail->len)
    return;
  self->at += back ? -1 : 1;
  show_current (self);
  gtk_widget_grab_focus (self->text);
}

static void
show_index (GtkWidget *widget, const char *name, GVariant *parameter)
{
  DlHelpWindow *self = DL_HELP_WINDOW (widget);

  dl_help_window_show (self, dl_manual_page (self->manual, 0)->id);
}

static void
begin_find (GtkWidget *widget, const char *name, GVariant *parameter)
{
  DlHelpWindow *self = DL_HELP_WINDOW (widget);

  gtk_search_bar_set_search_mode (self->find_bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->find));
}

static void
begin_search (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (DL_HELP_WINDOW (widget)->search));
}

void
dl_help_window_search (DlHelpWindow *self, const char *words)
{
  gtk_editable_set_text (self->search, words);
  fill_list (self);
}

/* Finding -------------------------------------------------------------------------------------- */

static void
find_next (DlHelpWindow *self)
{
  dl_help_text_find (DL_HELP_TEXT (self->text), gtk_editable_get_text (self->find), TRUE);
}

static void
find_previous (DlHelpWindow *self)
{
  dl_help_text_find (DL_HELP_TEXT (self->text), gtk_editable_get_text (self->find), FALSE);
}

static gboolean
on_find_key (DlHelpWindow *self, guint keyval, guint keycode, GdkModifierType state)
{
  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter) || (state & GDK_SHIFT_MASK) == 0)
    return GDK_EVENT_PROPAGATE;
  find_previous (self);
  return GDK_EVENT_STOP;
}

static void
on_find_changed (DlHelpWindow *self)
{
  update_found (self);
}

/* A search ends first, the window last. */
static void
on_escape (GtkWidget *widget, const char *name, GVariant *parameter)
{
  DlHelpWindow *self = DL_HELP_WINDOW (widget);

  if (gtk_search_bar_get_search_mode (self->find_bar))
    {
      gtk_search_bar_set_search_mode (self->find_bar, FALSE);
      gtk_widget_grab_focus (self->text);
    }
  else if (*gtk_editable_get_text (self->search) != '\0')
    {
      dl_help_window_search (self, "");
      gtk_widget_grab_focus (self->text);
    }
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
on_stop_search (DlHelpWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "help.escape", NULL);
}

/* The window ----------------------------------------------------------------------------------- */

/* Room for the words of the topics. */
static void
on_text_size (DlHelpWindow *self)
{
  const double scale = MIN (dl_text_size_scale (), MOST_SCALE);

  gtk_widget_set_size_request (self->list_box, (int) (LIST_LEAST * scale), -1);
  gtk_paned_set_position (self->paned, (int) (LIST_WIDTH * scale));
}

static void
dispose (GObject *object)
{
  DlHelpWindow *self = DL_HELP_WINDOW (object);

  /* Its last selection is of no interest to anybody. */
  self->filling = TRUE;
  G_OBJECT_CLASS (dl_help_window_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlHelpWindow *self = DL_HELP_WINDOW (object);

  dl_manual_free (self->manual);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_ptr_array_unref (self->trail);
  G_OBJECT_CLASS (dl_help_window_parent_class)->finalize (object);
}

static void
dl_help_window_class_init (DlHelpWindowClass *class)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_Left, GDK_ALT_MASK, "help.back" },    { GDK_KEY_Right, GDK_ALT_MASK, "help.forward" },
    { GDK_KEY_Home, GDK_ALT_MASK, "help.index" },   { GDK_KEY_f, GDK_CONTROL_MASK, "help.find" },
    { GDK_KEY_k, GDK_CONTROL_MASK, "help.search" }, { GDK_KEY_w, GDK_CONTROL_MASK, "window.close" },
    { GDK_KEY_Escape, 0, "help.escape" },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_install_action (widget_class, "help.back", NULL, go);
  gtk_widget_class_install_action (widget_class, "help.forward", NULL, go);
  gtk_widget_class_install_action (widget_class, "help.index", NULL, show_index);
  gtk_widget_class_install_action (widget_class, "help.find", NULL, begin_find);
  gtk_widget_class_install_action (widget_class, "help.search", NULL, begin_search);
  gtk_widget_class_install_action (widget_class, "help.escape", NULL, on_escape);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
  g_type_ensure (DL_TYPE_HELP_TEXT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-help-window.ui");
  gtk_widget_class_bind_template_child (widget_class, DlHelpWindow, title);
  gtk_widget_class_bind_template_child (widget_class, DlHelpWindow, search);
  gtk_widget_class_bind_template_child (widget_class, DlHelpWindow, paned);
  gtk_widget_class_bind_template_child (widget_class, DlHelpWindow, list_box);
  gtk_widget_class_bind_template_child (widget_class, DlHelpWindow, list);
  gtk_widget_class_bind_template_child (widget_class, DlHelpWindow, nothing);
  gtk_widget_class_bind_template_child (widget_class, DlHelpWindow, text);
  gtk_widget_class_bind_template_child (widget_class, DlHelpWindow, find_bar);
  gtk_widget_class_bind_template_child (widget_class, DlHelpWindow, find);
  gtk_widget_class_bind_template_child (widget_class, DlHelpWindow, found);
  gtk_widget_class_bind_template_callback (widget_class, fill_list);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  gtk_widget_class_bind_template_callback (widget_class, on_row);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_find_changed);
  gtk_widget_class_bind_template_callback (widget_class, find_next);
  gtk_widget_class_bind_template_callback (widget_class, on_find_key);
  gtk_widget_class_bind_template_callback (widget_class, on_follow);
}

static void
dl_help_window_init (DlHelpWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (self->find_bar, self->find);
  self->manual = dl_manual_new (g_get_language_names ());
  self->trail = g_ptr_array_new_with_free_func (g_free);
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (on_text_size), self);
  list_topics (self);
  gtk_widget_grab_focus (self->text);
}

GtkWidget *
dl_help_window_new (GtkApplication *application)
{
  DlHelpWindow *self = g_object_new (DL_TYPE_HELP_WINDOW, NULL);

  self->keys = dl_help_keys_new (application);
  dl_help_window_show (self, dl_manual_page (self->manual, 0)->id);
  return GTK_WIDGET (self);
}
