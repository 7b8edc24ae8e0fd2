#include "dl-toy-actions.h"

#include "dl-preset.h"
#include "dl-session.h"

#include <glib/gi18n-lib.h>

/* Cycles a second at which eyes can follow a packet. */
#define TOY_SPEED 10

#define ROOM "toys"

/* State of the view left behind. */
typedef struct
{
  gboolean begins;               /* just now */
  GVariant *view, *page, *speed; /* states of actions */
  const DlMetric **metrics;      /* (n_families) */
  guint slice;
  guint cut;
  DlShow show;
  guint group;
  gboolean sorted;
  guint ring_node, ring_dim;
  DlPlace selected;
  DlPathKind path;
  guint source, dest, which; /* of a route */
  guint step;                /* of any path */
  const DlScenario *left;    /* of one that a lesson took the place of */
  guint restoring;
} Visit;

typedef struct
{
  Visit *shown;  /* nullable: no toy is shown */
  Visit *passed; /* nullable: a lesson has taken the place of a toy */
  DlBanner *banner;
  GtkButton *back_button;
} Toys;

static void
visit_free (Visit *visit)
{
  if (visit == NULL)
    return;
  g_variant_unref (visit->view);
  g_variant_unref (visit->page);
  g_variant_unref (visit->speed);
  g_clear_handle_id (&visit->restoring, g_source_remove);
  g_free (visit->metrics);
  g_free (visit);
}

/* There and back ------------------------------------------------------------------------------- */

static Visit *
remember (DlShell *self)
{
  DlView *view = dl_shell_get_view (self);
  Visit *visit = g_new0 (Visit, 1);
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);
  DlMapPath path;

  visit->view = dl_shell_get_state (self, "show-view");
  visit->page = dl_shell_get_state (self, "evidence-page");
  visit->speed = dl_shell_get_state (self, "sim-speed");
  visit->metrics = g_new (const DlMetric *, n_families);
  for (guint i = 0; i < n_families; i++)
    visit->metrics[i] = dl_view_get_metric_of (view, families[i]);
  visit->slice = dl_view_get_slice (view);
  visit->cut = dl_view_get_cut (view);
  visit->show = dl_beside_get_show (dl_view_get_beside (view));
  visit->group = dl_view_get_group (view);
  visit->sorted = dl_view_get_sorted (view);
  visit->selected = dl_view_get_selected (view);
  dl_view_get_ring (view, &visit->ring_node, &visit->ring_dim);
  visit->path = dl_view_get_path_kind (view);
  dl_view_get_route (view, &visit->source, &visit->dest);
  visit->which = dl_view_get_which (view);
  visit->step = dl_view_get_path (view, &path) ? path.step : DL_NO_STEP;
  return visit;
}

/* The view belongs to the network that is there now. */
static void
restore (DlShell *self, const Visit *visit)
{
  DlView *view = dl_shell_get_view (self);
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);

  for (guint i = 0; i < n_families; i++)
    dl_view_set_metric_of (view, families[i], visit->metrics[i]);
  g_object_set (view, "slice", visit->slice, "sorted", visit->sorted, NULL);
  dl_view_set_cut (view, visit->cut);
  if (!dl_shell_get_family (self)->has_groups)
    dl_view_set_ring (view, visit->ring_node, visit->ring_dim);
  dl_view_select (view, visit->selected);
  g_object_set (view, "group", visit->group, NULL);
  if (visit->path == DL_PATH_ROUTE)
    dl_view_show_route (view, visit->source, visit->dest, visit->which);
  else if (visit->path == DL_PATH_CYCLE)
    dl_view_show_cycle (view);
  else if (visit->path == DL_PATH_WAITS)
    dl_view_show_waits (view);
  if (dl_view_get_path_kind (view) != DL_PATH_NONE)
    dl_view_set_path_step (view, visit->step);
  dl_beside_set_show (dl_view_get_beside (view), visit->show);
  dl_shell_change_state (self, "sim-speed", visit->speed);
  dl_shell_change_state (self, "show-view", visit->view);
  dl_shell_change_state (self, "evidence-page", visit->page);
}

/* The view of the family that shows the packets on their way. */
static const char *
packets_view (const DlFamily *family)
{
  return dl_family_has_feature (family, DL_FEATURE_VIEW, "packets")
             ? "packets"
             : dl_family_feature (family, DL_FEATURE_VIEW, 0)->id;
}

static void
leave_for (DlShell *self, const DlToy *toy)
{
  Toys *toys = dl_shell_kept (self, ROOM);
  DlView *view = dl_shell_get_view (self);
  DlSession *session = dl_view_get_session (view);
  const DlScenario *left = dl_session_get_left (session);
  const DlScenario *from = left != NULL ? left : dl_session_get_scenario (session);
  DlScenario *scenario = dl_toy_new_scenario (toy, from);

  if (toys->shown == NULL)
    toys->shown = remember (self);
  dl_view_hide_path (view);
  dl_view_select (view, DL_NOWHERE);
  dl_beside_set_show (dl_view_get_beside (view), DL_SHOW_A);
  toys->shown->begins = TRUE;
  dl_session_visit (session, scenario);
  toys->shown->begins = FALSE;
  dl_shell_show_view (self, packets_view (dl_shell_get_family (self)));
  dl_shell_change_state (self, "sim-speed", g_variant_new_int32 (TOY_SPEED));
}

static void
visit_toy (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const DlToy *toy = dl_toy_find (g_variant_get_string (parameter, NULL));

  if (toy != NULL)
    leave_for (user_data, toy);
}

