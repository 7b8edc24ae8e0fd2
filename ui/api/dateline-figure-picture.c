#include "dateline-figure-private.h"

#include "dl-figure-source.h"
#include "dl-names.h"
#include "dl-sweep-work.h"
#include "dl-tape.h"

#include <math.h>
#include <string.h>

/**
 * DatelineFigurePicture:
 *
 * A figure of the program, such as `ring-matrix` or `latency`, of a scenario, a simulation or a
 * sweep; dateline_figure_list() has the names. It shows its scenario as it was when the picture was
 * made.
 *
 * Options say what it shows and how, by the names and with the values that "dateline-cli figure"
 * has, and with the same options it gives the same bytes. It computes what it needs the first time,
 * and with other options only what is not there yet: dateline_figure_picture_compute() does so
 * before, where it can be canceled.
 *
 * It is one thread's at a time: a call while another one works with it fails with
 * %DATELINE_ERROR_BUSY.
 */
struct _DatelineFigurePicture
{
  GObject parent_instance;

  GMutex lock; /* of all that follows */
  const DlFigure *figure;
  DlScenario *scenario;  /* as it was; NULL of a page */
  DlScenario *against;   /* B; nullable */
  DlTape *tape;          /* of a simulation; nullable */
  DlSweepPoints *points; /* of a sweep; nullable */
  GPtrArray *pictures;   /* of a page; nullable */
  guint n_columns;
  DlFigureOptions options; /* point into: */
  GHashTable *texts;       /* char, by the names of options */
  gpointer shape;          /* nullable: for checking options */

  /* Data that it has computed. */
  DlScenario *shown; /* with the options' cycles */
  DlFigureSource *source;
  gboolean is_filled; /* the input is that of the options */
  DlFigureInput input;
  DlFigurePanel *panels; /* of a page's input */

  struct _Progress *progress; /* of the call that computes; nullable */
};

/* Tells a caller how far it is, of a part of the whole. */
typedef struct _Progress
{
  DatelineProgressFunc func;
  gpointer data;
  double from, share;
  double told;
} Progress;

G_DEFINE_FINAL_TYPE (DatelineFigurePicture, dateline_figure_picture, G_TYPE_OBJECT)

/* Drops what it has computed. */
static void
forget (DatelineFigurePicture *self)
{
  self->is_filled = FALSE;
  g_clear_pointer (&self->source, dl_figure_source_free);
  g_clear_pointer (&self->shown, dl_scenario_free);
}

static void
dateline_figure_picture_finalize (GObject *object)
{
  DatelineFigurePicture *self = DATELINE_FIGURE_PICTURE (object);

  forget (self);
  g_free (self->panels);
  g_clear_pointer (&self->pictures, g_ptr_array_unref);
  dl_scenario_free (self->scenario);
  dl_scenario_free (self->against);
  dl_tape_free (self->tape);
  dl_sweep_points_unref (self->points);
  dl_shared_unref (self->shape);
  g_hash_table_unref (self->texts);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (dateline_figure_picture_parent_class)->finalize (object);
}

static void
dateline_figure_picture_class_init (DatelineFigurePictureClass *class)
{
  G_OBJECT_CLASS (class)->finalize = dateline_figure_picture_finalize;
}

static void
dateline_figure_picture_init (DatelineFigurePicture *self)
{
  g_mutex_init (&self->lock);
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
}

static gboolean
lock (DatelineFigurePicture *self, GError **error)
{
  if (g_mutex_trylock (&self->lock))
    return TRUE;
  g_set_error_literal (error, DATELINE_ERROR, DATELINE_ERROR_BUSY,
                       "another call works with this picture (wait for it, or cancel it)");
  return FALSE;
}

static void
unlock (DatelineFigurePicture *self)
{
  g_mutex_unlock (&self->lock);
}

/* Beginning ------------------------------------------------------------------------------------ */

/* The figure called @name, of networks like @scenario's; NULL with an error. */
static const DlFigure *
find_figure (const char *name, const DlScenario *scenario, GError **error)
{
  const DlFigure *figure = dl_figure_find_typed (name, error);

  if (figure == &dl_figure_panels)
    {
      dl_figure_bad_option (error, "figure: panels are pictures (make a page of them)");
      return NULL;
    }
  if (figure == NULL || !dl_figure_check_family (figure, scenario->family, scenario->name, error))
    return NULL;
  return figure;
}

/* Takes @scenario; NULL with an error. */
static DatelineFigurePicture *
new_take (DlScenario *scenario, const char *name, gboolean of_sweep, GError **error)
{
  GError *inner = NULL;
  const DlFigure *figure = find_figure (name, scenario, &inner);
  DatelineFigurePicture *self;

  if (figure != NULL && figure->needs_sweep && !of_sweep)
    dl_figure_bad_option (&inner, "figure %s: it shows a sweep (make the picture of a sweep)",
                          figure->id);
  if (inner != NULL)
    {
      dl_scenario_free (scenario);
      dl_figure_api_take_error (error, inner);
      return NULL;
    }
  self = g_object_new (DATELINE_FIGURE_TYPE_PICTURE, NULL);
  self->scenario = scenario;
  self->figure = figure;
  return self;
}

