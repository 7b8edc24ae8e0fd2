#include "dl-results.h"

#include "dl-edit.h"
#include "dl-measure.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* The most values in a line. */
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

/* A run does not change. */
static gboolean
result_item_update (DlResultItem *self, DlResultItem *other)
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

/* "0.1, 0.2, … 0.9" of what follows "=" in a line of a sweep. */
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

  /* Loads have a unit that only the scenario knows: left out. */
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

/* Runs that are read at once, and how near to the end a look makes it read more. */
#define PAGE_RUNS 200
#define NEAR_RUNS 100

struct _DlResults
{
  GObject parent;
  DlLibrary *library;
  gint64 scenario_id; /* 0: of a sweep */
  gint64 sweep_id;
  GPtrArray *items;      /* DlResultItem */
  GPtrArray *fresh;      /* likewise, while all is read again: what it will be; nullable */
  gint64 next;           /* where the next page of runs begins; 0: there is none */
  GCancellable *reading; /* of the current reading, or NULL */
  gboolean loading;
  char *problem;
};

enum
{
  LOADING = 1,
  PROBLEM,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static void list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (DlResults, dl_results, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

gboolean
dl_results_is_loading (DlResults *self)
{
  return self->loading;
}

const char *
dl_results_get_problem (DlResults *self)
{
  return self->problem;
}

static void
set_problem (DlResults *self, const char *problem)
{
  if (g_strcmp0 (self->problem, problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROBLEM]);
}

static void
set_loading (DlResults *self, gboolean loading)
{
  if (self->loading == loading)
    return;
  self->loading = loading;
  g_object_notify_by_pspec (G_OBJECT (self), properties[LOADING]);
}

/* @error (nullable) ends the reading. FALSE if @self is not to go on. */
static gboolean
check_reading (DlResults *self, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  g_clear_object (&self->reading);
  if (error == NULL)
    return TRUE;
  self->next = 0;
  g_clear_pointer (&self->fresh, g_ptr_array_unref);
  set_problem (self, error->message);
  set_loading (self, FALSE);
  return FALSE;
}

/* Keep items that are there already, and whatever is expanded or selected with them; drop those
 * between the first that is new and the last. */
static void
take_fresh (DlResults *self)
{
  g_autoptr (GPtrArray) fresh = g_steal_pointer (&self->fresh);
  const guint n_old = self->items->len, n_new = fresh->len;
  guint head = 0, tail = 0;

  while (head < n_old && head < n_new
         && result_item_update (self->items->pdata[head], fresh->pdata[head]))
    head++;
  while (
      tail < n_old - head && tail < n_new - head
      && result_item_update (self->items->pdata[n_old - 1 - tail], fresh->pdata[n_new - 1 - tail]))
    tail++;
  if (n_old > head + tail)
    g_ptr_array_remove_range (self->items, head, n_old - head - tail);
  for (guint i = head; i < n_new - tail; i++)
    g_ptr_array_insert (self->items, (gint) i, g_object_ref (fresh->pdata[i]));
  if (n_old != head + tail || n_new != head + tail)
    g_list_model_items_changed (G_LIST_MODEL (self), head, n_old - head - tail,
                                n_new - head - tail);
}

static void
on_page (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlResults) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);
  const guint before = self->items->len;
  GPtrArray *items = self->fresh != NULL ? self->fresh : self->items;
  GPtrArray *runs;

  if (!check_reading (self, error))
    return;
  runs = answer->page->runs;
  for (guint i = 0; i < runs->len; i++)
    g_ptr_array_add (
        items, dl_result_item_new (NULL, g_steal_pointer (&runs->pdata[i]), self->sweep_id != 0));
  self->next = answer->page->next;
  if (self->fresh != NULL)
    take_fresh (self);
  else if (self->items->len > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->items->len - before);
  set_loading (self, FALSE);
}

