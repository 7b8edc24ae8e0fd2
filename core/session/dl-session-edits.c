#include "dl-session-edits.h"

#include "dl-break.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The network of the current scenario: that of the latest result, or built again while that is out
 * of date; NULL if there is none. Its owner is told apart by @built. */
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
  gpointer built;
  const gconstpointer shape = shape_of (self, &built);

  if (shape == NULL)
    return;
  if (dl_net_has_place (dl_shape_net (shape), place))
    {
      g_autofree char *label = NULL;
      g_autoptr (GPtrArray) edits = dl_break_toggle (scenario, shape, place, other, &label);

      if (edits->len > 0)
        dl_session_edit (self, edits, label, NULL, NULL);
    }
  dl_shared_unref (built);
}

static void
restore (DlSession *self, const DlBreakable *list, const char *item)
{
  const char *text = list->restored_item != NULL ? list->restored_item : list->restored;
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *name = list->label != NULL ? list->label (item) : g_strdup (item);
  g_autofree char *label = dl_text_with (_ (text), name);

  dl_edits_add (edits, DL_EDIT_REMOVE, list->key, item);
  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_restore_faults (DlSession *self, const DlFault *faults, guint n)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *label = NULL;

  if (n == 1)
    restore (self, faults->info, faults->item);
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

guint
dl_session_count_breakable (DlSession *self, const char *id)
{
  gpointer built;
  const gconstpointer shape = shape_of (self, &built);
  const DlFamily *family = dl_session_get_scenario (self)->family;
  const guint n = shape != NULL ? dl_break_count (family, shape, id) : 0;

  dl_shared_unref (built);
  return n;
}

void
dl_session_break_random (DlSession *self, const char *id, guint n, guint64 seed)
{
  const DlScenario *scenario = dl_session_get_scenario (self);
  gpointer built;
  const gconstpointer shape = shape_of (self, &built);
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *label = NULL;

  if (shape == NULL)
    return;
  edits = dl_break_at_random (scenario, shape, id, n, seed);
  dl_shared_unref (built);
  if (edits->len == 0)
    return;
  label = dl_break_random_label (scenario->family, id, edits);
  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_restore_all (DlSession *self)
{
  g_autoptr (GPtrArray) edits = dl_edits_restore_all (dl_session_get_scenario (self));

  if (edits->len > 0)
    dl_session_edit (self, edits, _ ("Restored everything"), NULL, NULL);
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
    name = family->name (shape, dl_place_node (node), DL_NAME_PEOPLE);
  dl_shared_unref (shape);
  /* Translators: the node that everything is sent to, “Target (5,6,8)” */
  return name != NULL ? g_strdup_printf (_ ("Target %s"), name) : NULL;
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

/* Label of a key that belongs to no family; NULL for a value that will be refused. */
static char *
label_common (const DlScenario *scenario, const DlField *field, const char *value)
{
  static const struct
  {
    const char *name;
    char *(*label) (const DlScenario *scenario, const char *value);
  } labels[] = {
    { "scenario.seed", label_seed },
    { "traffic.target", label_target },
  };

  if (field->model != NULL && field->model->label != NULL)
    return field->model->label (field, value);
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (strcmp (labels[i].name, field->name) == 0)
      return labels[i].label (scenario, value);
  return NULL;
}

/* With what its family has go along; none if it has that value already. @label: nullable. */
static void
set_key (DlSession *self, const char *name, const char *value, const char *label,
         const char *coalesce)
{
  const DlScenario *scenario = dl_session_get_scenario (self);
  const DlField *field = dl_field_find_name (name);
  g_autoptr (DlScenario) origin = NULL;
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *before = dl_field_get (field, scenario);
  g_autofree char *own = NULL;

  if (strcmp (before, value) == 0)
    return;
  origin = coalesce != NULL ? dl_session_origin (self, coalesce) : dl_scenario_copy (scenario);
  if (field->family != NULL && field->family->reshape != NULL)
    edits = field->family->reshape (origin, field, value, &own);
  else
    {
      edits = dl_edits_new ();
      dl_edits_add_field (edits, DL_EDIT_SET, field, value);
      own = label_common (scenario, field, value);
    }
  if (own == NULL)
    own = label_titled (field, value);
  if (label == NULL)
    label = own;
  if (coalesce != NULL)
    dl_session_edit_from_origin (self, edits, label, coalesce, NULL);
  else if (edits->len > 0)
    dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_set (DlSession *self, const char *name, const char *value, gboolean coalesce)
{
  set_key (self, name, value, NULL, coalesce ? name : NULL);
}

void
dl_session_set_named (DlSession *self, const char *name, const char *value, const char *label)
{
  set_key (self, name, value, label, NULL);
}

void
dl_session_set_number (DlSession *self, const char *name, guint i, gint number, gboolean coalesce)
{
  g_autofree char *before
      = dl_field_get (dl_field_find_name (name), dl_session_get_scenario (self));
  g_auto (GStrv) items = g_strsplit (before, ";", -1);
  g_autofree char *one = g_strdup_printf ("%s;%u", name, i);
  g_autofree char *value = NULL;

  g_assert (i < g_strv_length (items));
  g_free (items[i]);
  items[i] = g_strdup_printf ("%d", number);
  value = g_strjoinv (";", items);
  set_key (self, name, value, NULL, coalesce ? one : NULL);
}

/* The default target node; NULL if none works. */
static char *
middle_node (DlSession *self)
{
  const DlFamily *family = dl_session_get_scenario (self)->family;
  gpointer built;
  const gconstpointer shape = shape_of (self, &built);
  const guint node
      = shape != NULL ? dl_family_middle_node (family, dl_shape_net (shape)) : DL_NO_NODE;
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
  /* The payload of a packet of the machine (age paper, figure 1). */
  if (pattern->needs_bytes && *scenario->traffic.message_bytes == '\0')
    dl_edits_add (edits, DL_EDIT_SET, "traffic.message-bytes", "64");
  drop_placement (scenario, edits);
  label = g_strdup_printf (_ ("Traffic: %s"), _ (pattern->title));
  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_set_program (DlSession *self, const char *text, const char *name)
{
  const DlScenario *scenario = dl_session_get_scenario (self);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *label = g_strdup_printf (_ ("Program: %s"), name);

  if (!scenario->traffic.pattern->needs_program)
    dl_edits_add (edits, DL_EDIT_SET, "traffic.pattern", dl_pattern_program.id);
  dl_edits_add (edits, DL_EDIT_SET, "traffic.program", text);
  drop_placement (scenario, edits);
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
