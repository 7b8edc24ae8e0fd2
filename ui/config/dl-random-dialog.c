#include "dl-random-dialog.h"

#include "dl-session-dragonfly.h"
#include "dl-session-edits.h"

/* What a dragonfly can lose: the toggle's name is what the settings keep. */
static const struct
{
  const char *name;
  DlBreakKind kind;
} kinds[] = {
  { "cables", DL_BREAK_CABLES },
  { "links", DL_BREAK_LINKS },
  { "routers", DL_BREAK_ROUTERS },
  { "chassis", DL_BREAK_CHASSIS },
};

struct _DlRandomDialog
{
  GtkWindow parent;
  DlSession *session;
  GSettings *settings; /* NULL where the schema is not installed */

  GtkWidget *cables, *nodes;
  GtkWidget *links, *routers, *chassis; /* of a dragonfly */
  GtkWidget *count, *seed, *dice;
  GtkWidget *break_button;
  GtkAdjustment *count_adjustment;
};

G_DEFINE_FINAL_TYPE (DlRandomDialog, dl_random_dialog, GTK_TYPE_WINDOW)

static gboolean
is_active (GtkWidget *toggle)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (toggle));
}

static gboolean
breaks_nodes (DlRandomDialog *self)
{
  return is_active (self->nodes);
}

static gboolean
is_dragonfly (DlRandomDialog *self)
{
  return self->session != NULL
         && dl_scenario_kind (dl_session_get_scenario (self->session)) == DL_KIND_DRAGONFLY;
}

/* Of kinds. */
static guint
kind_index (DlRandomDialog *self)
{
  GtkWidget *toggles[G_N_ELEMENTS (kinds)]
      = { self->cables, self->links, self->routers, self->chassis };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (is_active (toggles[i]))
      return i;
  return 0;
}

static guint
count_working (DlRandomDialog *self)
{
  DlResult *result = self->session != NULL ? dl_session_get_torus_result (self->session) : NULL;

  if (is_dragonfly (self))
    {
      g_autoptr (DlDragonfly) net = dl_session_dragonfly (self->session);

      return net != NULL ? dl_edits_count_breakable (net, kinds[kind_index (self)].kind) : 0;
    }
  if (result == NULL)
    return 3 * DL_TORUS_MAX_NODES;
  return breaks_nodes (self) ? dl_result_torus (result)->network->n_working_nodes
                             : dl_result_torus (result)->network->n_working_links / 2;
}

/* No more than there are. One toggle that goes off comes with another that goes on. */
static void
update_limit (DlRandomDialog *self, GtkToggleButton *toggled)
{
  guint limit;

  if (toggled != NULL && !gtk_toggle_button_get_active (toggled))
    return;
  limit = count_working (self);
  gtk_adjustment_configure (self->count_adjustment,
                            gtk_adjustment_get_value (self->count_adjustment), 1, MAX (limit, 1), 1,
                            10, 0);
  gtk_widget_set_sensitive (self->break_button, limit > 0);
}

static void
on_dice (DlRandomDialog *self)
{
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->seed), g_random_int ());
}

static void
on_break (DlRandomDialog *self)
{
  guint count;
  guint32 seed;

  gtk_spin_button_update (GTK_SPIN_BUTTON (self->count));
  gtk_spin_button_update (GTK_SPIN_BUTTON (self->seed));
  count = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->count));
  seed = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->seed));
  if (self->settings != NULL)
    {
      g_settings_set_uint (self->settings, "random-count", MIN (count, DL_TORUS_MAX_NODES));
      g_settings_set_uint (self->settings, "random-seed", seed);
      if (is_dragonfly (self))
        g_settings_set_string (self->settings, "random-dragonfly", kinds[kind_index (self)].name);
      else
        g_settings_set_boolean (self->settings, "random-nodes", breaks_nodes (self));
    }
  if (is_dragonfly (self))
    dl_session_break_random_dragonfly (self->session, kinds[kind_index (self)].kind, count, seed);
  else
    dl_session_break_random (self->session, count, breaks_nodes (self), seed);
  gtk_window_close (GTK_WINDOW (self));
}

static void
load_kind (DlRandomDialog *self)
{
  GtkWidget *toggles[G_N_ELEMENTS (kinds)]
      = { self->cables, self->links, self->routers, self->chassis };
  g_autofree char *name = g_settings_get_string (self->settings, "random-dragonfly");

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].name, name))
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggles[i]), TRUE);
}

static void
load_settings (DlRandomDialog *self)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema
      = source != NULL ? g_settings_schema_source_lookup (source, "org.dateline.Dateline", TRUE)
                       : NULL;

  if (schema == NULL)
    return;
  self->settings = g_settings_new_full (schema, NULL, NULL);
  if (is_dragonfly (self))
    load_kind (self);
  else
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->nodes),
                                  g_settings_get_boolean (self->settings, "random-nodes"));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->count),
                             g_settings_get_uint (self->settings, "random-count"));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->seed),
                             g_settings_get_uint (self->settings, "random-seed"));
}

static void
dispose (GObject *object)
{
  DlRandomDialog *self = DL_RANDOM_DIALOG (object);

  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (dl_random_dialog_parent_class)->dispose (object);
}

static void
dl_random_dialog_class_init (DlRandomDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-random-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, cables);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, nodes);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, links);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, routers);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, chassis);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, count);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, seed);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, dice);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, break_button);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, count_adjustment);
  gtk_widget_class_bind_template_callback (widget_class, update_limit);
  gtk_widget_class_bind_template_callback (widget_class, on_dice);
  gtk_widget_class_bind_template_callback (widget_class, on_break);
  gtk_widget_class_bind_template_callback (widget_class, gtk_window_close);
}

static void
dl_random_dialog_init (DlRandomDialog *self)
{
  static const char *const dice[] = { "media-playlist-shuffle-symbolic", "view-refresh-symbolic" };
  g_autoptr (GIcon) icon = g_themed_icon_new_from_names ((char **) dice, G_N_ELEMENTS (dice));

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_button_set_child (GTK_BUTTON (self->dice), gtk_image_new_from_gicon (icon));
  gtk_text_set_activates_default (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (self->count))),
                                  TRUE);
  gtk_text_set_activates_default (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (self->seed))),
                                  TRUE);
}

GtkWindow *
dl_random_dialog_present (GtkWindow *parent, DlSession *session)
{
  DlRandomDialog *self = g_object_new (DL_TYPE_RANDOM_DIALOG, "transient-for", parent, NULL);

  self->session = g_object_ref (session);
  gtk_widget_set_visible (self->nodes, !is_dragonfly (self));
  gtk_widget_set_visible (self->links, is_dragonfly (self));
  gtk_widget_set_visible (self->routers, is_dragonfly (self));
  gtk_widget_set_visible (self->chassis, is_dragonfly (self));
  load_settings (self);
  update_limit (self, NULL);
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}