/**
 * dateline_figure_picture_new:
 * @scenario: a scenario
 * @figure: the name of a figure of its kind of network, or the beginning of only one name
 * @error: return location for an error
 *
 * A figure that needs a simulation or a load curve simulates the scenario.
 *
 * Returns: (transfer full): the figure of the scenario as it is now; %NULL with
 *   %DATELINE_ERROR_VALUE and a message that says which figure may have been meant
 */
DatelineFigurePicture *
dateline_figure_picture_new (DatelineScenario *scenario, const char *figure, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_SCENARIO (scenario), NULL);
  g_return_val_if_fail (figure != NULL, NULL);

  return new_take (dl_scenario_copy (dl_api_scenario_peek (scenario)), figure, FALSE, error);
}

/**
 * dateline_figure_picture_new_of_simulation:
 * @simulation: a simulation
 * @figure: as dateline_figure_picture_new() has it
 * @error: return location for an error
 *
 * What it shows of a run is what the simulation has measured up to its current cycle, since its
 * latest change and after the warm-up, and its packets are those of that cycle.
 *
 * Returns: (transfer full): the figure of the simulation and of its scenario as they are now; %NULL
 *   with an error as of dateline_figure_picture_new(), or %DATELINE_ERROR_BUSY
 */
DatelineFigurePicture *
dateline_figure_picture_new_of_simulation (DatelineSimulation *simulation, const char *figure,
                                           GError **error)
{
  DatelineFigurePicture *self;
  DlTape *tape;

  g_return_val_if_fail (DATELINE_IS_SIMULATION (simulation), NULL);
  g_return_val_if_fail (figure != NULL, NULL);
  tape = dl_api_simulation_copy_tape (simulation, error);
  if (tape == NULL)
    return NULL;
  self = new_take (dl_scenario_copy (dl_tape_get_scenario (tape)), figure, FALSE, error);
  if (self == NULL)
    dl_tape_free (tape);
  else
    self->tape = tape;
  return self;
}

/**
 * dateline_figure_picture_new_of_sweep:
 * @sweep: a sweep that varies one key or two
 * @error: return location for an error
 *
 * Shows the results that the sweep has, if it was run, and else runs it. A panel is a measure: the
 * option `measures` says which.
 *
 * Returns: (transfer full): the figure `sweep` of the sweep as it is now; %NULL with a
 *   #DatelineError
 */
DatelineFigurePicture *
dateline_figure_picture_new_of_sweep (DatelineSweep *sweep, GError **error)
{
  DlSweepPoints *points;
  DatelineFigurePicture *self;
  guint n_keys;

  g_return_val_if_fail (DATELINE_IS_SWEEP (sweep), NULL);
  points = dl_api_sweep_copy_points (sweep, error);
  if (points == NULL)
    return NULL;
  n_keys = points->spec->keys->len;
  if (n_keys == 0 || n_keys > DL_SWEEP_CHART_MOST_KEYS)
    {
      dl_sweep_points_unref (points);
      g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_CONFLICT,
                   "figure sweep: %u keys are varied (vary one or two)", n_keys);
      return NULL;
    }
  self = new_take (dl_scenario_copy (points->spec->scenario), "sweep", TRUE, error);
  if (self == NULL)
    dl_sweep_points_unref (points);
  else
    self->points = points;
  return self;
}

static gboolean
check_panels (DatelineFigurePicture **pictures, gsize n, guint n_columns, GError **error)
{
  const char *problem = NULL;

  if (n == 0 || n > DL_FIGURE_MOST_PANELS)
    problem = "the number of pictures is wrong (expected 1 to 26)";
  else if (n_columns > DL_FIGURE_MOST_COLUMNS)
    problem = "there are too many columns (at most 6)";
  for (gsize i = 0; i < n && problem == NULL; i++)
    {
      if (pictures[i]->pictures != NULL)
        problem = "a page cannot be on a page (use its pictures)";
      for (gsize k = 0; k < i && problem == NULL; k++)
        if (pictures[k] == pictures[i])
          problem = "a picture is there twice (make another one)";
    }
  if (problem == NULL)
    return TRUE;
  g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_VALUE, "page: %s", problem);
  return FALSE;
}

/**
 * dateline_figure_picture_new_page:
 * @pictures: (array length=n_pictures): at least one, of any scenarios, each only once
 * @n_pictures: how many
 * @n_columns: in how many columns, at most 6; 0: as many as there is room for
 * @error: return location for an error
 *
 * Puts pictures beside each other as journals have them, each with a letter, and below them one
 * caption. Pictures that show the same quantity share a scale. Options that change the page are
 * those of its size and of its texts; the pictures keep their own, and may be changed.
 *
 * Returns: (transfer full): the page; %NULL with %DATELINE_ERROR_VALUE
 */
