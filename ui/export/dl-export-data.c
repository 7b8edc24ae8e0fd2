/* The export dialog: what the figure needs, made off the main loop where that takes its time. */
#include "dl-choices.h"
#include "dl-export-dialog-private.h"
#include "dl-session-pin.h"

#include <glib/gi18n-lib.h>

/* The export dialog: the state that the figure shows. The first is the current scenario; the others
 * are the pin, steps of the history, scenarios of the library and runs kept there, each read and
 * analyzed when it is chosen. */

#define MOST_STEPS 30 /* of the history, the last ones */
#define MOST_RUNS  20

typedef struct
{
  char *title;
  DlScenario *scenario;  /* NULL: read from the library by */
  DlStoreOperation read; /* with */
  gint64 id;
  DlFigureData *data; /* NULL before it is chosen */
} State;

static void
state_free (gpointer data)
{
  State *state = data;

  g_free (state->title);
  dl_scenario_free (state->scenario);
  dl_figure_data_unref (state->data);
  g_free (state);
}

static State *
state_at (DlExportDialog *self, guint i)
{
  return g_ptr_array_index (self->states, i);
}

/* Takes @title and @scenario (nullable). */
static State *
add (DlExportDialog *self, char *title, DlScenario *scenario)
{
  State *state = g_new0 (State, 1);

  *state = (State) { .title = title, .scenario = scenario };
  g_ptr_array_add (self->states, state);
  gtk_string_list_append (self->state_titles, title);
  return state;
}

static void
add_stored (DlExportDialog *self, char *title, DlStoreOperation read, gint64 id)
{
  State *state = add (self, title, NULL);

  state->read = read;
  state->id = id;
}

/* States --------------------------------------------------------------------------------------- */

static void
add_pinned (DlExportDialog *self)
{
  DlPin *pin = dl_session_get_pin (self->session);

  if (pin != NULL)
    add (self, g_strdup_printf (_ ("B: %s"), pin->label), dl_scenario_copy (pin->result->scenario));
}

/* The last step first. */
static void
add_steps (DlExportDialog *self)
{
  const DlHistory *history = dl_session_get_history (self->session);
  const guint now = dl_history_position (history), n = dl_history_n_steps (history);

  for (guint i = 0; i <= MIN (n, MOST_STEPS); i++)
    {
      const guint position = n - i;
      g_autoptr (DlScenario) scenario = NULL;

      if (position == now)
        continue;
      scenario
          = dl_history_scenario_at (history, dl_session_get_scenario (self->session), position);
      if (scenario != NULL)
        add (self, dl_session_name_step (self->session, position), g_steal_pointer (&scenario));
    }
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlExportDialog) self = user_data;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, NULL);

  for (guint i = 0; self->session != NULL && answer != NULL && i < answer->entries->len; i++)
    {
      const DlStoreEntry *entry = g_ptr_array_index (answer->entries, i);

      if (entry->id != dl_session_get_scenario_id (self->session))
        add_stored (self, g_strdup_printf (_ ("Library: %s"), entry->name), DL_STORE_LOAD,
                    entry->id);
    }
}

static void
on_paged (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlExportDialog) self = user_data;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, NULL);

  for (guint i = 0; self->session != NULL && answer != NULL && i < answer->page->runs->len; i++)
    {
      const DlStoreRun *run = g_ptr_array_index (answer->page->runs, i);
      g_autoptr (GDateTime) created = g_date_time_new_from_unix_local (run->created_us / 1000000);
      g_autofree char *day = g_date_time_format (created, "%x %H:%M");

      /* Translators: when a simulation was run, and its seed */
      add_stored (self, g_strdup_printf (_ ("Run of %s, seed %lu"), day, (gulong) run->seed),
                  DL_STORE_RUN_SCENARIO, run->id);
    }
}

