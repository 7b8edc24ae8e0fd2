#include "dl-store-summary.h"

#include "dl-families.h"

#include <glib/gi18n-lib.h>

#include <stdio.h>
#include <string.h>

/* What is said of a scenario. */
typedef struct
{
  DlKind kind;
  guint radix[DL_N_DIMS]; /* of a torus */
  gboolean wrap[DL_N_DIMS];
  guint groups;   /* of a dragonfly */
  char rules[64]; /* the policy's or routing mode's id; longer ones are none */
  guint n_faults;
} Summary;

static void
summary_init (Summary *summary, const DlScenario *scenario)
{
  const DlTorusSpec *torus = &dl_torus_options (scenario)->spec;
  const DlDragonflySpec *dragonfly = &dl_dragonfly_options (scenario)->spec;
  const DlMachine *machine = dl_dragonfly_options (scenario)->machine;

  *summary = (Summary) { .kind = dl_scenario_kind (scenario) };
  if (dl_scenario_kind (scenario) == DL_KIND_DRAGONFLY)
    {
      summary->groups = machine != NULL && machine->network != NULL ? machine->network->n_groups
                                                                    : dragonfly->groups;
      g_strlcpy (summary->rules, dl_dragonfly_options (scenario)->mode->id, sizeof summary->rules);
      summary->n_faults = dragonfly->broken_links->len + dragonfly->broken_routers->len
                          + dragonfly->broken_cables->len;
      return;
    }
  memcpy (summary->radix, torus->radix, sizeof summary->radix);
  memcpy (summary->wrap, torus->wrap, sizeof summary->wrap);
  g_strlcpy (summary->rules, dl_torus_options (scenario)->routing.vc_policy->id,
             sizeof summary->rules);
  summary->n_faults
      = torus->broken_cables->len + torus->broken_channels->len + torus->broken_nodes->len;
}

/* "x, z"; how many they are. */
static guint
list_rings (const Summary *summary, GString *rings)
{
  guint n = 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (summary->wrap[dim])
      g_string_append_printf (rings, "%s%s", n++ > 0 ? ", " : "", dl_dim_name (dim));
  return n;
}

/* Kept ----------------------------------------------------------------------------------------- */

static char *
write_kept (const Summary *summary)
{
  const guint *radix = summary->radix;
  GString *text = g_string_new (NULL);
  g_autoptr (GString) rings = g_string_new (NULL);
  const guint n_rings = list_rings (summary, rings);

  if (summary->kind == DL_KIND_DRAGONFLY)
    g_string_append_printf (text, "dragonfly of %u group%s", summary->groups,
                            summary->groups != 1 ? "s" : "");
  else
    g_string_append_printf (text, "%ux%ux%u %s%s%s", radix[DL_X], radix[DL_Y], radix[DL_Z],
                            n_rings > 0 ? "torus" : "mesh",
                            n_rings > 0 && n_rings < DL_N_DIMS ? " in " : "",
                            n_rings < DL_N_DIMS ? rings->str : "");
  g_string_append_printf (text, ", %s", summary->rules);
  if (summary->n_faults > 0)
    g_string_append_printf (text, ", %u fault%s", summary->n_faults,
                            summary->n_faults != 1 ? "s" : "");
  return g_string_free (text, FALSE);
}

static gboolean
is_ring (const char *text)
{
  return text[0] >= 'x' && text[0] <= 'z' && text[1] == ',';
}

/* "x, z" of "x, z, output-crossing"; where it ends. */
static const char *
read_rings (Summary *summary, const char *text)
{
  while (is_ring (text))
    {
      summary->wrap[*text - 'x'] = TRUE;
      text++;
      if (text[1] != ' ' || !is_ring (text + 2))
        break;
      text += 2;
    }
  return text;
}

