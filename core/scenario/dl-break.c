#include "dl-break.h"

#include "dl-edit.h"
#include "dl-faults.h"
#include "dl-field-type.h"
#include "dl-rng.h"
#include "dl-scenario-check.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <stdlib.h>

/* Lists ---------------------------------------------------------------------------------------- */

const DlBreakable *
dl_break_list (const DlFamily *family, const char *key)
{
  for (guint i = 0; i < family->n_lists; i++)
    if (g_str_equal (family->breakables[i].key, key))
      return &family->breakables[i];
  return NULL;
}

/* The row whose parts are in the list @key; NULL: none. */
static const DlBreakable *
whole_of (const DlFamily *family, const char *key)
{
  for (guint i = 0; i < family->n_lists; i++)
    if (g_strcmp0 (family->breakables[i].parts_key, key) == 0)
      return &family->breakables[i];
  return NULL;
}

gboolean
dl_break_find (const DlFamily *family, const DlBreakable *row, gconstpointer shape,
               const char *item, DlPlace *place)
{
  if (row->find != NULL)
    return row->find (shape, item, place);
  return family->parse_place (dl_shape_net (shape), item,
                              row->kind == DL_PLACE_LINK ? DL_PLACE_LINK : DL_PLACE_NOTHING, place,
                              NULL)
         && place->kind == row->kind;
}

/* Edits in the making. */
typedef struct
{
  const DlScenario *scenario;
  gconstpointer shape;
  GPtrArray *edits;
} Breaking;

/* The list's own name, in @row, for @place; NULL: it has none. */
static char *
item_at (const Breaking *breaking, const DlBreakable *row, DlPlace place)
{
  const DlScenario *scenario = breaking->scenario;
  const DlField *field = dl_field_find_name (row->key);
  g_autofree char *name = row->item != NULL
                              ? row->item (breaking->shape, place)
                              : scenario->family->name (breaking->shape, place, DL_NAME_FILE);

  return name != NULL ? dl_faults_name (field->type->faults,
                                        dl_scenario_options (scenario, field->family), name)
                      : NULL;
}

static gboolean
is_listed (const Breaking *breaking, const char *key, const char *item)
{
  const DlField *field = dl_field_find_name (key);

  return dl_faults_has (field->type->faults,
                        *(GArray *const *) dl_field_at (field, breaking->scenario), item);
}

static gboolean
is_up (const Breaking *breaking, guint link)
{
  return dl_shape_net (breaking->shape)->graph->link_state[link] == DL_LINK_UP;
}

/* The links that are parts of @whole at @link. */
static GArray *
parts_at (const Breaking *breaking, const DlBreakable *whole, guint link)
{
  GArray *links;
  guint back;

  if (whole->parts != NULL)
    return whole->parts (breaking->shape, link);
  links = g_array_new (FALSE, FALSE, sizeof (guint32));
  back = dl_graph_back (dl_shape_net (breaking->shape)->graph, link);
  g_array_append_val (links, link);
  if (back != DL_NO_LINK)
    g_array_append_val (links, back);
  return links;
}

static void
append (GString *items, const char *item)
{
  g_string_append_printf (items, "%s%s", items->len > 0 ? ";" : "", item);
}

static void
add_edit (Breaking *breaking, DlEditOp op, const char *key, const char *items)
{
  if (*items != '\0')
    dl_edits_add (breaking->edits, op, key, items);
}

/* Edit the list of @whole's parts at @link: remove parts that are @listed one by one, or add the
 * others. @but: (nullable) is left out. */
static void
add_parts (Breaking *breaking, const DlBreakable *whole, guint link, gboolean listed,
           const char *but)
{
  const DlBreakable *row = dl_break_list (breaking->scenario->family, whole->parts_key);
  g_autoptr (GArray) links = parts_at (breaking, whole, link);
  g_autoptr (GString) items = g_string_new (NULL);

  for (guint i = 0; i < links->len; i++)
    {
      const DlPlace part = dl_place_link (g_array_index (links, guint32, i));
      g_autofree char *item = item_at (breaking, row, part);

      if (is_listed (breaking, row->key, item) == listed && g_strcmp0 (item, but) != 0)
        append (items, item);
    }
  add_edit (breaking, listed ? DL_EDIT_REMOVE : DL_EDIT_ADD, row->key, items->str);
}