DatelineFigurePicture *
dateline_figure_picture_new_page (DatelineFigurePicture **pictures, gsize n_pictures,
                                  guint n_columns, GError **error)
{
  DatelineFigurePicture *self;

  g_return_val_if_fail (pictures != NULL || n_pictures == 0, NULL);
  if (!check_panels (pictures, n_pictures, n_columns, error))
    return NULL;
  self = g_object_new (DATELINE_FIGURE_TYPE_PICTURE, NULL);
  self->figure = &dl_figure_panels;
  self->n_columns = n_columns;
  self->panels = g_new0 (DlFigurePanel, n_pictures);
  self->pictures = g_ptr_array_new_with_free_func (g_object_unref);
  for (gsize i = 0; i < n_pictures; i++)
    g_ptr_array_add (self->pictures, g_object_ref (pictures[i]));
  return self;
}

/**
 * dateline_figure_picture_get_figure:
 * @self: a picture
 *
 * Gets the name of the figure: dateline_figure_list() has all of them.
 *
 * Returns: (transfer none): the name of its figure, `panels` of a page
 */
const char *
dateline_figure_picture_get_figure (DatelineFigurePicture *self)
{
  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), NULL);

  return self->figure->id;
}

/* Options -------------------------------------------------------------------------------------- */

/* "text-size" from "text_size" or "--text-size". */
static char *
plain_name (const char *option)
{
  return g_strdelimit (g_strdup (g_str_has_prefix (option, "--") ? option + 2 : option), "_", '-');
}

static const char *
name_of (const DlFigureOption *option)
{
  return option->name + strlen ("--");
}

/* NULL with an error. */
static const DlFigureOption *
find_option (const char *text, GError **error)
{
  guint n;
  const DlFigureOption *options = dl_figure_options (&n);
  g_autofree const char **names = g_new0 (const char *, n + 1);
  g_autofree char *name = plain_name (text);
  g_autofree char *hint = NULL;

  for (guint i = 0; i < n; i++)
    {
      names[i] = name_of (&options[i]);
      if (strcmp (names[i], name) == 0)
        return &options[i];
    }
  hint = dl_names_hint (name, names);
  g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_NOT_FOUND,
               "%s: no figure has such an option (%s)", text, hint);
  return NULL;
}

static gboolean
set_flag (const char *name, gboolean *flag, const char *value, GError **error)
{
  *flag = g_strcmp0 (value, "true") == 0;
  return *flag || value == NULL || strcmp (value, "false") == 0
         || dl_figure_bad_option (error, "%s: “%s” is not a flag (expected true or false)", name,
                                  value);
}

/* Sets @option of @options, which point to @value. */
static gboolean
set_member (DlFigureOptions *options, const DlFigureOption *option, const char *value,
            GError **error)
{
  gpointer member = G_STRUCT_MEMBER_P (options, option->offset);

  if (option->is_flag)
    return set_flag (name_of (option), member, value, error);
  *(const char **) member = value;
  return value == NULL || g_utf8_validate (value, -1, NULL)
         || dl_figure_bad_option (error, "%s: the text is not UTF-8 (use UTF-8)", name_of (option));
}

/* Whether they are right for the network, as far as can be told one by one. */
static gboolean
check_view (DatelineFigurePicture *self, const DlFigureOptions *options, GError **error)
{
  const DlScenario *scenario = self->scenario;
  DlFigureInput input;

  if (self->figure->paper_check != NULL)
    return TRUE;
  if (self->shape == NULL)
    self->shape = scenario->family->build (scenario, error);
  if (self->shape == NULL)
    return FALSE;
  input = dl_figure_input_bare (scenario, self->shape);
  return dl_figure_parse_view (options, self->figure, self->shape, &input, error);
}

static gboolean
check_measures (DatelineFigurePicture *self, const DlFigureOptions *options, GError **error)
{
  g_autofree const DlMeasure **measures = NULL;
  guint n;

  if (options->measures == NULL || self->points == NULL)
    return TRUE;
  measures = dl_figure_parse_measures (options, self->points->spec, &n, error);
  return measures != NULL;
}

static gboolean
check_options (DatelineFigurePicture *self, const DlFigureOptions *options, GError **error)
{
  DlLoadSweepOptions load_sweep;
  double width, dpi;
  guint n_jobs;

  if (!dl_figure_parse_paper (options, &width, &dpi, error))
    return FALSE;
  return self->pictures != NULL
         || (dl_figure_check_options (options, self->scenario->family, error)
             && dl_figure_parse_load_curve (options, self->scenario, &load_sweep, &n_jobs, error)
             && check_measures (self, options, error) && check_view (self, options, error));
}

/* Other data are shown; other runs are needed. */
static void
option_changed (DatelineFigurePicture *self, const DlFigureOption *option)
{
  if (option->of_page)
    return;
  self->is_filled = FALSE;
  if (strcmp (option->name, "--cycles") == 0 || strcmp (option->name, "--seeds") == 0)
    forget (self);
}