/* The beginning, what the network is; where it ends, NULL if it is none. */
static const char *
read_network (Summary *summary, const char *text)
{
  guint *radix = summary->radix;
  int n = 0;

  if (sscanf (text, "dragonfly of %9u group%n", &summary->groups, &n) == 1 && n > 0)
    {
      summary->kind = DL_KIND_DRAGONFLY;
      return text + n + (text[n] == 's');
    }
  if (sscanf (text, "%9ux%9ux%9u %n", &radix[DL_X], &radix[DL_Y], &radix[DL_Z], &n) != 3 || n == 0)
    return NULL;
  text += n;
  if (g_str_has_prefix (text, "mesh"))
    return text + strlen ("mesh");
  if (g_str_has_prefix (text, "torus in "))
    return read_rings (summary, text + strlen ("torus in "));
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    summary->wrap[dim] = TRUE;
  return g_str_has_prefix (text, "torus") ? text + strlen ("torus") : NULL;
}

/* FALSE: @text is in other words. */
static gboolean
read_kept (Summary *summary, const char *text)
{
  const char *rest;
  g_autofree char *same = NULL;

  *summary = (Summary) { .kind = DL_KIND_TORUS };
  rest = read_network (summary, text);
  if (rest == NULL || sscanf (rest, ", %63[a-z0-9-], %9u", summary->rules, &summary->n_faults) < 1)
    return FALSE;
  same = write_kept (summary);
  return strcmp (same, text) == 0;
}

char *
dl_store_summary_kept (const DlScenario *scenario)
{
  Summary summary;

  summary_init (&summary, scenario);
  return write_kept (&summary);
}

/* Shown ---------------------------------------------------------------------------------------- */

static char *
network_text (const Summary *summary)
{
  const guint *radix = summary->radix;
  g_autoptr (GString) rings = g_string_new (NULL);
  const guint n_rings = list_rings (summary, rings);

  if (summary->kind == DL_KIND_DRAGONFLY)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "dragonfly of %u group",
                                         "dragonfly of %u groups", summary->groups),
                            summary->groups);
  if (n_rings == DL_N_DIMS)
    /* Translators: radices in x, y and z */
    return g_strdup_printf (_ ("%ux%ux%u torus"), radix[DL_X], radix[DL_Y], radix[DL_Z]);
  if (n_rings == 0)
    /* Translators: radices in x, y and z */
    return g_strdup_printf (_ ("%ux%ux%u mesh"), radix[DL_X], radix[DL_Y], radix[DL_Z]);
  /* Translators: radices in x, y and z, then the dimensions that wrap: "x, z" */
  return g_strdup_printf (_ ("%ux%ux%u torus in %s"), radix[DL_X], radix[DL_Y], radix[DL_Z],
                          rings->str);
}

/* The policy or mode; of one that this version does not know the id. */
static const char *
rules_text (const Summary *summary)
{
  const DlVcPolicy *policy = dl_vc_policy_find (summary->rules);
  const DlDragonflyMode *mode = dl_dragonfly_mode_find (summary->rules);

  if (summary->kind == DL_KIND_DRAGONFLY)
    return mode != NULL ? _ (mode->title) : summary->rules;
  return policy != NULL ? _ (policy->title) : summary->rules;
}

static char *
show (const Summary *summary)
{
  g_autofree char *network = network_text (summary);
  g_autofree char *faults = NULL;

  if (summary->n_faults == 0)
    return g_strdup_printf ("%s · %s", network, rules_text (summary));
  faults = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u fault", "%u faults", summary->n_faults), summary->n_faults);
  return g_strdup_printf ("%s · %s · %s", network, rules_text (summary), faults);
}

char *
dl_store_summary (const DlScenario *scenario)
{
  Summary summary;

  summary_init (&summary, scenario);
  return show (&summary);
}

char *
dl_store_summary_show (const char *kept)
{
  Summary summary;

  return read_kept (&summary, kept) ? show (&summary) : g_strdup (kept);
}

char *
dl_store_summary_words (const DlScenario *scenario)
{
  GString *words = g_string_new (NULL);

  g_string_printf (words, "%s %s", scenario->traffic.pattern->id,
                   _ (scenario->traffic.pattern->title));
  if (dl_scenario_kind (scenario) == DL_KIND_TORUS)
    g_string_append_printf (words, " %s %s", dl_torus_options (scenario)->routing.engine->id,
                            _ (dl_torus_options (scenario)->routing.engine->title));
  return g_string_free (words, FALSE);
}