static void
read_page (DlResults *self, gint64 from, guint limit)
{
  DlStoreThread *thread = dl_library_get_thread (self->library);
  const gboolean of_sweep = self->sweep_id != 0;

  if (thread == NULL || self->reading != NULL)
    return;
  self->reading = g_cancellable_new ();
  dl_store_call_async (thread, of_sweep ? DL_STORE_PAGE_POINTS : DL_STORE_PAGE_RUNS,
                       (DlStoreArgs) { .id = of_sweep ? self->sweep_id : self->scenario_id,
                                       .from = from,
                                       .limit = limit },
                       self->reading, on_page, g_object_ref (self));
}

/* Read as many as there were: a user who has scrolled far stays there. */
static void
read_first_page (DlResults *self)
{
  read_page (self, 0, MAX (PAGE_RUNS, self->items->len));
}

static void
on_sweeps (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlResults) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);
  GPtrArray *sweeps;

  if (!check_reading (self, error))
    return;
  sweeps = answer->sweeps;
  for (guint i = 0; i < sweeps->len; i++)
    if (!dl_library_is_hidden (self->library, ((DlStoreSweep *) sweeps->pdata[i])->id))
      g_ptr_array_add (self->fresh,
                       dl_result_item_new (g_steal_pointer (&sweeps->pdata[i]), NULL, FALSE));
  read_first_page (self);
}

/* From the beginning. */
static void
reload (DlResults *self)
{
  DlStoreThread *thread = dl_library_get_thread (self->library);

  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->fresh, g_ptr_array_unref);
  self->next = 0;
  if (thread == NULL)
    return;
  self->fresh = g_ptr_array_new_with_free_func (g_object_unref);
  set_problem (self, NULL);
  set_loading (self, self->items->len == 0);
  if (self->sweep_id != 0)
    {
      read_first_page (self);
      return;
    }
  self->reading = g_cancellable_new ();
  dl_store_call_async (thread, DL_STORE_LIST_SWEEPS, (DlStoreArgs) { .id = self->scenario_id },
                       self->reading, on_sweeps, g_object_ref (self));
}

static GType
get_item_type (GListModel *model)
{
  return DL_TYPE_RESULT_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return DL_RESULTS (model)->items->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  DlResults *self = DL_RESULTS (model);

  if (position >= self->items->len)
    return NULL;
  if (self->next != 0 && position + NEAR_RUNS >= self->items->len)
    read_page (self, self->next, PAGE_RUNS);
  return g_object_ref (self->items->pdata[position]);
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlResults *self = DL_RESULTS (object);

  switch (id)
    {
    case LOADING:
      g_value_set_boolean (value, self->loading);
      break;
    case PROBLEM:
      g_value_set_string (value, self->problem);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  g_cancellable_cancel (DL_RESULTS (object)->reading);
  G_OBJECT_CLASS (dl_results_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlResults *self = DL_RESULTS (object);

  g_clear_object (&self->reading);
  g_clear_object (&self->library);
  g_clear_pointer (&self->fresh, g_ptr_array_unref);
  g_ptr_array_unref (self->items);
  g_free (self->problem);
  G_OBJECT_CLASS (dl_results_parent_class)->finalize (object);
}

static void
dl_results_class_init (DlResultsClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->dispose = dispose;
  object_class->finalize = finalize;
  properties[LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_results_init (DlResults *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

static DlResults *
results_new (DlLibrary *library, gint64 scenario_id, gint64 sweep_id)
{
  DlResults *self = g_object_new (DL_TYPE_RESULTS, NULL);

  self->library = g_object_ref (library);
  self->scenario_id = scenario_id;
  self->sweep_id = sweep_id;
  g_signal_connect_object (library, "results-changed", G_CALLBACK (reload), self,
                           G_CONNECT_SWAPPED);
  reload (self);
  return self;
}

DlResults *
dl_results_new (DlLibrary *library, gint64 scenario_id)
{
  return results_new (library, scenario_id, 0);
}

DlResults *
dl_results_new_points (DlLibrary *library, gint64 sweep_id)
{
  return results_new (library, 0, sweep_id);
}
