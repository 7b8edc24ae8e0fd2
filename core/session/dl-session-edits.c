#include "dl-session-edits.h"

#include "dl-break.h"
#include "dl-aging-text.h"
#include "dl-text-lines.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The network of the scenario as it is: that of the latest result, or built anew while that lags
 * behind; NULL if there is none. Its owner is told apart by @built. */
static gconstpointer
shape_of (DlSession *self, gpointer *built)
{
  const DlScenario *scenario = dl_session_get_scenario (self);
  const DlFamily *family = scenario->family;
  const DlEvaluation *result = dl_session_get_result (self);

  *built = NULL;
  if (result != NULL && result->generation == dl_session_get_generation (self))
    return dl_analyzed_shape (result->analysis_of_family);
  return *built = family->build (scenario, NULL);
}

void
dl_session_toggle (DlSession *self, DlPlace place, gboolean other)
{
  const DlScenario *scenario = dl_session_get_scenario (self);
  const DlFamily *family = scenario->family;
  gpointer built;
  const gconstpointer shape = shape_of (self, &built);
  DlNet net;

  if (shape == NULL)
    return;
  net = *dl_shape_net (shape);
  if (dl_net_has_place (&net, place))
    {
      g_autofree char *label = NULL;
      g_autoptr (GPtrArray) edits = family->toggle (scenario, shape, place, other, &label);

      if (edits->len > 0)
        dl_session_edit (self, edits, label, NULL, NULL);
    }
  dl_shared_unref (built);
}

void
dl_session_restore (DlSession *self, const DlFaultInfo *fault, const char *item)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *name = fault->label != NULL ? fault->label (item) : g_strdup (item);
  g_autofree char *label = dl_text_with (_ (fault->restored), name);

  dl_edits_add (edits, DL_EDIT_REMOVE, fault->key, item);
  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_restore_faults (DlSession *self, const DlFault *faults, guint n)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *label = NULL;

  if (n == 1)
    dl_session_restore (self, faults->info, faults->item);
  if (n <= 1)
    return;
  for (guint i = 0; i < n; i++)
    dl_edits_add (edits, DL_EDIT_REMOVE, faults[i].info->key, faults[i].item);
  label = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Restored %u fault", "Restored %u faults", n), n);
  dl_session_edit (self, edits, label, NULL, NULL);
}

DlFaultText *
dl_session_break_named (DlSession *self, const char *text)
{
  DlFaultText *read = dl_fault_text_read (dl_session_get_scenario (self), text);
  g_autofree char *label = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Pasted %u fault", "Pasted %u faults", read->n_broken),
      read->n_broken);

  if (read->n_broken > 0)
    dl_session_edit (self, read->edits, label, NULL, NULL);
  return read;
}

/* Items of lists: fewer may be left to break than were asked for. */
static guint
count_added (const GPtrArray *edits)
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
  return n;
}

guint
dl_session_count_breakable (DlSession *self, guint what)
{
  gpointer built;
  const gconstpointer shape = shape_of (self, &built);
  const DlFamily *family = dl_session_get_scenario (self)->family;
  const guint n = shape != NULL ? dl_break_count (family, shape, what) : 0;

  dl_shared_unref (built);
  return n;
}

