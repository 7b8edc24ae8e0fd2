#include "dl-study-actions.h"

#include "dl-compare-view.h"
#include "dl-papers-view.h"
#include "dl-sweep-view.h"

#include <string.h>

/* Sweeps ----------------------------------------------------------------------------------------
 */

static DlSweepView *
present (DlShell *self)
{
  return dl_sweep_window_get_view (
      dl_sweep_window_present (GTK_WINDOW (self), dl_shell_get_session (self)));
}

static void
sweep (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  present (user_data);
}

/* "torus.datelines/x": the key, and behind the slash which item of a list: x, y or z. */
static void
sweep_key (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const char *name = g_variant_get_string (parameter, NULL);
  g_autofree char *key = g_strndup (name, strcspn (name, "/"));
  const DlField *field = dl_field_find_name (key);
  const char *slash = strchr (name, '/');
  guint part = G_MAXUINT;

  if (field == NULL)
    return;
  if (slash != NULL && slash[1] >= 'x' && slash[1] <= 'z')
    part = slash[1] - 'x';
  dl_sweep_view_choose (present (user_data), field, part);
}

static void
sweep_open (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_widget_activate_action_variant (GTK_WIDGET (present (user_data)), "sweep.open-stored",
                                      parameter);
}

/* Comparisons -----------------------------------------------------------------------------------
 */

static DlCompare *
present_compare (DlShell *self)
{
  GtkWindow *window = dl_compare_window_present (GTK_WINDOW (self), dl_shell_get_session (self));

  return dl_compare_view_get_compare (dl_compare_window_get_view (window));
}

static void
compare_scenario (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_compare_add (present_compare (user_data), g_variant_get_int64 (parameter));
}

static void
compare_run (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const char *what;
  gint64 id;

  g_variant_get (parameter, "(x&s)", &id, &what);
  dl_compare_add_run (present_compare (user_data), id, what);
}

static void
compare (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  present_compare (user_data);
}

static void
papers (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_papers_window_present (user_data, dl_shell_get_session (user_data));
}

void
dl_study_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "sweep", .activate = sweep },
    { .name = "sweep-key", .activate = sweep_key, .parameter_type = "s" },
    { .name = "sweep-open", .activate = sweep_open, .parameter_type = "x" },
    { .name = "compare", .activate = compare },
    { .name = "compare-scenario", .activate = compare_scenario, .parameter_type = "x" },
    { .name = "compare-run", .activate = compare_run, .parameter_type = "(xs)" },
    { .name = "papers", .activate = papers },
  };

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
}
