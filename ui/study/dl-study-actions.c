/* The window's actions on sweeps. */
#include "dl-window-private.h"

#include "dl-sweep-menu.h"
#include "dl-sweep-view.h"

#include <string.h>

static DlSweepView *
present (DlWindow *self)
{
  return dl_sweep_window_get_view (dl_sweep_window_present (GTK_WINDOW (self), self->session));
}

static void
sweep (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  present (user_data);
}

/* "torus.datelines/x": the key, and behind the slash which dimension. */
static void
sweep_key (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const char *name = g_variant_get_string (parameter, NULL);
  g_autofree char *key = g_strndup (name, strcspn (name, "/"));
  const DlField *field = dl_field_find_name (key);
  guint of = DL_N_DIMS;

  if (field == NULL)
    return;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (strchr (name, '/') != NULL && g_str_equal (strchr (name, '/') + 1, dl_dim_name (dim)))
      of = dim;
  dl_sweep_view_choose (present (user_data), field, of);
}

static void
sweep_open (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  gtk_widget_activate_action_variant (GTK_WIDGET (present (self)), "sweep.open-stored", parameter);
}

void
dl_window_add_sweep_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "sweep", .activate = sweep },
    { .name = "sweep-key", .activate = sweep_key, .parameter_type = "s" },
    { .name = "sweep-open", .activate = sweep_open, .parameter_type = "x" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  dl_sweep_menu_add (gtk_revealer_get_child (self->configuration_revealer));
}