static void
ask_library (DlExportDialog *self)
{
  DlStoreThread *store = dl_session_get_store (self->session);
  const gint64 id = dl_session_get_scenario_id (self->session);

  if (store == NULL)
    return;
  if (id != 0)
    dl_store_call_async (store, DL_STORE_PAGE_RUNS, (DlStoreArgs) { .id = id, .limit = MOST_RUNS },
                         self->reading, on_paged, g_object_ref (self));
  dl_store_call_async (store, DL_STORE_LIST, (DlStoreArgs) { 0 }, self->reading, on_listed,
                       g_object_ref (self));
}

static void
setup_title (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), 16);
  gtk_list_item_set_child (item, label);
}

static void
bind_title (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  const char *title = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_text (GTK_LABEL (label), title);
  gtk_widget_set_tooltip_text (label, title);
}

/* Long titles are cut in the middle, and whole in their tooltips. */
static void
fill (DlExportDialog *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_title), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_title), NULL);
  gtk_drop_down_set_factory (self->state, factory);
  gtk_drop_down_set_model (self->state, G_LIST_MODEL (self->state_titles));
  dl_choices_make_room (self->state);
}

void
dl_export_dialog_list_states (DlExportDialog *self)
{
  const DlHistory *history = dl_session_get_history (self->session);
  g_autofree char *now = dl_session_name_step (self->session, dl_history_position (history));

  self->following = TRUE;
  self->states = g_ptr_array_new_with_free_func (state_free);
  self->state_titles = gtk_string_list_new (NULL);
  self->reading = g_cancellable_new ();
  add (self, g_strdup_printf (_ ("A: %s"), now), NULL);
  add_pinned (self);
  add_steps (self);
  fill (self);
  self->following = FALSE;
  ask_library (self);
}

void
dl_export_dialog_forget_states (DlExportDialog *self)
{
  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->states, g_ptr_array_unref);
  g_clear_object (&self->state_titles);
}

/* While another one is shown: it is analyzed again when it is chosen again. */
static void
export_dialog_renew_current (DlExportDialog *self)
{
  g_clear_pointer (&state_at (self, 0)->data, dl_figure_data_unref);
}

static gboolean
export_dialog_shows_current (DlExportDialog *self)
{
  return self->chosen_state == 0;
}

/* One of them -----------------------------------------------------------------------------------
 */

static void
on_evaluated (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlExportDialog *self = DL_EXPORT_DIALOG (source);
  State *asked = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlFigureData) data = dl_figure_data_complete_finish (result, &error);
  g_autofree char *reference = NULL;

  if (self->session == NULL || state_at (self, self->chosen_state) != asked
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (data == NULL)
    {
      dl_export_dialog_show_error (self, error->message);
      dl_export_dialog_update (self);
      return;
    }
  if (asked->read == DL_STORE_LOAD && asked->id != 0)
    reference = g_strconcat ("library:", data->result->scenario->name, NULL);
  dl_figure_data_set_name (data, asked->title, reference);
  self->data = g_steal_pointer (&data);
  dl_export_dialog_offer (self, self->data->result->scenario->family);
  dl_export_dialog_update (self);
}

static void
evaluate (DlExportDialog *self, State *state)
{
  dl_figure_data_evaluate_async (state->scenario, self, self->reading, on_evaluated, state);
}

/* A state that is being read. */
typedef struct
{
  DlExportDialog *dialog;
  State *state; /* the dialog's */
} Reading;

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Reading *reading = user_data;
  g_autoptr (DlExportDialog) self = reading->dialog;
  State *state = reading->state;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);

  if (self->session == NULL || state_at (self, self->chosen_state) != state
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (answer == NULL)
    {
      dl_export_dialog_show_error (self, error->message);
      dl_export_dialog_update (self);
    }
  else if (state->scenario == NULL && (answer->record != NULL || answer->scenario != NULL))
    {
      state->scenario
          = dl_scenario_copy (answer->record != NULL ? answer->record->scenario : answer->scenario);
      evaluate (self, state);
    }
}

