#include "dl-random-dialog.h"

#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

/* The most that the setting may be (org.dateline.Dateline.gschema.xml). */
#define MOST_KEPT 32768

struct _DlRandomDialog
{
  GtkWindow parent;
  DlSession *session;
  GSettings *settings; /* NULL where the schema is not installed */

  GtkWidget *what; /* a toggle for each that the family breaks at random, in their order */
  GtkWidget *count, *seed, *dice;
  GtkWidget *break_button;
  GtkAdjustment *count_adjustment;
};

G_DEFINE_FINAL_TYPE (DlRandomDialog, dl_random_dialog, GTK_TYPE_WINDOW)

static const DlFamily *
family_of (DlRandomDialog *self)
{
  return dl_session_get_scenario (self->session)->family;
}

/* The id of the one that is chosen. */
static const char *
chosen (DlRandomDialog *self)
{
  GtkWidget *toggle = gtk_widget_get_first_child (self->what);

  while (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (toggle)))
    toggle = gtk_widget_get_next_sibling (toggle);
  return gtk_widget_get_name (toggle);
}

/* Name of the family's setting; NULL if nothing is kept. */
static char *
setting_name (DlRandomDialog *self)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autofree char *name = g_strconcat ("random-", family_of (self)->id, NULL);

  g_object_get (self->settings, "settings-schema", &schema, NULL);
  return g_settings_schema_has_key (schema, name) ? g_steal_pointer (&name) : NULL;
}

/* No more than there are. Two toggles change at once: one goes off, one on. */
static void
update_limit (DlRandomDialog *self, GtkToggleButton *toggled)
{
  guint limit;

  if (toggled != NULL && !gtk_toggle_button_get_active (toggled))
    return;
  limit = dl_session_count_breakable (self->session, chosen (self));
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
      g_autofree char *name = setting_name (self);

      g_settings_set_uint (self->settings, "random-count", MIN (count, MOST_KEPT));
      g_settings_set_uint (self->settings, "random-seed", seed);
      if (name != NULL)
        g_settings_set_string (self->settings, name, chosen (self));
    }
  dl_session_break_random (self->session, chosen (self), count, seed);
  gtk_window_close (GTK_WINDOW (self));
}

/* A toggle each; @id is on, or else the first. */
static void
add_toggles (DlRandomDialog *self, const char *id)
{
  const DlFamily *family = family_of (self);
  GtkToggleButton *first = NULL;

  for (guint i = 0; i < family->n_breakables; i++)
    {
      const DlBreakable *breakable = &family->breakables[i];
      GtkWidget *toggle;

      if (breakable->id == NULL)
        continue;
      toggle = gtk_toggle_button_new_with_mnemonic (_ (breakable->button));
      gtk_widget_set_name (toggle, breakable->id);
      gtk_widget_set_tooltip_text (toggle, _ (breakable->button_tooltip));
      gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (toggle), first);
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle),
                                    first == NULL || g_strcmp0 (breakable->id, id) == 0);
      if (first == NULL)
        first = GTK_TOGGLE_BUTTON (toggle);
      g_signal_connect_swapped (toggle, "toggled", G_CALLBACK (update_limit), self);
      gtk_box_append (GTK_BOX (self->what), toggle);
    }
}

static void
load_settings (DlRandomDialog *self)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema
      = source != NULL ? g_settings_schema_source_lookup (source, "org.dateline.Dateline", TRUE)
                       : NULL;

  g_autofree char *name = NULL;
  g_autofree char *id = NULL;

  if (schema != NULL)
    self->settings = g_settings_new_full (schema, NULL, NULL);
  name = schema != NULL ? setting_name (self) : NULL;
  id = name != NULL ? g_settings_get_string (self->settings, name) : NULL;
  add_toggles (self, id != NULL ? id : "cables");
  if (schema == NULL)
    return;
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
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, what);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, count);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, seed);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, dice);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, break_button);
  gtk_widget_class_bind_template_child (widget_class, DlRandomDialog, count_adjustment);
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
  load_settings (self);
  update_limit (self, NULL);
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}