static gboolean
set_option (DatelineFigurePicture *self, const DlFigureOption *option, const char *value,
            GError **error)
{
  DlFigureOptions changed = self->options;
  char *text = g_strdup (value);

  if (self->pictures != NULL && !option->of_page)
    {
      g_free (text);
      return dl_figure_bad_option (error, "%s: it is not an option of a page (set it of a picture)",
                                   name_of (option));
    }
  if (!set_member (&changed, option, text, error) || !check_options (self, &changed, error))
    {
      g_free (text);
      return FALSE;
    }
  self->options = changed;
  g_hash_table_insert (self->texts, (gpointer) option->name, text);
  option_changed (self, option);
  return TRUE;
}

/**
 * dateline_figure_picture_set:
 * @self: a picture
 * @option: the name of an option of "dateline-cli figure", such as `metric` or `text-size`
 * @value: (nullable): its value; of a flag `true` or `false`; %NULL: the default
 * @error: return location for an error
 *
 * Sets an option. dateline_figure_picture_list_options() has those of this picture.
 *
 * Returns: %TRUE if it is set; %FALSE with %DATELINE_ERROR_NOT_FOUND, %DATELINE_ERROR_VALUE or
 *   %DATELINE_ERROR_BUSY, and nothing changed
 */
gboolean
dateline_figure_picture_set (DatelineFigurePicture *self, const char *option, const char *value,
                             GError **error)
{
  const DlFigureOption *found;
  GError *inner = NULL;
  gboolean done;

  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), FALSE);
  g_return_val_if_fail (option != NULL, FALSE);
  found = find_option (option, error);
  if (found == NULL || !lock (self, error))
    return FALSE;
  done = set_option (self, found, value, &inner);
  unlock (self);
  return done || dl_figure_api_take_error (error, inner);
}

/* NULL: it is not given. */
static char *
value_of (const DatelineFigurePicture *self, const DlFigureOption *option)
{
  return g_strdup (g_hash_table_lookup (self->texts, option->name));
}

/**
 * dateline_figure_picture_get:
 * @self: a picture
 * @option: the name of an option
 * @error: return location for an error
 *
 * Gets the value of an option.
 *
 * Returns: (nullable) (transfer full): the value that was set; %NULL if none was, or with
 *   %DATELINE_ERROR_NOT_FOUND or %DATELINE_ERROR_BUSY
 */
char *
dateline_figure_picture_get (DatelineFigurePicture *self, const char *option, GError **error)
{
  const DlFigureOption *found;
  char *value;

  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), NULL);
  g_return_val_if_fail (option != NULL, NULL);
  found = find_option (option, error);
  if (found == NULL || !lock (self, error))
    return NULL;
  value = value_of (self, found);
  unlock (self);
  return value;
}

/* Is the option one of figures of this kind of network? */
static gboolean
has_option (const DatelineFigurePicture *self, const DlFigureOption *option)
{
  DlFigureOptions only = { NULL };
  gpointer member = G_STRUCT_MEMBER_P (&only, option->offset);

  if (self->pictures != NULL)
    return option->of_page;
  if (option->is_flag)
    *(gboolean *) member = TRUE;
  else
    *(const char **) member = "";
  return dl_figure_check_options (&only, self->scenario->family, NULL);
}

/**
 * dateline_figure_picture_list_options:
 * @self: a picture
 *
 * Waits for another call that works with it.
 *
 * Returns: (transfer full): a row for each option that pictures of its kind of network have:
 *   `option`, `value` (not known where none was set), `description`
 */
DatelineTable *
dateline_figure_picture_list_options (DatelineFigurePicture *self)
{
  static const DlTableColumn columns[] = {
    { "option", "option" },
    { "value", "value" },
    { "description", "description" },
  };
  const DlFigureOption *options;
  DlRecord *record;
  DlCells *cells;
  guint n;

  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), NULL);
  options = dl_figure_options (&n);
  record = dl_record_new ();
  cells = DL_RECORD_BEGIN (record, columns);
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < n; i++)
    if (has_option (self, &options[i]))
      {
        dl_cells_text (cells, name_of (&options[i]));
        dl_cells_take_text (cells, value_of (self, &options[i]));
        dl_cells_text (cells, options[i].description);
      }
  unlock (self);
  return dl_api_table_new_take (record);
}

static gboolean
check_against (DatelineFigurePicture *self, const DlScenario *b, GError **error)
{
  const DlFigureOptions options = { .against = TRUE };

  if (self->pictures != NULL)
    return dl_figure_bad_option (error, "against: a page has no scenario (set it of a picture)");
  return dl_figure_check_against (&options, self->figure, error)
         && dl_figure_check_families (self->scenario, b, error);
}