/* Reads, analyzes or has it. */
static void
ask_for (DlExportDialog *self, State *state)
{
  DlStoreThread *store = dl_session_get_store (self->session);
  Reading *reading;

  if (state->scenario != NULL)
    evaluate (self, state);
  else if (store != NULL)
    {
      reading = g_new (Reading, 1);
      *reading = (Reading) { g_object_ref (self), state };
      dl_store_call_async (store, state->read, (DlStoreArgs) { .id = state->id }, self->reading,
                           on_read, reading);
    }
}

void
dl_export_dialog_choose_state (DlExportDialog *self)
{
  const guint chosen = gtk_drop_down_get_selected (self->state);
  State *before, *state;

  if (self->following || self->states == NULL || chosen >= self->states->len
      || chosen == self->chosen_state)
    return;
  dl_export_dialog_stop (self);
  dl_export_dialog_show_error (self, NULL);
  /* Requests of another state are of no use now. */
  g_cancellable_cancel (self->reading);
  g_object_unref (self->reading);
  self->reading = g_cancellable_new ();
  before = state_at (self, self->chosen_state);
  before->data = g_steal_pointer (&self->data);
  self->chosen_state = chosen;
  state = state_at (self, chosen);
  self->data = g_steal_pointer (&state->data);
  if (chosen == 0)
    dl_export_dialog_on_result (self);
  else if (self->data == NULL)
    ask_for (self, state);
  if (self->data != NULL)
    dl_export_dialog_offer (self, self->data->result->scenario->family);
  dl_export_dialog_update (self);
}

static gboolean
on_tick (gpointer user_data)
{
  DlExportDialog *self = user_data;

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                 g_atomic_int_get (self->permille) / 1000.0);
  return G_SOURCE_CONTINUE;
}

/* On any thread. */
static void
note_progress (double fraction, gpointer permille)
{
  g_atomic_int_set ((gint *) permille, (gint) (1000 * fraction));
}

static void
forget_completing (DlExportDialog *self)
{
  g_clear_object (&self->completing);
  g_clear_handle_id (&self->ticker, g_source_remove);
  g_clear_pointer (&self->completed_data, dl_figure_data_unref);
  self->completed_for = NULL;
  self->permille = NULL;
}

static void
on_completed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlExportDialog *self = DL_EXPORT_DIALOG (source);
  g_autofree gint *permille = user_data;
  g_autoptr (GError) error = NULL;
  DlFigureData *data = dl_figure_data_complete_finish (result, &error);
  g_autoptr (DlFigureData) asked = NULL;

  if (permille != self->permille)
    {
      dl_figure_data_unref (data);
      return; /* for a newer one, or closed */
    }
  asked = g_steal_pointer (&self->completed_data);
  forget_completing (self);
  if (data != NULL)
    {
      dl_panel_list_complete (self->panels, asked, data);
      if (self->data == asked)
        {
          dl_figure_data_unref (self->data);
          self->data = dl_figure_data_ref (data);
        }
      dl_figure_data_unref (data);
    }
  else
    dl_export_dialog_show_error (self, error->message);
  dl_export_dialog_update (self);
}

void
dl_export_dialog_stop (DlExportDialog *self)
{
  g_cancellable_cancel (self->completing);
  forget_completing (self);
}

/* The first panel that cannot be drawn yet; NULL: all can. */
static const DlFigurePanel *
next_panel (DlExportDialog *self)
{
  guint n;
  const DlFigurePanel *panels = dl_panel_list_get (self->panels, &n);

  for (guint i = 0; i < n; i++)
    if (!dl_figure_data_suits (panels[i].state, panels[i].figure, &panels[i].input))
      return &panels[i];
  return NULL;
}

static void
start (DlExportDialog *self)
{
  const DlFigurePanel *panel = next_panel (self);
  const DlFigureInput view = panel != NULL ? panel->input : dl_export_dialog_view (self);
  const DlFigure *figure = panel != NULL ? panel->figure : dl_export_dialog_figure (self);

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  self->completing = g_cancellable_new ();
  self->completed_for = dl_export_dialog_figure (self);
  self->permille = g_new0 (gint, 1);
  self->ticker = g_timeout_add (100, on_tick, self);
  self->completed_data = dl_figure_data_ref (panel != NULL ? panel->state : self->data);
  dl_figure_data_complete_async (self->completed_data, figure, &view, note_progress, self->permille,
                                 self, self->completing, on_completed, self->permille);
}