/* Would @place break, if no list has it? */
static gboolean
can_break (const Breaking *breaking, const DlBreakable *row, DlPlace place)
{
  const DlFamily *family = breaking->scenario->family;
  g_autoptr (GArray) links = NULL;
  gboolean up = FALSE;

  if (!row->by_state)
    {
      g_autofree char *part
          = row->parts_key != NULL
                ? item_at (breaking, dl_break_list (family, row->parts_key), place)
                : NULL;

      return part == NULL || !is_listed (breaking, row->parts_key, part);
    }
  if (row->parts_key == NULL)
    return is_up (breaking, place.a);
  links = parts_at (breaking, row, place.a);
  for (guint i = 0; i < links->len; i++)
    up |= is_up (breaking, g_array_index (links, guint32, i));
  return up;
}

/* At a place ----------------------------------------------------------------------------------- */

/* Break or repair @place by a row with a list. Does it break? */
static gboolean
toggle_one (Breaking *breaking, const DlBreakable *row, DlPlace place)
{
  const DlBreakable *whole = whole_of (breaking->scenario->family, row->key);
  g_autofree char *item = item_at (breaking, row, place);
  g_autofree char *of = whole != NULL ? item_at (breaking, whole, place) : NULL;
  const gboolean listed = is_listed (breaking, row->key, item);
  const gboolean of_listed = of != NULL && is_listed (breaking, whole->key, of);
  const gboolean breaks = !listed && !of_listed && can_break (breaking, row, place);

  /* Single parts that are broken come back with the whole, or become part of it. */
  if (row->parts_key != NULL)
    add_parts (breaking, row, place.a, TRUE, NULL);
  if (listed)
    add_edit (breaking, DL_EDIT_REMOVE, row->key, item);
  if (of_listed)
    {
      add_edit (breaking, DL_EDIT_REMOVE, whole->key, of);
      add_parts (breaking, whole, place.a, FALSE, item);
    }
  if (breaks)
    add_edit (breaking, DL_EDIT_ADD, row->key, item);
  return breaks;
}

/* The row that breaks @place, or with @other more or less of it; NULL: there is nothing to
 * break. */
static const DlBreakable *
row_at (const Breaking *breaking, DlPlace place, gboolean other)
{
  const DlFamily *family = breaking->scenario->family;
  const DlGraph *graph = dl_shape_net (breaking->shape)->graph;

  if (place.kind == DL_PLACE_LINK && graph->link_state[place.a] == DL_LINK_ABSENT)
    return NULL;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < family->n_breakables; i++)
      {
        const DlBreakable *row = &family->breakables[i];
        g_autofree char *item = NULL;

        if (row->kind != place.kind || (row->other != FALSE) != ((other != FALSE) ^ pass))
          continue;
        item = row->places == NULL ? item_at (breaking, row, place) : NULL;
        if (item != NULL || row->places != NULL)
          return row;
      }
  return NULL;
}

/* The places that @row breaks or restores at @place: DlPlace. */
static GArray *
places_at (const Breaking *breaking, const DlBreakable *row, DlPlace place)
{
  GArray *places;

  if (row->places != NULL)
    return row->places (breaking->shape, place);
  places = g_array_new (FALSE, FALSE, sizeof (DlPlace));
  g_array_append_val (places, place);
  return places;
}

static char *
label_of (const Breaking *breaking, const DlBreakable *row, DlPlace place, gboolean broke)
{
  g_autofree char *item = row->name == NULL ? item_at (breaking, row, place) : NULL;
  g_autofree char *name = row->name != NULL    ? row->name (breaking->shape, place, broke)
                          : row->label != NULL ? row->label (item)
                                               : g_strdup (item);

  return dl_text_with (_ (broke ? row->broke : row->restored), name);
}