static void
go_back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  Toys *toys = dl_shell_kept (self, ROOM);
  Visit *visit = g_steal_pointer (&toys->shown);

  dl_view_hide_path (dl_shell_get_view (self));
  dl_session_return (dl_shell_get_session (self));
  if (visit != NULL)
    restore (self, visit);
  visit_free (visit);
}

/* There and back with one key: to the first toy of the same kind. */
static void
toggle (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;

  if (dl_toy_is_shown (self))
    go_back (NULL, NULL, self);
  else
    leave_for (self, &dl_shell_get_family (self)->toys[0]);
}

/* Keep the current state beside the others in the library; the open scenario stays open. */
static void
keep (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlSession *session = dl_shell_get_session (user_data);

  dl_session_branch (session, dl_history_position (dl_session_get_history (session)));
}

/* Display -------------------------------------------------------------------------------------- */

gboolean
dl_toy_is_shown (DlShell *shell)
{
  const Toys *toys = dl_shell_kept (shell, ROOM);

  return toys != NULL && toys->shown != NULL;
}

void
dl_toy_set_in_lesson (DlShell *shell, gboolean in_lesson)
{
  const Toys *toys = dl_shell_kept (shell, ROOM);

  gtk_widget_set_visible (GTK_WIDGET (toys->banner), !in_lesson);
}

static void
name_way_back (Toys *toys, const char *name)
{
  g_autoptr (GString) escaped = g_string_new (name);
  g_autofree char *label = NULL;

  g_string_replace (escaped, "_", "__", 0); /* no mnemonic */
  /* Translators: %s is the name of a scenario */
  label = g_strdup_printf (_ ("_Back to %s"), escaped->str);
  gtk_button_set_label (toys->back_button, label);
}

static gboolean
on_restore (gpointer user_data)
{
  DlShell *self = user_data;
  Toys *toys = dl_shell_kept (self, ROOM);
  Visit *visit = g_steal_pointer (&toys->passed);

  visit->restoring = 0;
  restore (self, visit);
  visit_free (visit);
  return G_SOURCE_REMOVE;
}

/* The lesson goes back to the scenario that was left for the toy, and turns to the toy's network:
 * after that it has its state before both. */
static void
follow_passed (DlShell *self, Toys *toys, const DlScenario *left)
{
  Visit *visit = toys->passed;

  g_clear_handle_id (&visit->restoring, g_source_remove); /* the next lesson */
  if (left != NULL)
    return;
  if (dl_session_get_scenario (dl_shell_get_session (self)) == visit->left)
    visit->restoring = g_idle_add (on_restore, self);
  else
    g_clear_pointer (&toys->passed, visit_free);
}

/* A lesson may be what the scenario was left for, or another one was opened for good. */
static void
on_left (DlShell *self)
{
  DlSession *session = dl_shell_get_session (self);
  const DlScenario *left = dl_session_get_left (session);
  Toys *toys = dl_shell_kept (self, ROOM);
  gboolean shown;

  if (toys->passed != NULL)
    follow_passed (self, toys, left);
  if (toys->shown != NULL && left != NULL && !toys->shown->begins)
    {
      toys->passed = g_steal_pointer (&toys->shown);
      toys->passed->left = left;
    }
  else if (left == NULL)
    g_clear_pointer (&toys->shown, visit_free);
  shown = toys->shown != NULL;
  dl_shell_set_enabled (self, "toy", left == NULL || shown);
  dl_shell_set_enabled (self, "toy-toggle", left == NULL || shown);
  dl_shell_set_enabled (self, "toy-back", shown);
  dl_shell_set_enabled (self, "toy-keep", shown && dl_session_get_library (session) != NULL);
  dl_banner_set_message (
      toys->banner, shown ? _ ("A toy network: change and break anything; it is not saved") : NULL);
  if (shown)
    name_way_back (toys, left->name);
}

static void
fill_banner (Toys *toys)
{
  GtkWidget *back, *keep_button;

  dl_banner_set_calm (toys->banner);
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (toys->banner),
      _ ("It takes the router and the VC policy or routing mode from a network of the same kind; "
         "it has its own size, datelines, faults and traffic"));
  back = dl_banner_add_button (toys->banner, _ ("_Back"), "win.toy-back");
  toys->back_button = GTK_BUTTON (back);
  gtk_widget_set_tooltip_text (back,
                               _ ("To the scenario as you left it, with its history, selection and "
                                  "simulation (Shift+Ctrl+T)"));
  keep_button = dl_banner_add_button (toys->banner, _ ("_Keep in the Library"), "win.toy-keep");
  gtk_widget_set_tooltip_text (keep_button,
                               _ ("Add the toy in its current state to the library, as a new "
                                  "scenario"));
}

static void
fill_menu (GMenu *menu)
{
  guint n;
  const DlToy *toys = dl_toys (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.toy::%s", toys[i].id);

      g_menu_append (menu, _ (toys[i].title), action);
    }
}

static void
toys_free (gpointer data)
{
  Toys *toys = data;

  visit_free (toys->shown);
  visit_free (toys->passed);
  g_free (toys);
}

void
dl_toy_actions_add (DlShell *shell, GMenu *menu, DlBanner *banner)
{
  static const GActionEntry entries[] = {
    { .name = "toy", .activate = visit_toy, .parameter_type = "s" },
    { .name = "toy-back", .activate = go_back },
    { .name = "toy-toggle", .activate = toggle },
    { .name = "toy-keep", .activate = keep },
  };
  Toys *toys = g_new0 (Toys, 1);

  toys->banner = banner;
  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_keep (shell, ROOM, toys, toys_free);
  fill_banner (toys);
  fill_menu (menu);
  g_signal_connect_object (dl_shell_get_session (shell), "notify::left-name", G_CALLBACK (on_left),
                           shell, G_CONNECT_SWAPPED);
  on_left (shell);
}
