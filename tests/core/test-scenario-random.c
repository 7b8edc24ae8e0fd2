#include "test-scenario-random.h"

#include "break-fixture.h"
#include "dl-scenario-file.h"

#include <string.h>

static guint
below (DlRng *rng, guint n)
{
  return dl_rng_below (rng, n);
}

static gboolean
one_in (DlRng *rng, guint n)
{
  return below (rng, n) == 0;
}

static const char *
pick (DlRng *rng, const char *const *words)
{
  return words[below (rng, g_strv_length ((GStrv) words))];
}

static DlTorusLinkAt
random_link (const DlTorusSpec *torus, DlRng *rng)
{
  DlTorusLinkAt link;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    link.from.at[dim] = below (rng, torus->radix[dim]);
  link.port = below (rng, DL_TORUS_N_NETWORK_PORTS);
  return link;
}

static char *
random_faults (const char *key, const DlTorusSpec *torus, DlRng *rng)
{
  const guint n = below (rng, 5);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      const DlTorusLinkAt link = random_link (torus, rng);
      g_autofree char *item = strcmp (key, "broken-nodes") == 0
                                  ? dl_torus_coord_to_string (link.from)
                                  : dl_torus_link_at_to_string (link);
      if (strcmp (key, "broken-nodes") == 0 || dl_torus_spec_has_link (torus, link))
        g_string_append_printf (text, "%s%s", text->len > 0 ? ";" : "", item);
    }
  return g_string_free (text, FALSE);
}

static char *
random_name (DlRng *rng)
{
  static const char *const pieces[]
      = { "XT3", " ", "\\", "\\n", "=", ";", "#",  "[x]", "é", "網",  "%s",    "\"",
          "'",   "µ", "!",  ",",   ".", "🜂", "  ", "+",   "-", "<b>", "&amp;", NULL };
  GString *text = g_string_new ("n");

  for (guint i = below (rng, 8); i > 0; i--)
    g_string_append (text, pick (rng, pieces));
  g_string_append_c (text, 'e');
  return g_string_free (text, FALSE);
}

static char *
random_double (double low, double high, DlRng *rng)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  const double share = dl_rng_next (rng) / (double) G_MAXUINT64;
  static const char *const formats[] = { "%.2f", "%.6g", "%.17g", "%e", NULL };

  g_ascii_formatd (buffer, sizeof buffer, pick (rng, formats), low + share * (high - low));
  return g_strdup (buffer);
}

static char *
random_bias (DlRng *rng)
{
  GString *text = g_string_new (NULL);
  const guint n = one_in (rng, 2) ? DL_TORUS_N_DIMS + 1 : DL_N_ROUTER_PORTS;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " ; " : "", below (rng, 8));
  return g_string_free (text, FALSE);
}

/* [torus] */
static char *
random_torus_value (const char *key, const DlScenario *scenario, DlRng *rng)
{
  static const char *const tables[]
      = { "", "RExWQwEBAwACAAIAAAQ1RZPLWvLLnOtjlmG34CvkecxxnLEPiQ0A",
          "RExWQwEHBAAEAAQAAAEf1E9umblh/+t7bNEHQjLHC8EIwrPoK4QKQKUtoNKFfaPqh5V6AA==", NULL };
  const DlTorusSpec *torus = &dl_torus_options (scenario)->spec;
  guint n;

  if (strcmp (key, "radix") == 0)
    return one_in (rng, 20) ? g_strdup ("25;16;24")
                            : g_strdup_printf ("%u;%u;%u", 1 + below (rng, 8), 1 + below (rng, 8),
                                               1 + below (rng, 8));
  if (strcmp (key, "wrap") == 0)
    return g_strdup_printf ("%s;%s;%s", one_in (rng, 2) ? "true" : "false",
                            one_in (rng, 2) ? "1" : "0", one_in (rng, 2) ? "true" : "false");
  if (strcmp (key, "datelines") == 0)
    return g_strdup_printf ("%d;%d;%d", (int) below (rng, torus->radix[DL_X] + 1) - 1,
                            (int) below (rng, torus->radix[DL_Y] + 1) - 1,
                            (int) below (rng, torus->radix[DL_Z] + 1) - 1);
  if (strcmp (key, "tie") == 0)
    return g_strdup (one_in (rng, 2) ? "positive" : "parity");
  if (strcmp (key, "vc-policy") == 0)
    {
      const DlVcPolicy *const *policies = dl_vc_policies (&n);
      return g_strdup (policies[below (rng, n)]->id);
    }
  if (strcmp (key, "engine") == 0)
    {
      const DlTorusEngine *const *engines = dl_torus_engines (&n);
      return g_strdup (engines[below (rng, n)]->id);
    }
  if (strcmp (key, "vc-table") == 0)
    return g_strdup (pick (rng, tables));
  return random_faults (key, torus, rng);
}

