#include "dl-result-item.h"

#include "dl-edit.h"
#include "dl-measure.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Of those that a line says. */
#define MAX_VALUES 3

struct _DlResultItem
{
  GObject parent;
  DlStoreSweep *sweep;
  DlStoreRun *run;
  gboolean is_point;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (DlResultItem, dl_result_item, G_TYPE_OBJECT)

static void
item_finalize (GObject *object)
{
  DlResultItem *self = DL_RESULT_ITEM (object);

  dl_store_sweep_free (self->sweep);
  dl_store_run_free (self->run);
  G_OBJECT_CLASS (dl_result_item_parent_class)->finalize (object);
}

static void
dl_result_item_class_init (DlResultItemClass *class)
{
  G_OBJECT_CLASS (class)->finalize = item_finalize;
  changed_signal = g_signal_new ("changed", DL_TYPE_RESULT_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
dl_result_item_init (DlResultItem *self)
{
}

DlResultItem *
dl_result_item_new (DlStoreSweep *sweep, DlStoreRun *run, gboolean is_point)
{
  DlResultItem *self = g_object_new (DL_TYPE_RESULT_ITEM, NULL);

  self->sweep = sweep;
  self->run = run;
  self->is_point = is_point;
  return self;
}

/* What a run is does not change. */
gboolean
dl_result_item_update (DlResultItem *self, DlResultItem *other)
{
  if (self->run != NULL)
    return other->run != NULL && other->run->id == self->run->id;
  if (other->sweep == NULL || other->sweep->id != self->sweep->id)
    return FALSE;
  if (other->sweep->n_done != self->sweep->n_done || other->sweep->state != self->sweep->state)
    {
      self->sweep->n_done = other->sweep->n_done;
      self->sweep->state = other->sweep->state;
      g_signal_emit (self, changed_signal, 0);
    }
  return TRUE;
}

gboolean
dl_result_item_is_point (DlResultItem *self)
{
  return self->is_point;
}

const DlStoreSweep *
dl_result_item_get_sweep (DlResultItem *self)
{
  return self->sweep;
}

const DlStoreRun *
dl_result_item_get_run (DlResultItem *self)
{
  return self->run;
}

/* A value that is long, the contents of a file, is not shown. */
#define MAX_VALUE_BYTES 80

static void
append_assignment (GString *text, const DlField *field, const char *value)
{
  if (text->len > 0)
    g_string_append (text, ", ");
  g_string_append_printf (text, "%s.%s", field->group, field->key);
  if (value != NULL && strlen (value) <= MAX_VALUE_BYTES)
    g_string_append_printf (text, " = %s", value);
}

static char *
settings_text (const char *settings)
{
  g_autoptr (GPtrArray) edits = settings != NULL ? dl_edits_from_text (settings, NULL) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; edits != NULL && i < edits->len; i++)
    {
      const DlEdit *edit = g_ptr_array_index (edits, i);

      append_assignment (text, edit->field, edit->value);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* "0.1, 0.2, … 0.9" of what stands behind "=" in a line of a sweep. */
static void
append_values (GString *text, const char *values)
{
  g_auto (GStrv) items = g_strsplit (values, ",", -1);
  const guint n = g_strv_length (items);

  for (guint i = 0; i < n; i++)
    if (n <= 5 || i < 2 || i == n - 1)
      g_string_append_printf (text, "%s%s", i > 0 ? n > 5 && i == n - 1 ? ", … " : ", " : "",
                              items[i]);
}

static char *
varied_text (const DlStoreSweep *sweep)
{
  g_auto (GStrv) lines = g_strsplit (sweep->varied, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *values = strchr (lines[i], '=');

      if (values == NULL)
        continue;
      if (text->len > 0)
        g_string_append (text, " × ");
      g_string_append_len (text, lines[i], values - lines[i]);
      g_string_append (text, " = ");
      append_values (text, values + 1);
    }
  if (text->len == 0)
    return g_strdup (_ ("Seeds only"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
dl_result_item_settings (DlResultItem *self)
{
  return self->run != NULL ? settings_text (self->run->settings) : NULL;
}

char *
dl_result_item_title (DlResultItem *self)
{
  g_autofree char *settings = NULL;

  if (self->sweep != NULL)
    return varied_text (self->sweep);
  settings = dl_result_item_settings (self);
  if (self->is_point)
    /* Translators: how a point of a sweep differs from its scenario, and its seed */
    return g_strdup_printf (_ ("%s · seed %lu"),
                            settings != NULL ? settings : _ ("The scenario itself"),
                            (gulong) self->run->seed);
  return settings != NULL ? g_steal_pointer (&settings) : g_strdup (_ ("A run of the scenario"));
}

static char *
date_text (gint64 time_us)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_local (time_us / G_USEC_PER_SEC);

  /* Translators: a date and time, as for g_date_time_format: “3 March 2026, 14:05” */
  return date != NULL ? g_date_time_format (date, _ ("%-e %B %Y, %H:%M")) : g_strdup ("–");
}

static char *
sweep_detail (const DlStoreSweep *sweep)
{
  g_autofree char *date = date_text (sweep->created_us);
  g_autofree char *points = NULL;
  g_autofree char *seeds = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u seed", "%u seeds", sweep->n_seeds), sweep->n_seeds);

  if (sweep->n_done == sweep->n_points)
    points = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u point", "%u points", sweep->n_done),
                              sweep->n_done);
  else
    points = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%u of %u point", "%u of %u points", sweep->n_points),
        sweep->n_done, sweep->n_points);
  /* Translators: points, seeds, state and date of a sweep: “9 of 27 points · 3 seeds · Stopped · 3
   * March 2026, 14:05” */
  return g_strdup_printf (_ ("%s · %s · %s · %s"), points, seeds,
                          dl_store_sweep_state_title (sweep->state), date);
}

char *
dl_result_item_detail (DlResultItem *self)
{
  g_autofree char *date = NULL;

  if (self->sweep != NULL)
    return sweep_detail (self->sweep);
  date = date_text (self->run->created_us);
  if (self->is_point)
    /* Translators: the program's version, the date */
    return g_strdup_printf (_ ("version %s · %s"), self->run->version, date);
  /* Translators: a run's seed, the program's version, the date */
  return g_strdup_printf (_ ("seed %lu · version %s · %s"), (gulong) self->run->seed,
                          self->run->version, date);
}

/* "Mean latency 148.0 cycles" */
static char *
value_text (const DlMeasure *measure, double value)
{
  g_autofree char *number = dl_measure_format (measure, value);

  /* What loads are shares of is the scenario's affair, and left out. */
  if (measure->unit == NULL || strcmp (measure->unit, "cycles") != 0)
    return g_strdup_printf (C_ ("measure and value", "%s %s"), _ (measure->title), number);
  return g_strdup_printf (C_ ("measure, value and unit", "%s %s %s"), _ (measure->title), number,
                          _ (measure->unit));
}

char *
dl_result_item_values (DlResultItem *self)
{
  /* The first of them that there are. */
  static const char *const telling[]
      = { "latency_mean",      "latency_p99",   "accepted_load",     "deadlocked",
          "unreachable_pairs", "deadlock_free", "vc_balance_mean_x", "bound_load" };
  g_autoptr (GString) text = NULL;
  guint n = 0;

  if (self->run == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (telling) && n < MAX_VALUES; i++)
    {
      const double value = dl_store_run_value (self->run, telling[i]);
      g_autofree char *part = NULL;

      if (isnan (value))
        continue;
      part = value_text (dl_measure_find (telling[i]), value);
      g_string_append_printf (text, "%s%s", n++ > 0 ? " · " : "", part);
    }
  if (n == 0)
    return g_strdup (_ ("No values"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
dl_result_item_everything (DlResultItem *self)
{
  guint n;
  const DlMeasure *table = dl_measure_table (&n);
  g_autofree char *detail = NULL;
  g_autoptr (GString) text = NULL;

  if (self->sweep != NULL)
    return g_strchomp (g_strdup (self->sweep->varied));
  detail = dl_result_item_detail (self);
  text = g_string_new (detail);
  for (guint i = 0; i < n; i++)
    {
      const double value = dl_store_run_value (self->run, table[i].id);
      g_autofree char *part = NULL;

      if (isnan (value))
        continue;
      part = value_text (&table[i], value);
      g_string_append_printf (text, "\n%s", part);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