/**
 * dateline_figure_picture_set_against:
 * @self: a picture of a figure that compares
 * @scenario: (nullable): a second scenario with links at the same places; %NULL for none
 * @error: return location for an error
 *
 * Compares the picture's scenario, A, with another one, B, as it is now, on a common scale: the
 * option `show` says whether it shows `a`, `b` or their `difference`, which is the default.
 *
 * Returns: %TRUE if it is set; %FALSE with %DATELINE_ERROR_VALUE or %DATELINE_ERROR_BUSY
 */
gboolean
dateline_figure_picture_set_against (DatelineFigurePicture *self, DatelineScenario *scenario,
                                     GError **error)
{
  const DlScenario *b;
  GError *inner = NULL;

  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), FALSE);
  g_return_val_if_fail (scenario == NULL || DATELINE_IS_SCENARIO (scenario), FALSE);
  if (!lock (self, error))
    return FALSE;
  b = scenario != NULL ? dl_api_scenario_peek (scenario) : NULL;
  if (b == NULL || check_against (self, b, &inner))
    {
      forget (self);
      dl_scenario_free (self->against);
      self->against = b != NULL ? dl_scenario_copy (b) : NULL;
      self->options.against = b != NULL;
    }
  unlock (self);
  return inner == NULL || dl_figure_api_take_error (error, inner);
}

/* Computing ------------------------------------------------------------------------------------ */

static gsize
limit_of (const guint8 *data, gsize length)
{
  return DL_COUNTERS_MAX_BYTES;
}

static DlCounters *
read_counters (const char *file_name, GCancellable *cancellable, gpointer data, GError **error)
{
  g_autofree char *name = g_filename_display_name (file_name);
  g_autoptr (GByteArray) bytes = dl_scenario_read_file (file_name, limit_of, error);

  return bytes != NULL ? dl_counters_read ((const char *) bytes->data, bytes->len, name, error)
                       : NULL;
}

/* A second piece of work begins where the first one ended: nothing falls. */
static void
tell_progress (double fraction, gpointer data)
{
  Progress *progress = ((DatelineFigurePicture *) data)->progress;
  double whole;

  if (progress == NULL || progress->func == NULL)
    return;
  whole = progress->from + progress->share * fraction;
  if (whole <= progress->told)
    return;
  progress->told = whole;
  progress->func (whole, progress->data);
}

/* Cycles for which a router is watched, so that its latest grants are seen: as many whatever states
 * the tape keeps. */
#define WATCHED_CYCLES 1000

/* Comes back to @tape's cycle with the router of @node watched. */
static gboolean
watch (DlTape *tape, guint node, GCancellable *cancellable, GError **error)
{
  const DlMachinePlan *plan = dl_tape_get_plan (tape);
  const guint64 now = dl_tape_get_cycle (tape);
  const guint n_edits = dl_tape_get_n_edits (tape);
  const guint router = dl_shape_router_at (plan->shape, dl_place_node (node)).a;

  if (!dl_machine_plan_shows_inside (plan))
    return TRUE;
  if (!dl_tape_seek (tape, now - MIN (now, WATCHED_CYCLES), cancellable, error))
    return FALSE;
  dl_machine_run_watch (dl_tape_get_run (tape), router);
  return dl_tape_seek (tape, now, cancellable, error)
         && (dl_tape_get_n_edits (tape) == n_edits || dl_tape_finish (tape, cancellable, error));
}

static DlSimFigure *
show_tape (guint node, GCancellable *cancellable, gpointer data, GError **error)
{
  DatelineFigurePicture *self = data;
  g_autoptr (DlTape) tape = dl_tape_copy (self->tape);
  g_autoptr (DlSimulation) run = NULL;
  DlSimFigure *figure;

  if (self->figure->needs_inside && !watch (tape, node, cancellable, error))
    return NULL;
  run = dl_simulation_of_run (dl_tape_get_scenario (tape), dl_tape_get_run (tape),
                              dl_tape_get_plan (tape), dl_tape_get_observer (tape),
                              dl_tape_get_deadlock (tape), 1);
  figure = dl_sim_figure_new_run (run);
  figure->since = dl_tape_get_begun (tape);
  return figure;
}

static gboolean
take_result (const DlSweepResult *result, gpointer data, GError **error)
{
  dl_sweep_points_add (data, result);
  return TRUE;
}

static gboolean
run_points (DatelineFigurePicture *self, GCancellable *cancellable, GError **error)
{
  DlSweepPoints *points = self->points;
  g_autofree gboolean *known = g_memdup2 (points->known, points->n_points * sizeof *points->known);
  DlSweepOptions options = { .skip = known,
                             .on_point = take_result,
                             .on_point_data = points,
                             .progress = tell_progress,
                             .progress_data = self };

  return points->n_known == points->n_points
         || (dl_figure_parse_jobs (&self->options, &options.n_jobs, error)
             && dl_sweep_run (points->spec, &options, cancellable, error));
}