GPtrArray *
dl_break_toggle (const DlScenario *scenario, gconstpointer shape, DlPlace place, gboolean other,
                 char **label)
{
  const DlFamily *family = scenario->family;
  gpointer own = shape == NULL ? family->build (scenario, NULL) : NULL;
  Breaking breaking = { scenario, shape != NULL ? shape : own, dl_edits_new () };
  const DlBreakable *row = breaking.shape != NULL ? row_at (&breaking, place, other) : NULL;

  if (row != NULL)
    {
      g_autoptr (GArray) places = places_at (&breaking, row, place);
      gboolean broke = FALSE;

      for (guint i = 0; i < places->len; i++)
        broke |= toggle_one (&breaking, dl_break_list (family, row->key),
                             g_array_index (places, DlPlace, i));
      if (breaking.edits->len > 0 && label != NULL)
        *label = label_of (&breaking, row, place, broke);
    }
  dl_shared_unref (own);
  return breaking.edits;
}

/* At random ------------------------------------------------------------------------------------ */

static const DlBreakable *
random_row (const DlFamily *family, const char *id)
{
  for (guint i = 0; i < family->n_breakables; i++)
    if (g_strcmp0 (family->breakables[i].id, id) == 0)
      return &family->breakables[i];
  g_assert_not_reached ();
}

guint
dl_break_count (const DlFamily *family, gconstpointer shape, const char *id)
{
  g_autoptr (GArray) working = random_row (family, id)->working (shape);

  return working->len;
}

/* The first @n of a shuffle. */
static void
draw (GArray *numbers, guint n, guint64 seed)
{
  DlRng rng;

  dl_rng_init (&rng, seed);
  for (guint i = 0; i < n; i++)
    {
      guint32 *at = &g_array_index (numbers, guint32, i);
      guint32 *drawn = &g_array_index (numbers, guint32, i + dl_rng_below (&rng, numbers->len - i));
      const guint32 swap = *at;

      *at = *drawn;
      *drawn = swap;
    }
}

/* Add the items at @place to @items; single parts of it that are broken become part of it. */
static void
break_all (Breaking *breaking, const DlBreakable *row, DlPlace place, GString *items)
{
  const DlBreakable *list = dl_break_list (breaking->scenario->family, row->key);
  g_autoptr (GArray) places = places_at (breaking, row, place);

  for (guint i = 0; i < places->len; i++)
    {
      const DlPlace at = g_array_index (places, DlPlace, i);
      g_autofree char *item = item_at (breaking, list, at);

      if (list->parts_key != NULL)
        add_parts (breaking, list, at.a, TRUE, NULL);
      append (items, item);
    }
}

GPtrArray *
dl_break_at_random (const DlScenario *scenario, gconstpointer shape, const char *id, guint n,
                    guint64 seed)
{
  const DlBreakable *row = random_row (scenario->family, id);
  gpointer own = shape == NULL ? scenario->family->build (scenario, NULL) : NULL;
  Breaking breaking = { scenario, shape != NULL ? shape : own, dl_edits_new () };
  g_autoptr (GArray) working = NULL;
  g_autoptr (GString) items = g_string_new (NULL);

  if (breaking.shape == NULL)
    return breaking.edits;
  working = row->working (breaking.shape);
  n = MIN (n, working->len);
  draw (working, n, seed);
  for (guint i = 0; i < n; i++)
    break_all (&breaking, row, (DlPlace) { row->kind, g_array_index (working, guint32, i), 0 },
               items);
  add_edit (&breaking, DL_EDIT_ADD, row->key, items->str);
  dl_shared_unref (own);
  return breaking.edits;
}

/* Items of lists are counted: fewer may have been left to break than were asked for. */
char *
dl_break_random_label (const DlFamily *family, const char *id, const GPtrArray *edits)
{
  guint n = 0;

  for (guint i = 0; i < edits->len; i++)
    {
      const DlEdit *edit = edits->pdata[i];

      if (edit->op != DL_EDIT_ADD)
        continue;
      n++;
      for (const char *c = edit->value; *c != '\0'; c++)
        n += *c == ';';
    }
  return random_row (family, id)->broke_random (n);
}