void
dl_session_break_random (DlSession *self, guint what, guint n, guint64 seed)
{
  const DlScenario *scenario = dl_session_get_scenario (self);
  const DlFamily *family = scenario->family;
  gpointer built;
  const gconstpointer shape = shape_of (self, &built);
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *label = NULL;

  if (shape == NULL)
    return;
  edits = dl_break_at_random (scenario, shape, what, n, seed);
  dl_shared_unref (built);
  if (edits->len == 0)
    return;
  label = family->breakables[what].broke (count_added (edits));
  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_restore_all (DlSession *self)
{
  g_autoptr (GPtrArray) edits = dl_edits_restore_all (dl_session_get_scenario (self));

  if (edits->len > 0)
    dl_session_edit (self, edits, _ ("Restored everything"), NULL, NULL);
}

static const char *
dim_title (DlDim dim)
{
  static const char *const titles[] = { "X", "Y", "Z" };
  return titles[dim];
}

void
dl_session_move_dateline (DlSession *self, DlDim dim, gint position)
{
  DlRoutingSpec routing = dl_scenario_routing (dl_session_get_scenario (self));
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *value = NULL;
  g_autofree char *label = NULL;
  g_autofree char *coalesce = g_strdup_printf ("dateline-%s", dl_dim_name (dim));

  if (routing.dateline[dim] == position)
    return;
  routing.dateline[dim] = position;
  value = g_strdup_printf ("%d;%d;%d", routing.dateline[DL_X], routing.dateline[DL_Y],
                           routing.dateline[DL_Z]);
  dl_edits_add (edits, DL_EDIT_SET, "torus.datelines", value);
  if (position == DL_NO_DATELINE)
    label = g_strdup_printf (_ ("Dateline %s off"), dim_title (dim));
  else
    label = g_strdup_printf (_ ("Dateline %s to %d"), dim_title (dim), position);
  dl_session_edit (self, edits, label, coalesce, NULL);
}

void
dl_session_set_radix (DlSession *self, DlDim dim, guint radix)
{
  g_autofree char *coalesce = g_strdup_printf ("radix-%s", dl_dim_name (dim));
  g_autoptr (DlScenario) origin = dl_session_origin (self, coalesce);
  const DlTorusSpec *now = &dl_torus_options (dl_session_get_scenario (self))->spec;
  guint radices[DL_N_DIMS];
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *label = NULL;

  if (now->radix[dim] == radix)
    return;
  memcpy (radices, now->radix, sizeof radices);
  radices[dim] = radix;
  edits = dl_edits_reshape (origin, radices, now->wrap);
  label = g_strdup_printf (_ ("Size %u×%u×%u"), radices[DL_X], radices[DL_Y], radices[DL_Z]);
  dl_session_edit_from_origin (self, edits, label, coalesce, NULL);
}

void
dl_session_set_wrap (DlSession *self, DlDim dim, gboolean wrap)
{
  const DlScenario *scenario = dl_session_get_scenario (self);
  gboolean wraps[DL_N_DIMS];
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *label = NULL;

  if (dl_torus_options (scenario)->spec.wrap[dim] == wrap)
    return;
  memcpy (wraps, dl_torus_options (scenario)->spec.wrap, sizeof wraps);
  wraps[dim] = wrap;
  edits = dl_edits_reshape (scenario, dl_torus_options (scenario)->spec.radix, wraps);
  label = g_strdup_printf (wrap ? _ ("Torus in %s") : _ ("Mesh in %s"), dim_title (dim));
  dl_session_edit (self, edits, label, NULL, NULL);
}

/* One key, with what its family has go along, as one step; none if it has that value already. */
static void
set_key (DlSession *self, const char *name, const char *value, const char *label,
         const char *coalesce)
{
  const DlField *field = dl_field_find_name (name);
  g_autoptr (DlScenario) origin = NULL;
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *before = dl_field_get (field, dl_session_get_scenario (self));

  if (strcmp (before, value) == 0)
    return;
  if (field->family == NULL || field->family->reshape == NULL)
    {
      edits = dl_edits_new ();
      dl_edits_add (edits, DL_EDIT_SET, name, value);
      dl_session_edit (self, edits, label, coalesce, NULL);
      return;
    }
  origin = coalesce != NULL ? dl_session_origin (self, coalesce)
                            : dl_scenario_copy (dl_session_get_scenario (self));
  edits = field->family->reshape (origin, field, value);
  if (coalesce != NULL)
    dl_session_edit_from_origin (self, edits, label, coalesce, NULL);
  else
    dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_set_datelines (DlSession *self, gboolean on)
{
  const guint *radix = dl_torus_options (dl_session_get_scenario (self))->spec.radix;
  g_autoptr (GString) value = g_string_new (NULL);

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    g_string_append_printf (value, "%s%d", dim > 0 ? ";" : "",
                            on ? (gint) radix[dim] - 1 : DL_NO_DATELINE);
  set_key (self, "torus.datelines", value->str, on ? _ ("Datelines on") : _ ("Datelines off"),
           NULL);
}

void
dl_session_place_datelines (DlSession *self, const gint position[DL_N_DIMS], const char *label)
{
  g_autofree char *value
      = g_strdup_printf ("%d;%d;%d", position[DL_X], position[DL_Y], position[DL_Z]);

  set_key (self, "torus.datelines", value, label, NULL);
}

void
dl_session_use_vc_table (DlSession *self, const char *text)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "torus.vc-policy", "optimized");
  dl_edits_add (edits, DL_EDIT_SET, "torus.vc-table", text);
  dl_session_edit (self, edits, _ ("Virtual channels optimized"), NULL, NULL);
}

