/* Which part of the manual fits which place of the program: by key of the scenario, whose row says
 * it, by action, by what a widget is called, and by what it is. */
#include "dl-help.h"

#include "dl-evidence-pages.h"
#include "dl-field.h"

#include <string.h>

typedef struct
{
  const char *what;
  const char *target;
} Topic;

/* Of buttons. */
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
};

/* Names of widgets, and their identifiers in templates. */
static const Topic names[] = {
  { "datelines_off", "datelines#why" },
  { "datelines_on", "datelines#what" },
  { "metric_dropdown", "torus-maps#colours" },
  { "history", "history#history" },
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
  const DlFeature *feature = dl_feature_find (kind, id);

  return feature != NULL ? feature->topic : NULL;
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

/* Of a button by its action: views and pages by which of them it shows. */
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