/* Each in turn --------------------------------------------------------------------------------- */

typedef struct
{
  const DlScenario *scenario;
  gconstpointer analysis;
  const DlCables *cables;
  GError *error; /* atomic: the first, but for cancelling */
} Work;

/* Sums that should be the same differ in their last digits, as what they are of is gone through
 * another way. */
static double
steady (double value)
{
  char text[32];

  if (!isfinite (value))
    return value;
  g_ascii_formatd (text, sizeof text, "%.10g", value);
  return g_ascii_strtod (text, NULL);
}

static DlCriticalFigures
read_figures (const DlFamily *family, gconstpointer analysis)
{
  DlFindings findings;

  family->find (analysis, &findings);
  return (DlCriticalFigures) {
    .unreachable_pairs = findings.unreachable_pairs,
    .dropped_pairs = findings.dropped_pairs,
    .illegal_pairs = findings.illegal_pairs,
    .deadlock_free = findings.deadlock_free,
    .bound_load = steady (findings.bound_load),
    .is_bound = findings.is_bound,
    .load_max = steady (findings.peak_load),
    .balance_mean = steady (findings.balance_mean),
    .hops_mean = steady (findings.hops_mean),
  };
}

/* The scenario with one cable more broken. */
static DlScenario *
break_cable (const Work *work, guint cable, GError **error)
{
  g_autoptr (DlScenario) broken = dl_scenario_copy (work->scenario);
  g_autoptr (GPtrArray) edits
      = dl_break_toggle (work->scenario, dl_analyzed_shape (work->analysis),
                         dl_place_link (work->cables->link[cable]), work->cables->by_other, NULL);

  return dl_scenario_apply (broken, edits, NULL, NULL, error) ? g_steal_pointer (&broken) : NULL;
}

/* NULL on error. */
static gpointer
analyze (const Work *work, const DlScenario *broken, GCancellable *cancellable, GError **error)
{
  const DlFamily *family = broken->family;
  gpointer routes = NULL, after;

  if (work->cables->route != NULL)
    {
      routes = work->cables->route (broken, work->analysis, error);
      if (routes == NULL)
        return NULL;
    }
  after = family->analyze (broken, routes, work->analysis, cancellable, error);
  if (routes != NULL)
    dl_shared_unref (routes);
  return after;
}

static gboolean
evaluate (gpointer data, guint cable, DlCriticalFigures *figures, guint64 *rerouted,
          gboolean *speaks, GCancellable *cancellable)
{
  Work *work = data;
  const DlFamily *family = work->scenario->family;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) broken = break_cable (work, cable, &error);
  gpointer after = broken != NULL ? analyze (work, broken, cancellable, &error) : NULL;

  if (after == NULL)
    {
      if (g_atomic_pointer_compare_and_exchange (&work->error, NULL, error))
        g_steal_pointer (&error);
      return FALSE;
    }
  *figures = read_figures (family, after);
  *rerouted = DL_CRITICAL_NOT_COUNTED;
  dl_shared_unref (after);
  return TRUE;
}

DlCritical *
dl_break_each (const DlScenario *scenario, gconstpointer analysis, const DlCables *cables,
               DlCriticalOptions options, GCancellable *cancellable, GError **error)
{
  const DlFamily *family = scenario->family;
  Work work = { scenario, analysis, cables, NULL };
  DlCriticalTask task = {
    .family = family,
    .by_other = cables->by_other,
    .base = read_figures (family, analysis),
    .n_cables = cables->n,
    .link = cables->link,
    .back = cables->back,
    .cable_of = cables->cable_of,
    .first = cables->first,
    .evaluate = evaluate,
    .data = &work,
  };
  DlCritical *critical;

  task.net = *dl_shape_net (dl_analyzed_shape (analysis));
  critical = dl_critical_new (&task, options, cancellable);
  if (critical == NULL && work.error != NULL)
    g_propagate_error (error, g_steal_pointer (&work.error));
  else if (critical == NULL)
    dl_scenario_fail_cancelled (NULL, _ ("The search was canceled"), error);
  g_clear_error (&work.error);
  return critical;
}