/* Data of @result, with what else there is to show. */
DlFigureData *
dl_export_dialog_new_data (DlExportDialog *self, DlEvaluation *result, DlCritical *critical,
                           DlLoadCurve *load_curve)
{
  DlFigureData *data = dl_figure_data_new (result, critical, self->simulation, load_curve,
                                           self->counters, self->measured);
  const DlHistory *history = dl_session_get_history (self->session);
  g_autofree char *name = dl_session_name_step (self->session, dl_history_position (history));

  dl_figure_data_set_name (data, name, NULL);
  dl_figure_data_set_pin (data, dl_session_get_pin (self->session));
  dl_figure_data_set_sweep (data, self->sweep);
  return data;
}

void
dl_export_dialog_on_result (DlExportDialog *self)
{
  DlEvaluation *result = dl_session_get_result (self->session);

  if (!export_dialog_shows_current (self))
    export_dialog_renew_current (self);
  if (!export_dialog_shows_current (self) || (self->data != NULL && result == self->data->result))
    return;
  dl_export_dialog_stop (self);
  g_clear_pointer (&self->data, dl_figure_data_unref);
  if (result != NULL)
    {
      self->data = dl_export_dialog_new_data (self, result, NULL, NULL);
      dl_export_dialog_offer (self, result->scenario->family);
    }
  dl_export_dialog_update (self);
}

const char *
dl_export_dialog_missing (DlExportDialog *self)
{
  const DlFigureInput view = dl_export_dialog_view (self);

  return self->data != NULL || view.n_panels > 0
             ? dl_figure_data_missing (self->data, dl_export_dialog_figure (self), &view)
             : NULL;
}

gboolean
dl_export_dialog_is_ready (DlExportDialog *self)
{
  const DlFigureInput view = dl_export_dialog_view (self);

  return dl_figure_data_suits (self->data, dl_export_dialog_figure (self), &view)
         && dl_export_dialog_missing (self) == NULL;
}

void
dl_export_dialog_complete (DlExportDialog *self)
{
  if (self->completing != NULL && self->completed_for != dl_export_dialog_figure (self))
    dl_export_dialog_stop (self);
  if (!dl_export_dialog_is_ready (self) && dl_export_dialog_missing (self) == NULL
      && (self->data != NULL || next_panel (self) != NULL) && self->completing == NULL
      && !gtk_widget_get_visible (self->error))
    start (self);
}

/* With what there is to show now. */
static void
renew_data (DlExportDialog *self)
{
  DlFigureData *old = self->data;

  dl_export_dialog_stop (self);
  if (old != NULL && export_dialog_shows_current (self))
    self->data = dl_export_dialog_new_data (self, old->result, old->critical, self->load_curve);
  if (self->data != old)
    dl_figure_data_unref (old);
  dl_export_dialog_update (self);
}

void
dl_export_dialog_set_simulation (DlExportDialog *self, DlSimFigure *simulation)
{
  if (simulation == self->simulation)
    return;
  dl_sim_figure_unref (self->simulation);
  self->simulation = simulation != NULL ? dl_sim_figure_ref (simulation) : NULL;
  renew_data (self);
}

void
dl_export_dialog_set_load_curve (DlExportDialog *self, DlLoadCurve *load_curve)
{
  if (load_curve == self->load_curve)
    return;
  dl_load_curve_unref (self->load_curve);
  self->load_curve = load_curve != NULL ? dl_load_curve_ref (load_curve) : NULL;
  renew_data (self);
}

void
dl_export_dialog_set_sweep (DlExportDialog *self, const DlSweepChart *sweep)
{
  dl_sweep_figure_unref (self->sweep);
  self->sweep = dl_sweep_figure_new (sweep);
  renew_data (self);
}