static char *
label_tie (const DlScenario *scenario, const char *value)
{
  return g_strdup (strcmp (value, "parity") == 0 ? _ ("Ties: parity") : _ ("Ties: positive"));
}

static char *
label_seed (const DlScenario *scenario, const char *value)
{
  return g_strdup_printf (_ ("Seed %s"), value);
}

static char *
label_target (const DlScenario *scenario, const char *value)
{
  const DlFamily *family = scenario->family;
  const gpointer shape = family->build (scenario, NULL);
  g_autofree char *name = NULL;
  guint node;

  if (shape == NULL)
    return NULL;
  if (family->sites (shape).parse (shape, value, &node, NULL))
    name = family->label (shape, dl_place_node (node));
  dl_shared_unref (shape);
  /* Translators: the node that everything is sent to, “Target (5,6,8)” */
  return name != NULL ? g_strdup_printf (_ ("Target %s"), name) : NULL;
}

static char *
label_select (const DlScenario *scenario, const char *value)
{
  guint64 select;

  if (!dl_value_parse_uint (value, 0, G_MAXUINT64, &select, NULL))
    return NULL;
  if (select == 0)
    return g_strdup (_ ("Arbitration: round robin"));
  if (select == G_MAXUINT64)
    return g_strdup (_ ("Arbitration: age-based"));
  return dl_age_select_text (select);
}

/* Characters of a value in the title of a step. */
#define MOST_VALUE 80

/* The title of the key and what its value is called. */
static char *
label_titled (const DlField *field, const char *value)
{
  const char *title = dl_field_title (field);
  const char *words
      = strcmp (value, "saturated") == 0 ? _ ("saturated") : dl_field_value_title (field, value);

  /* The content of a file is too long for a title. */
  if (words == NULL && (*value == '\0' || g_utf8_strlen (value, -1) > MOST_VALUE))
    return g_strdup (title != NULL ? title : field->key);
  /* Translators: a setting and its new value, as in “Input buffer: 96” */
  return g_strdup_printf (_ ("%s: %s"), title != NULL ? title : field->key,
                          words != NULL ? words : value);
}

void
dl_session_set (DlSession *self, const char *name, const char *value, gboolean coalesce)
{
  /* Of values that have no words of their own; NULL for one that will be refused. */
  static const struct
  {
    const char *name;
    char *(*label) (const DlScenario *scenario, const char *value);
  } labels[] = {
    { "torus.tie", label_tie },
    { "scenario.seed", label_seed },
    { "traffic.target", label_target },
    { "router.age-rr-select", label_select },
  };
  g_autofree char *label = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (strcmp (labels[i].name, name) == 0)
      label = labels[i].label (dl_session_get_scenario (self), value);
  if (label == NULL)
    label = label_titled (dl_field_find_name (name), value);
  set_key (self, name, value, label, coalesce ? name : NULL);
}

