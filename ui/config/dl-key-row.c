#include "dl-key-row.h"

#include "dl-bytes.h"
#include "dl-field-type.h"
#include "dl-live-entry.h"
#include "dl-number-field.h"
#include "dl-numerals.h"
#include "dl-session-edits.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>

struct _DlKeyRow
{
  DlSettings parent;
  const DlKeyInfo *info;
  GtkWidget *entry;
};

G_DEFINE_FINAL_TYPE (DlKeyRow, dl_key_row, DL_TYPE_SETTINGS)

/* Is a row of @key for @scenario? @scope: nullable, for all. */
static gboolean
key_suits (const char *key, DlKeyScope scope, const DlScenario *scenario)
{
  return dl_field_suits (dl_field_find_name (key), scenario) && (scope == NULL || scope (scenario));
}

/* Numbers have the locale's point; in names and lists a point or comma is part of them. */
static gboolean
has_numerals (const DlField *field)
{
  return field->type->take_in == NULL && (!field->type->is_string || dl_field_is_number (field));
}

/* @value of a file as the entry has it, and back. Free with g_free. */
static char *
show_value (const DlKeyInfo *info, const char *value)
{
  if (info->word != NULL && g_str_equal (value, info->word))
    return g_strdup (_ (info->word));
  if (info->is_bytes)
    return dl_bytes_show (g_ascii_strtoull (value, NULL, 10));
  return has_numerals (dl_field_find_name (info->key)) ? dl_numerals_show (value)
                                                       : g_strdup (value);
}

static char *
take_value (const DlKeyInfo *info, const char *text)
{
  if (info->word != NULL && g_str_equal (text, _ (info->word)))
    return g_strdup (info->word);
  if (info->is_bytes)
    return dl_bytes_read (text);
  return has_numerals (dl_field_find_name (info->key)) ? dl_numerals_read (text) : g_strdup (text);
}

/* @text in the words of files; NULL with the reason why it is not a value of the key. */
static char *
read_text (DlKeyRow *self, const char *text, GError **error)
{
  const DlField *field = dl_field_find_name (self->info->key);
  g_autoptr (DlScenario) scratch = dl_scenario_new ();
  g_autofree char *plain = take_value (self->info, text);
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));

  if (!dl_field_set (field, scratch, plain, error)
      || (self->info->check != NULL && session != NULL
          && !self->info->check (dl_session_get_scenario (session), plain, error)))
    return NULL;
  return dl_field_get (field, scratch);
}

static void
on_typed (DlKeyRow *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *value = read_text (self, text, &error);

  dl_live_entry_set_problem (DL_LIVE_ENTRY (self->entry), error != NULL ? error->message : NULL);
  if (value != NULL)
    dl_settings_set (DL_SETTINGS (self), self->info->key, value);
}

/* The value that a key leads to from @value; NAN: the key is not for numbers. */
static double
stepped (const DlKeyInfo *info, guint keyval, double value)
{
  const gboolean counts = info->step >= 1 || info->is_bytes;

  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return info->is_bytes ? value * 2 : value + info->step;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return info->is_bytes ? ceil (value / 2) : value - info->step;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      return !counts ? NAN : info->is_bytes ? value * 1024 : fmax (value * 2, 1);
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      return !counts ? NAN : ceil (value / (info->is_bytes ? 1024 : 2));
    default:
      return NAN;
    }
}

/* Move from the current value by the arrow keys; not if that is not a value of the key. */
static gboolean
on_key (DlKeyRow *self, guint keyval)
{
  const DlKeyInfo *info = self->info;
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *wanted = NULL;
  double value;

  if (session == NULL || (info->step == 0 && !info->is_bytes))
    return GDK_EVENT_PROPAGATE;
  before = dl_field_get (dl_field_find_name (info->key), dl_session_get_scenario (session));
  value = stepped (info, keyval, g_ascii_strtod (before, NULL));
  if (isnan (value))
    return GDK_EVENT_PROPAGATE;
  /* Not 0.30000000000000004 */
  wanted = info->step >= 1 || info->is_bytes
               ? g_strdup_printf ("%.0f", value)
               : dl_value_format_double (round (value / info->step) / round (1 / info->step));
  after = read_text (self, wanted, NULL);
  if (after != NULL)
    dl_settings_set (DL_SETTINGS (self), info->key, after);
  return GDK_EVENT_STOP;
}

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlKeyRow *self = DL_KEY_ROW (settings);
  const DlField *field = dl_field_find_name (self->info->key);
  g_autofree char *value = dl_field_get (field, scenario);
  g_autofree char *shown = show_value (self->info, value);

  gtk_widget_set_visible (GTK_WIDGET (self),
                          key_suits (self->info->key, self->info->scope, scenario));
  dl_live_entry_follow (DL_LIVE_ENTRY (self->entry), shown);
}