/* [traffic] */
static char *
random_traffic_value (const char *key, const DlScenario *scenario, DlRng *rng)
{
  static const char *const placements[]
      = { "",      "linear",           "random", "job map.txt", "0,0,0\n", "# two\n0,0,0\n0,0,1\n",
          "A:4:1", "A:2:1 B:3:random", NULL };
  static const char *const matrices[]
      = { "", "job 1.mtx", "0,1,800\n", "src,dst,bytes\n0,1,5\n1,0,70\n", NULL };
  guint n;

  if (strcmp (key, "pattern") == 0)
    {
      const DlPattern *const *patterns = dl_patterns (&n);
      return g_strdup (patterns[below (rng, n)]->id);
    }
  if (strcmp (key, "load") == 0)
    return one_in (rng, 4) ? g_strdup ("saturated") : random_double (0, 1, rng);
  if (strcmp (key, "packet-flits") == 0)
    return g_strdup_printf ("%u", 1 + below (rng, 9));
  if (strcmp (key, "target") == 0)
    return one_in (rng, 4) ? g_strdup ("0x0")
                           : dl_torus_coord_to_string (
                               random_link (&dl_torus_options (scenario)->spec, rng).from);
  if (strcmp (key, "message-bytes") == 0)
    return one_in (rng, 2) ? g_strdup ("") : g_strdup_printf ("%u", 1 + below (rng, 100000));
  if (strcmp (key, "burst-messages") == 0)
    return g_strdup_printf ("%u", 1 + below (rng, 100));
  if (strcmp (key, "response-share") == 0)
    return random_double (0, 1, rng);
  if (strcmp (key, "order") == 0)
    return g_strdup (one_in (rng, 2) ? "rotating" : "random");
  if (strcmp (key, "source-vc") == 0)
    return g_strdup (one_in (rng, 2) ? "policy" : "0");
  if (strcmp (key, "matrix") == 0)
    return g_strdup (pick (rng, matrices));
  return g_strdup (pick (rng, placements));
}

/* [router] */
static char *
random_router_value (const char *key, DlRng *rng)
{
  if (g_str_has_suffix (key, "-age-bias"))
    return random_bias (rng);
  if (strcmp (key, "ejection-rate") == 0)
    return random_double (0.001, 1, rng);
  if (strcmp (key, "aries-hop-ns") == 0)
    return random_double (1, 500, rng);
  if (strcmp (key, "payload-efficiency") == 0)
    return random_double (0.05, 1, rng);
  if (strcmp (key, "link-error-rate") == 0)
    return random_double (0, 0.5, rng);
  if (strcmp (key, "age-rr-select") == 0)
    return g_strdup_printf ("0x%" G_GINT64_MODIFIER "X", dl_rng_next (rng));
  if (strcmp (key, "age-clock-period") == 0)
    return g_strdup_printf ("%u", (guint) (1 + dl_rng_below (rng, G_MAXUINT32)));
  return g_strdup_printf ("%u", 9 + below (rng, 200));
}