static DlSweepFigure *
show_sweep (GCancellable *cancellable, gpointer data, GError **error)
{
  DatelineFigurePicture *self = data;
  g_autofree const DlMeasure **measures = NULL;
  guint n;

  if (!run_points (self, cancellable, error))
    return NULL;
  measures = self->options.measures != NULL
                 ? dl_figure_parse_measures (&self->options, self->points->spec, &n, error)
                 : dl_sweep_points_measures (self->points, &n);
  if (measures == NULL)
    return NULL;
  return dl_sweep_figure_new (
      &(DlSweepChart) { .points = self->points, .measures = measures, .n_measures = n });
}

/* A simulation has the cycles that it has. */
static gboolean
open_source (DatelineFigurePicture *self, GError **error)
{
  const DlFigureHost host = { .data = self,
                              .read_counters = read_counters,
                              .progress = tell_progress,
                              .simulate = self->tape != NULL ? show_tape : NULL,
                              .sweep = show_sweep };

  if (self->source != NULL)
    return TRUE;
  self->shown = dl_scenario_copy (self->scenario);
  if (self->tape == NULL
      && !dl_figure_take_cycles (&self->options, self->figure, self->shown, error))
    {
      g_clear_pointer (&self->shown, dl_scenario_free);
      return FALSE;
    }
  self->source = dl_figure_source_new (self->shown, &host);
  if (self->against == NULL
      || dl_figure_source_set_against (self->source, dl_scenario_copy (self->against), error))
    return TRUE;
  forget (self);
  return FALSE;
}

static gboolean
fill_figure (DatelineFigurePicture *self, Progress *progress, GCancellable *cancellable,
             GError **error)
{
  if (self->is_filled)
    return TRUE;
  if (!open_source (self, error)
      || !dl_figure_source_check (self->source, self->figure, &self->options, error))
    return FALSE;
  self->progress = progress;
  self->is_filled = dl_figure_source_fill (self->source, self->figure, &self->options, &self->input,
                                           cancellable, error);
  self->progress = NULL;
  if (!self->is_filled)
    forget (self);
  return self->is_filled;
}

/* The pictures are locked, too. */
static gboolean
fill_page (DatelineFigurePicture *self, const Progress *progress, GCancellable *cancellable,
           GError **error)
{
  const guint n = self->pictures->len;

  for (guint i = 0; i < n; i++)
    {
      DatelineFigurePicture *picture = g_ptr_array_index (self->pictures, i);
      Progress part = *progress;

      part.share = progress->share / n;
      part.from = part.told = progress->from + i * part.share;
      if (!fill_figure (picture, &part, cancellable, error))
        return FALSE;
      picture->input.style = dl_figure_options_style (&picture->options);
      self->panels[i] = (DlFigurePanel) { .figure = picture->figure, .input = picture->input };
    }
  self->input = dl_figure_input_panels (self->panels, n, self->n_columns);
  return TRUE;
}

/* Whether its input is there, with all data that it points to. */
static gboolean
fill (DatelineFigurePicture *self, Progress *progress, GCancellable *cancellable, GError **error)
{
  GError *inner = NULL;
  Progress none = { .share = 1 };
  const gboolean done
      = self->pictures != NULL
            ? fill_page (self, progress != NULL ? progress : &none, cancellable, &inner)
            : fill_figure (self, progress, cancellable, &inner);

  if (!done)
    return dl_figure_api_take_error (error, inner);
  self->input.style = dl_figure_options_style (&self->options);
  return TRUE;
}

static void
unlock_first (DatelineFigurePicture *self, guint n_pictures)
{
  for (guint i = 0; i < n_pictures; i++)
    unlock (g_ptr_array_index (self->pictures, i));
  unlock (self);
}

static void
unlock_all (DatelineFigurePicture *self)
{
  unlock_first (self, self->pictures != NULL ? self->pictures->len : 0);
}

static gboolean
lock_all (DatelineFigurePicture *self, GError **error)
{
  if (!lock (self, error))
    return FALSE;
  for (guint i = 0; self->pictures != NULL && i < self->pictures->len; i++)
    if (!lock (g_ptr_array_index (self->pictures, i), error))
      {
        unlock_first (self, i);
        return FALSE;
      }
  return TRUE;
}

/* Locked and filled: unlock_all. FALSE on error, where it is neither. */
static gboolean
begin (DatelineFigurePicture *self, GError **error)
{
  if (!lock_all (self, error))
    return FALSE;
  if (fill (self, NULL, NULL, error))
    return TRUE;
  unlock_all (self);
  return FALSE;
}

/**
 * dateline_figure_picture_compute:
 * @self: a picture
 * @cancellable: (nullable): to cancel
 * @progress: (nullable) (scope call) (closure user_data): told how far it is, on any thread
 * @user_data: data for @progress
 * @error: return location for an error
 *
 * Computes all data that the picture needs with its options, if they are not there: analyses,
 * simulations, the runs of a load curve or of a sweep. The functions that draw it do so, too.
 *
 * Returns: %TRUE if they are there; %FALSE with a #DatelineError or %G_IO_ERROR_CANCELLED
 */