static void
dl_key_row_class_init (DlKeyRowClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
}

static void
dl_key_row_init (DlKeyRow *self)
{
}

/* "Input buffer, flits". Free with g_free. */
static char *
name_of (const DlKeyInfo *info, const DlField *field)
{
  if (info->name != NULL)
    return g_strdup (_ (info->name));
  return dl_field_unit (field) != NULL
             ? g_strdup_printf (_ ("%s, %s"), dl_field_title (field), dl_field_unit (field))
             : g_strdup (dl_field_title (field));
}

GtkWidget *
dl_key_row_new (const DlKeyInfo *info)
{
  DlKeyRow *self = g_object_new (DL_TYPE_KEY_ROW, NULL);
  const DlField *field = dl_field_find_name (info->key);
  g_autofree char *name = name_of (info, field);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *line = dl_settings_add_line (GTK_WIDGET (self));
  GtkWidget *problem;

  self->info = info;
  gtk_widget_set_name (GTK_WIDGET (self), info->key);
  self->entry = g_object_new (DL_TYPE_LIVE_ENTRY, "width-chars", (gint) info->width_chars,
                              "max-width-chars", (gint) info->width_chars, "placeholder-text",
                              info->placeholder, NULL);
  gtk_widget_add_css_class (self->entry, "dl-entry");
  gtk_widget_set_tooltip_text (self->entry,
                               _ (info->tooltip != NULL ? info->tooltip : field->tooltip));

  dl_settings_add_name (line, name, self->entry);
  gtk_box_append (GTK_BOX (line), self->entry);
  problem = dl_settings_add_problem (GTK_WIDGET (self));
  dl_live_entry_set_problem_label (DL_LIVE_ENTRY (self->entry), GTK_LABEL (problem));

  g_signal_connect_swapped (self->entry, "typed", G_CALLBACK (on_typed), self);
  g_signal_connect_swapped (self->entry, "settled", G_CALLBACK (dl_settings_settled), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);
  return GTK_WIDGET (self);
}

void
dl_key_rows_add (GtkWidget *card, const DlKeyInfo *infos, guint n)
{
  for (guint i = 0; i < n; i++)
    gtk_box_append (GTK_BOX (card), dl_key_row_new (&infos[i]));
}

struct _DlChoiceRow
{
  DlSettings parent;
  const DlChoiceInfo *info;
  GtkDropDown *down;
  gboolean filled, following;
};

G_DEFINE_FINAL_TYPE (DlChoiceRow, dl_choice_row, DL_TYPE_SETTINGS)

static void
choice_follow (DlSettings *settings, const DlScenario *scenario)
{
  DlChoiceRow *self = DL_CHOICE_ROW (settings);
  g_autofree char *value = dl_field_get (dl_field_find_name (self->info->key), scenario);

  gtk_widget_set_visible (GTK_WIDGET (self),
                          key_suits (self->info->key, self->info->scope, scenario));
  if (!self->filled)
    return;
  self->following = TRUE;
  dl_choices_select (self->down, value);
  self->following = FALSE;
}

static void
on_selected (DlChoiceRow *self)
{
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));
  const char *id = dl_choices_get (self->down);

  if (self->following || session == NULL || id == NULL)
    return;
  if (self->info->choose != NULL)
    self->info->choose (session, id);
  else
    dl_session_set (session, self->info->key, id, FALSE);
  /* Refused values go back. */
  choice_follow (DL_SETTINGS (self), dl_session_get_scenario (session));
}

static void
dl_choice_row_class_init (DlChoiceRowClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = choice_follow;
}

static void
dl_choice_row_init (DlChoiceRow *self)
{
}

GtkWidget *
dl_choice_row_new (const DlChoiceInfo *info)
{
  DlChoiceRow *self = g_object_new (DL_TYPE_CHOICE_ROW, NULL);
  const DlField *field = dl_field_find_name (info->key);
  GtkWidget *line = dl_settings_add_line (GTK_WIDGET (self));
  GtkWidget *down = gtk_drop_down_new (NULL, NULL);
  GtkWidget *name = dl_settings_add_name (line, _ (info->name), down);

  self->info = info;
  self->down = GTK_DROP_DOWN (down);
  gtk_widget_set_name (GTK_WIDGET (self), info->key);
  gtk_widget_set_hexpand (name, FALSE);
  gtk_label_set_width_chars (GTK_LABEL (name), 7); /* one below the other they begin alike */
  gtk_widget_set_hexpand (down, TRUE);
  gtk_widget_add_css_class (down, "dl-choice");
  if (field->tooltip != NULL)
    dl_choices_set_about (self->down, _ (field->tooltip));
  g_signal_connect_swapped (down, "notify::selected", G_CALLBACK (on_selected), self);
  gtk_box_append (GTK_BOX (line), down);
  return GTK_WIDGET (self);
}