static char *
random_router (const DlDragonflySpec *spec, DlRng *rng)
{
  const gboolean aries = spec->shape == DL_DRAGONFLY_ARIES;

  return g_strdup_printf ("%u.%u.%u", below (rng, spec->groups),
                          aries ? below (rng, spec->chassis) : 0,
                          below (rng, aries ? spec->blades : spec->routers));
}

/* [dragonfly] */
static char *
random_dragonfly_value (const char *key, const DlScenario *scenario, DlRng *rng)
{
  static const char *const machines[] = { "", "my machine.txt", NULL };
  const DlDragonflySpec *spec = &dl_dragonfly_options (scenario)->spec;
  guint n;

  if (strcmp (key, "shape") == 0)
    return g_strdup (one_in (rng, 3) ? "generic" : "aries");
  if (strcmp (key, "routing") == 0)
    {
      const DlDragonflyMode *const *modes = dl_dragonfly_modes (&n);
      return g_strdup (modes[below (rng, n)]->id);
    }
  if (strcmp (key, "interconnect") == 0)
    return g_strdup (pick (rng, machines));
  if (strcmp (key, "groups") == 0)
    return g_strdup_printf ("%u", 1 + below (rng, 12));
  if (strcmp (key, "broken-cables") == 0)
    return g_strdup_printf ("%u-%u#%u", below (rng, spec->groups), below (rng, spec->groups),
                            below (rng, 3));
  if (strcmp (key, "broken-routers") == 0)
    return random_router (spec, rng);
  if (strcmp (key, "broken-links") == 0)
    {
      g_autofree char *a = random_router (spec, rng);
      g_autofree char *b = random_router (spec, rng);

      return g_strdup_printf ("%s-%s#%u", a, b, below (rng, 2));
    }
  return g_strdup_printf ("%u", 1 + below (rng, 6));
}

char *
test_random_value (const DlField *field, const DlScenario *scenario, DlRng *rng)
{
  if (strcmp (field->group, "torus") == 0)
    return random_torus_value (field->key, scenario, rng);
  if (strcmp (field->group, "dragonfly") == 0)
    return random_dragonfly_value (field->key, scenario, rng);
  if (strcmp (field->group, "router") == 0)
    return random_router_value (field->key, rng);
  if (strcmp (field->group, "traffic") == 0)
    return random_traffic_value (field->key, scenario, rng);
  if (strcmp (field->key, "name") == 0)
    return random_name (rng);
  if (strcmp (field->key, "kind") == 0)
    return g_strdup (one_in (rng, 2) ? "torus" : "dragonfly");
  if (strcmp (field->key, "seed") == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, dl_rng_next (rng));
  return g_strdup_printf ("%u", 1 + below (rng, 256)); /* [simulation] */
}

/* Unknown keys in known groups, unknown groups, comments in them. */
static DlScenario *
with_extras (const DlScenario *scenario, DlRng *rng)
{
  static const char *const lines[] = {
    "spare=1", "spare[de]=zwei", "a b = c\\d", "weird=  = [x] #", "empty=", "\ttab=\tx ", NULL,
  };
  g_autofree char *text = dl_scenario_to_text (scenario, one_in (rng, 2));
  g_autoptr (GString) extended = g_string_new (NULL);
  g_auto (GStrv) split = g_strsplit (text, "\n", -1);
  g_autoptr (GError) error = NULL;
  DlScenario *result;

  for (guint i = 0; split[i] != NULL; i++)
    {
      g_string_append_printf (extended, "%s%s", split[i], one_in (rng, 3) ? "\r\n" : "\n");
      if (*split[i] == '[' && one_in (rng, 3))
        g_string_append_printf (extended, "%s\n", pick (rng, lines));
    }
  if (one_in (rng, 2))
    g_string_append (extended, "[layout]\nwidth=300\n# mine\n\n[more things]\n[butterfly]\na=1\n");
  result = dl_scenario_parse (extended->str, -1, "random", NULL, &error);
  g_assert_no_error (error);
  return result;
}