gboolean
dateline_figure_picture_compute (DatelineFigurePicture *self, GCancellable *cancellable,
                                 DatelineProgressFunc progress, gpointer user_data, GError **error)
{
  Progress whole = { .func = progress, .data = user_data, .share = 1 };
  gboolean done;

  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), FALSE);
  if (!lock_all (self, error))
    return FALSE;
  done = fill (self, &whole, cancellable, error);
  unlock_all (self);
  if (done && progress != NULL && whole.told < 1)
    progress (1, user_data);
  return done;
}

static void
compute_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (dateline_figure_picture_compute (source, cancellable, NULL, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * dateline_figure_picture_compute_async:
 * @self: a picture
 * @cancellable: (nullable): to cancel
 * @callback: (scope async): called when it is done
 * @user_data: data for @callback
 *
 * The same as dateline_figure_picture_compute() on another thread. Until then other calls fail with
 * %DATELINE_ERROR_BUSY.
 */
void
dateline_figure_picture_compute_async (DatelineFigurePicture *self, GCancellable *cancellable,
                                       GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (DATELINE_FIGURE_IS_PICTURE (self));
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, dateline_figure_picture_compute_async);
  g_task_run_in_thread (task, compute_in_thread);
}

/**
 * dateline_figure_picture_compute_finish:
 * @self: a picture
 * @result: what the callback got
 * @error: return location for an error
 *
 * Ends what dateline_figure_picture_compute_async() began.
 *
 * Returns: as dateline_figure_picture_compute()
 */
gboolean
dateline_figure_picture_compute_finish (DatelineFigurePicture *self, GAsyncResult *result,
                                        GError **error)
{
  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Output --------------------------------------------------------------------------------------- */

/* Inches, and dots per inch; the options are sound. */
static void
get_paper (const DatelineFigurePicture *self, double *width, double *dpi)
{
  dl_figure_parse_paper (&self->options, width, dpi, NULL);
}

/**
 * dateline_figure_picture_save:
 * @self: a picture
 * @file_name: (type filename): a file that ends in .svg, .pdf, .png or .csv, which is replaced
 * whole or not at all
 * @error: return location for an error
 *
 * Writes the picture in the format of the file's ending, at the size that its options state. The
 * file has the scenario in it: dateline_scenario_open() does not read it, the window and
 * "dateline-cli new" do.
 *
 * Returns: %TRUE if it is written; %FALSE with %DATELINE_ERROR_VALUE for another ending,
 *   %DATELINE_ERROR_LIMIT for too many pixels, an error as of dateline_figure_picture_compute(), or
 *   %G_FILE_ERROR
 */
gboolean
dateline_figure_picture_save (DatelineFigurePicture *self, const char *file_name, GError **error)
{
  GError *inner = NULL;
  double width, dpi;
  gboolean done;

  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), FALSE);
  g_return_val_if_fail (file_name != NULL, FALSE);
  if (!begin (self, error))
    return FALSE;
  get_paper (self, &width, &dpi);
  done = dl_figure_export (self->figure, &self->input, file_name, width, dpi, &inner);
  unlock_all (self);
  return done || dl_figure_api_take_error (error, inner);
}

static GBytes *
render (DatelineFigurePicture *self, DlFigureFormat format, GError **error)
{
  GError *inner = NULL;
  GBytes *bytes;
  double width, dpi;

  if (!begin (self, error))
    return NULL;
  get_paper (self, &width, &dpi);
  bytes = dl_figure_render (self->figure, &self->input, format, width, dpi, &inner);
  unlock_all (self);
  dl_figure_api_take_error (error, inner);
  return bytes;
}

static char *
render_text (DatelineFigurePicture *self, DlFigureFormat format, GError **error)
{
  g_autoptr (GBytes) bytes = render (self, format, error);
  gconstpointer data;
  gsize length;

  if (bytes == NULL)
    return NULL;
  data = g_bytes_get_data (bytes, &length);
  return g_strndup (data, length);
}

/**
 * dateline_figure_picture_to_svg:
 * @self: a picture
 * @error: return location for an error
 *
 * Draws the picture as SVG.
 *
 * Returns: (transfer full): the picture as SVG, with the scenario in its metadata; %NULL with an
 *   error as of dateline_figure_picture_compute()
 */
char *
dateline_figure_picture_to_svg (DatelineFigurePicture *self, GError **error)
{
  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), NULL);

  return render_text (self, DL_FIGURE_SVG, error);
}

/**
 * dateline_figure_picture_to_png:
 * @self: a picture
 * @error: return location for an error
 *
 * Draws the picture as PNG.
 *
 * Returns: (transfer full): the bytes of a PNG of the picture, with the scenario in a text of it;
 *   %NULL with %DATELINE_ERROR_LIMIT for too many pixels, or an error as of
 *   dateline_figure_picture_compute()
 */