void
dl_session_use_aging (DlSession *self, const guint8 bias[DL_N_ROUTER_PORTS], guint32 period)
{
  const DlRouterSpec *router = &dl_session_get_scenario (self)->router;
  const gsize size = sizeof router->request_age_bias;
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *biases = dl_age_bias_text (bias);
  g_autofree char *clock = g_strdup_printf ("%u", period);
  g_autofree char *label = NULL;

  if (memcmp (router->request_age_bias, bias, size) != 0)
    dl_edits_add (edits, DL_EDIT_SET, "router.request-age-bias", biases);
  if (memcmp (router->response_age_bias, bias, size) != 0)
    dl_edits_add (edits, DL_EDIT_SET, "router.response-age-bias", biases);
  if (period != 0 && router->age_clock_period != period)
    dl_edits_add (edits, DL_EDIT_SET, "router.age-clock-period", clock);
  if (edits->len == 0)
    return;
  label = period != 0 ? g_strdup_printf (_ ("Age bias %s, clock period %s"), biases, clock)
                      : g_strdup_printf (_ ("Age bias %s"), biases);
  dl_session_edit (self, edits, label, NULL, NULL);
}

/* A node to send to when nobody has said which; NULL if none works. */
static char *
middle_node (DlSession *self)
{
  const DlFamily *family = dl_session_get_scenario (self)->family;
  gpointer built;
  const gconstpointer shape = shape_of (self, &built);
  const guint node = shape != NULL ? family->middle_node (shape) : DL_NO_NODE;
  char *name = node != DL_NO_NODE ? family->sites (shape).name (shape, node) : NULL;

  dl_shared_unref (built);
  return name;
}

/* Jobs are no places of ranks, nor ranks those of jobs: a placement that the check refuses after
 * @edits goes with them. */
static void
drop_placement (const DlScenario *scenario, GPtrArray *edits)
{
  g_autoptr (DlScenario) copy = dl_scenario_copy (scenario);
  const DlField *field = NULL;

  if (!dl_scenario_apply (copy, edits, NULL, &field, NULL)
      && field == dl_field_find ("traffic", "placement"))
    dl_edits_add_field (edits, DL_EDIT_UNSET, field, NULL);
}

void
dl_session_set_pattern (DlSession *self, const DlPattern *pattern)
{
  const DlScenario *scenario = dl_session_get_scenario (self);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *label = NULL;

  if (scenario->traffic.pattern == pattern)
    return;
  if (pattern->needs_matrix && *scenario->traffic.matrix == '\0')
    {
      /* Nobody can choose one here: that is said in words of the window, not of a file. */
      g_signal_emit_by_name (self, "failed",
                             _ ("A matrix is read from a file: write “matrix=FILE” under "
                                "[traffic] in a scenario file, and open it"));
      return;
    }
  dl_edits_add (edits, DL_EDIT_SET, "traffic.pattern", pattern->id);
  if (pattern->needs_target
      && (scenario->traffic.target == NULL || *scenario->traffic.target == '\0'))
    {
      g_autofree char *target = middle_node (self);

      if (target != NULL)
        dl_edits_add (edits, DL_EDIT_SET, "traffic.target", target);
    }
  /* As much as a packet of the machine's carries (age paper, figure 1). */
  if (pattern->needs_bytes && *scenario->traffic.message_bytes == '\0')
    dl_edits_add (edits, DL_EDIT_SET, "traffic.message-bytes", "64");
  drop_placement (scenario, edits);
  label = g_strdup_printf (_ ("Traffic: %s"), _ (pattern->title));
  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_rename (DlSession *self, const char *name)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *label = g_strdup_printf (_ ("Renamed to “%s”"), name);

  if (strcmp (dl_session_get_scenario (self)->name, name) == 0)
    return;
  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  dl_session_edit (self, edits, label, NULL, NULL);
}