DlScenario *
test_random_scenario (DlRng *rng)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  guint n;
  const DlField *fields = dl_fields (&n);

  /* Key after key, in the table's order (the shape first); what does not fit is left out. */
  for (guint i = 0; i < n; i++)
    if (one_in (rng, 2) || (strcmp (fields[i].key, "radix") == 0 && !one_in (rng, 8)))
      {
        g_autoptr (GPtrArray) edits = dl_edits_new ();
        g_autofree char *value = test_random_value (&fields[i], scenario, rng);
        dl_edits_add_field (edits, DL_EDIT_SET, &fields[i], value);
        dl_scenario_apply (scenario, edits, NULL, NULL, NULL);
      }
  return one_in (rng, 2) ? with_extras (scenario, rng) : g_steal_pointer (&scenario);
}

static void
add_random_edit (GPtrArray *edits, const DlScenario *scenario, DlRng *rng)
{
  guint n;
  const DlField *fields = dl_fields (&n);
  const DlField *field = &fields[below (rng, n)];
  g_autofree char *value = test_random_value (field, scenario, rng);
  g_autofree char *current = dl_field_get (field, scenario);

  if (one_in (rng, 4))
    dl_edits_add_field (edits, DL_EDIT_UNSET, field, NULL);
  else if (!dl_field_is_list (field) || one_in (rng, 4))
    dl_edits_add_field (edits, DL_EDIT_SET, field, value);
  else if (one_in (rng, 2) && *current != '\0')
    {
      g_auto (GStrv) items = g_strsplit (current, ";", -1);
      dl_edits_add_field (edits, DL_EDIT_REMOVE, field, pick (rng, (const char *const *) items));
    }
  else
    dl_edits_add_field (edits, DL_EDIT_ADD, field, value);
}

GPtrArray *
test_random_edits (const DlScenario *scenario, DlRng *rng)
{
  const DlTorusSpec *torus = &dl_torus_options (scenario)->spec;
  GPtrArray *edits;
  guint radix[DL_TORUS_N_DIMS];
  gboolean wrap[DL_TORUS_N_DIMS];

  switch (scenario->family == &dl_family_torus ? below (rng, 8) : 2 + below (rng, 6))
    {
    case 0:
      return toggle_link_edits (scenario, random_link (torus, rng), one_in (rng, 2));
    case 1:
      return toggle_node_edits (scenario, random_link (torus, rng).from);
    case 2:
      return dl_break_at_random (scenario, NULL, nth_breakable (scenario->family, below (rng, 2)),
                                 1 + below (rng, 4), dl_rng_next (rng));
    case 3:
      return dl_edits_restore_all (scenario);
    case 4:
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        {
          radix[dim] = one_in (rng, 2) ? torus->radix[dim] : 1 + below (rng, 8);
          wrap[dim] = one_in (rng, 3) ? !torus->wrap[dim] : torus->wrap[dim];
        }
      return dl_torus_edits_reshape (scenario, radix, wrap);
    default:
      edits = dl_edits_new ();
      for (guint i = 1 + below (rng, 3); i > 0; i--)
        add_random_edit (edits, scenario, rng);
      return edits;
    }
}

DlScenario *
test_parse_scenario (const char *text, GStrv *warnings)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_scenario_parse (text, -1, "t", warnings, &error);

  g_assert_no_error (error);
  return scenario;
}

void
test_assert_value (const DlScenario *scenario, const char *name, const char *value)
{
  g_autofree char *is = dl_field_get (dl_field_find_name (name), scenario);

  g_assert_cmpstr (is, ==, value);
}

void
test_assert_equal (const DlScenario *a, const DlScenario *b)
{
  g_autofree char *text_a = dl_scenario_to_text (a, TRUE);
  g_autofree char *text_b = dl_scenario_to_text (b, TRUE);
  guint n_fields;

  g_assert_cmpstr (text_a, ==, text_b);
  g_assert_cmpstr (a->extras, ==, b->extras);
  dl_fields (&n_fields);
  g_assert_cmpmem (a->set, n_fields, b->set, n_fields);
  g_assert_true (dl_scenario_equal (a, b));
}