void
dl_choice_row_fill (DlChoiceRow *self, const DlOption *choices, guint n)
{
  self->following = TRUE;
  dl_choices_fill (self->down, choices, n);
  self->following = FALSE;
  self->filled = TRUE;
  if (dl_settings_get_session (DL_SETTINGS (self)) != NULL)
    choice_follow (DL_SETTINGS (self),
                   dl_session_get_scenario (dl_settings_get_session (DL_SETTINGS (self))));
}

/* One below the other they are as wide. */
#define FIELD_WIDTH 72

struct _DlNumberRow
{
  DlSettings parent;
  const DlNumberInfo *info;
  GtkWidget *field;
  GtkLabel *beside;
};

G_DEFINE_FINAL_TYPE (DlNumberRow, dl_number_row, DL_TYPE_SETTINGS)

static gint
value_of (const DlNumberInfo *info, const DlScenario *scenario)
{
  g_autofree char *text = NULL;

  if (info->get != NULL)
    return info->get (scenario);
  text = dl_field_get (dl_field_find_name (info->key), scenario);
  return g_ascii_strtoll (text, NULL, 10);
}

static void
number_follow (DlSettings *settings, const DlScenario *scenario)
{
  DlNumberRow *self = DL_NUMBER_ROW (settings);
  const DlNumberInfo *info = self->info;

  gtk_widget_set_visible (GTK_WIDGET (self), key_suits (info->key, info->scope, scenario));
  dl_number_field_follow (DL_NUMBER_FIELD (self->field), value_of (info, scenario), info->most);
  if (info->beside != NULL)
    {
      g_autofree char *text = info->beside (scenario);
      gtk_label_set_label (self->beside, text);
    }
}

static void
on_changed (GtkWidget *field, gint value, DlNumberRow *self)
{
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));
  const DlScenario *scenario = session != NULL ? dl_session_get_scenario (session) : NULL;
  g_autofree char *text = NULL;

  if (scenario == NULL || value == value_of (self->info, scenario))
    return;
  text = self->info->text != NULL ? self->info->text (scenario, value)
                                  : g_strdup_printf ("%d", value);
  dl_session_set (session, self->info->key, text, TRUE);
}

static void
dl_number_row_class_init (DlNumberRowClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = number_follow;
}

static void
dl_number_row_init (DlNumberRow *self)
{
}

/* "_Groups" as it is spoken. */
static char *
without_mnemonic (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);

  return g_strjoinv (NULL, parts);
}

GtkWidget *
dl_number_row_new (const DlNumberInfo *info)
{
  DlNumberRow *self = g_object_new (DL_TYPE_NUMBER_ROW, NULL);
  GtkWidget *line = dl_settings_add_line (GTK_WIDGET (self));
  GtkWidget *names = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *spoken = without_mnemonic (_ (info->name));

  self->info = info;
  self->field = dl_number_field_new ("↕", spoken, info->least);
  gtk_widget_set_name (GTK_WIDGET (self), info->key);
  gtk_widget_set_tooltip_text (self->field, _ (info->tooltip));
  gtk_widget_set_hexpand (self->field, FALSE);
  gtk_widget_set_size_request (self->field, FIELD_WIDTH, -1);
  gtk_box_append (GTK_BOX (line), names);
  gtk_widget_set_valign (names, GTK_ALIGN_CENTER);
  dl_settings_add_name (names, _ (info->name), self->field);
  if (info->beside != NULL)
    {
      self->beside = GTK_LABEL (gtk_label_new (NULL));
      gtk_label_set_xalign (self->beside, 0);
      gtk_widget_add_css_class (GTK_WIDGET (self->beside), "dl-description");
      gtk_box_append (GTK_BOX (names), GTK_WIDGET (self->beside));
    }
  gtk_box_append (GTK_BOX (line), self->field);
  g_signal_connect (self->field, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->field, "settled", G_CALLBACK (dl_settings_settled), self);
  return GTK_WIDGET (self);
}