GBytes *
dateline_figure_picture_to_png (DatelineFigurePicture *self, GError **error)
{
  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), NULL);

  return render (self, DL_FIGURE_PNG, error);
}

/**
 * dateline_figure_picture_to_pdf:
 * @self: a picture
 * @error: return location for an error
 *
 * Draws the picture as PDF.
 *
 * Returns: (transfer full): the bytes of a PDF of the picture, with the scenario in its keywords;
 *   %NULL with an error as of dateline_figure_picture_compute()
 */
GBytes *
dateline_figure_picture_to_pdf (DatelineFigurePicture *self, GError **error)
{
  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), NULL);

  return render (self, DL_FIGURE_PDF, error);
}

/**
 * dateline_figure_picture_to_csv:
 * @self: a picture
 * @error: return location for an error
 *
 * Writes the values of the picture for other programs.
 *
 * Returns: (transfer full): the values that the picture shows, as CSV with the names of columns
 *   first and the scenario in lines that begin with "#", after the rows; of a page the same of each
 *   picture; %NULL with an error as of dateline_figure_picture_compute()
 */
char *
dateline_figure_picture_to_csv (DatelineFigurePicture *self, GError **error)
{
  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), NULL);

  return render_text (self, DL_FIGURE_CSV, error);
}

/**
 * dateline_figure_picture_to_table:
 * @self: a picture that is not a page
 * @error: return location for an error
 *
 * Gets the values of the picture.
 *
 * Returns: (transfer full): the values that the picture shows; %NULL with %DATELINE_ERROR_VALUE for
 *   a page, or an error as of dateline_figure_picture_compute()
 */
DatelineTable *
dateline_figure_picture_to_table (DatelineFigurePicture *self, GError **error)
{
  DlRecord *record;

  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), NULL);
  if (self->pictures != NULL)
    {
      g_set_error_literal (error, DATELINE_ERROR, DATELINE_ERROR_VALUE,
                           "a page has as many tables as pictures (ask these)");
      return NULL;
    }
  if (!begin (self, error))
    return NULL;
  record = dl_figure_numbers (self->figure, &self->input);
  unlock_all (self);
  return dl_api_table_new_take (record);
}

/* Points */
static gboolean
check_width (double width, GError **error)
{
  if (width >= DL_WIDTH_LEAST_IN * 72 && width <= DL_WIDTH_MOST_IN * 72)
    return TRUE;
  g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_LIMIT,
               "a picture cannot be %g points wide (expected %g to %g)", width,
               DL_WIDTH_LEAST_IN * 72, DL_WIDTH_MOST_IN * 72);
  return FALSE;
}

/**
 * dateline_figure_picture_get_height:
 * @self: a picture
 * @width: its width in points of 1/72 inch
 * @error: return location for an error
 *
 * Gets how high the picture is at a width.
 *
 * Returns: the height in points that it takes: that of its options, or the figure's own for that
 *   width; NAN with %DATELINE_ERROR_LIMIT for the width, or an error as of
 *   dateline_figure_picture_compute()
 */
double
dateline_figure_picture_get_height (DatelineFigurePicture *self, double width, GError **error)
{
  double height;

  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), NAN);
  if (!check_width (width, error) || !begin (self, error))
    return NAN;
  height = dl_figure_height (self->figure, &self->input, width);
  unlock_all (self);
  return height;
}

static gboolean
check_cairo (cairo_t *cr, GError **error)
{
  if (cairo_status (cr) == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_FAILED, "cannot draw the picture: %s",
               cairo_status_to_string (cairo_status (cr)));
  return FALSE;
}

/**
 * dateline_figure_picture_draw:
 * @self: a picture
 * @cr: a cairo context, whose units are points of 1/72 inch where the size of text is to be right
 * @width: the width in units of @cr
 * @height: the height, likewise; 0: as dateline_figure_picture_get_height() has it
 * @error: return location for an error
 *
 * Draws the picture on its background, its upper left corner at the origin.
 *
 * Returns: %TRUE if it is drawn; %FALSE with an error as of dateline_figure_picture_get_height(),
 * or %DATELINE_ERROR_FAILED if cairo has one
 */
gboolean
dateline_figure_picture_draw (DatelineFigurePicture *self, cairo_t *cr, double width, double height,
                              GError **error)
{
  g_return_val_if_fail (DATELINE_FIGURE_IS_PICTURE (self), FALSE);
  g_return_val_if_fail (cr != NULL, FALSE);
  g_return_val_if_fail (height >= 0, FALSE);
  if (!check_width (width, error) || !check_cairo (cr, error) || !begin (self, error))
    return FALSE;
  if (height == 0)
    height = dl_figure_height (self->figure, &self->input, width);
  dl_figure_draw (self->figure, cr, &self->input, width, height,
                  dl_figure_theme (&self->input.style));
  unlock_all (self);
  return check_cairo (cr, error);
}
