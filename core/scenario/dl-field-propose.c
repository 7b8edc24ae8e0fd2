#include "dl-field-propose.h"

#include "dl-edit.h"
#include "dl-field-private.h"

#include <math.h>

/* Values around a number, as shares of it. */
static const double shares[] = { 0.25, 0.5, 0.75, 1, 1.25, 1.5 };
/* So many whole numbers are all tried. */
#define MOST_ALL 17
/* Below that, one by one. */
#define FEW      8
#define EACH_WAY 3
/* Longer rings have every so many positions. */
#define MOST_POSITIONS 64

typedef struct
{
  const DlField *field;
  const DlScenario *scenario;
  GPtrArray *texts;  /* char * */
  GHashTable *taken; /* as the scenario would have it */
} Proposal;

/* Unless it contradicts something, or is another name for one that is there. */
static void
add (Proposal *proposal, const char *text)
{
  g_autoptr (DlScenario) scenario = dl_scenario_copy (proposal->scenario);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *value = NULL;

  dl_edits_add_field (edits, DL_EDIT_SET, proposal->field, text);
  if (!dl_scenario_apply (scenario, edits, NULL, NULL, NULL))
    return;
  value = dl_field_get (proposal->field, scenario);
  if (g_hash_table_add (proposal->taken, g_steal_pointer (&value)))
    g_ptr_array_add (proposal->texts, g_strdup (text));
}

static void
add_words (Proposal *proposal, const char *const *words)
{
  for (; *words != NULL; words++)
    add (proposal, *words);
}

/* Numbers -------------------------------------------------------------------------------------- */

static void
add_whole (Proposal *proposal, double value)
{
  const DlField *field = proposal->field;
  g_autofree char *text = NULL;

  if (value < (double) field->low || value > (double) field->high)
    return;
  text = g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) value);
  add (proposal, text);
}

static void
propose_whole (Proposal *proposal, const char *now)
{
  const double value = g_ascii_strtoull (now, NULL, 10);

  if (proposal->field->high - proposal->field->low < MOST_ALL)
    for (guint64 i = proposal->field->low; i <= proposal->field->high; i++)
      add_whole (proposal, i);
  else if (value <= FEW)
    for (gint by = -EACH_WAY; by <= EACH_WAY; by++)
      add_whole (proposal, value + by);
  else
    for (double factor = 0.25; factor <= 4; factor *= 2)
      add_whole (proposal, round (value * factor));
}

static void
add_real (Proposal *proposal, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (value < proposal->field->min || value > proposal->field->max)
    return;
  add (proposal, g_ascii_formatd (digits, sizeof digits, "%.3g", value));
}

static void
propose_real (Proposal *proposal, const char *now)
{
  static const double of_zero[] = { 0, 1e-4, 1e-3, 1e-2, 1e-1 };
  const double value = g_ascii_strtod (now, NULL);

  if (value > 0)
    for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
      add_real (proposal, value * shares[i]);
  else if (proposal->field->max >= 1)
    for (guint i = 0; i <= 4; i++)
      add_real (proposal, i * 0.25);
  else
    for (guint i = 0; i < G_N_ELEMENTS (of_zero); i++)
      add_real (proposal, of_zero[i]);
}

static void
propose_bytes (Proposal *proposal)
{
  static const char *const sizes[] = { "64", "512", "4096", "32768", NULL };

  add_words (proposal, sizes);
}

/* Round robin, a mixture, and by age. */
static void
propose_mask (Proposal *proposal)
{
  static const char *const masks[] = { "0x0", "0xaaaaaaaaaaaaaaaa", "0xffffffffffffffff", NULL };

  add_words (proposal, masks);
}

static void
propose_bias (Proposal *proposal, const char *now)
{
  static const char *const others[] = { "0;0;0;0", "3;2;1;1", "6;4;2;1", NULL };

  add (proposal, now);
  add_words (proposal, others);
}

/* Dimensions ----------------------------------------------------------------------------------- */

/* The last one of more than one node, or ring, if none is asked for. */
static guint
choose_dim (const DlScenario *scenario, guint dim, gboolean ring)
{
  if (dim < DL_N_DIMS)
    return dim;
  for (guint i = DL_N_DIMS; i-- > 0;)
    if (ring ? dl_torus_spec_is_ring (&scenario->torus, i) : scenario->torus.radix[i] > 1)
      return i;
  return 0;
}

static void
add_triple (Proposal *proposal, const gint *values)
{
  g_autofree char *text = g_strdup_printf ("%d;%d;%d", values[DL_X], values[DL_Y], values[DL_Z]);

  add (proposal, text);
}

static void
propose_datelines (Proposal *proposal, guint dim, const char *now)
{
  const DlScenario *scenario = proposal->scenario;
  g_auto (GStrv) positions = g_strsplit (now, ";", DL_N_DIMS);
  const guint of = choose_dim (scenario, dim, TRUE);
  const guint radix = scenario->torus.radix[of];
  gint values[DL_N_DIMS];

  for (guint i = 0; i < DL_N_DIMS; i++)
    values[i] = (gint) g_ascii_strtoll (positions[i], NULL, 10);
  for (guint i = 0; i < radix; i += 1 + (radix - 1) / MOST_POSITIONS)
    {
      values[of] = i;
      add_triple (proposal, values);
    }
}

static void
propose_radix (Proposal *proposal, guint dim)
{
  const DlScenario *scenario = proposal->scenario;
  const guint of = choose_dim (scenario, dim, FALSE);
  const gint radix = scenario->torus.radix[of];
  gint values[DL_N_DIMS];

  for (guint i = 0; i < DL_N_DIMS; i++)
    values[i] = scenario->torus.radix[i];
  for (gint by = -EACH_WAY; by <= EACH_WAY; by++)
    {
      values[of] = radix + by;
      add_triple (proposal, values);
    }
}

static void
propose_wrap (Proposal *proposal, guint dim)
{
  for (guint bits = 0; bits < 1 << DL_N_DIMS; bits++)
    {
      GString *text = g_string_new (NULL);
      gboolean fits = TRUE;

      for (guint i = 0; i < DL_N_DIMS; i++)
        {
          const gboolean wrap = (bits >> i & 1) != 0;
          const gboolean now = proposal->scenario->torus.wrap[i];

          g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", wrap ? "true" : "false");
          /* Two nodes are no ring anyway. */
          fits = fits && (wrap == now || proposal->scenario->torus.radix[i] > 2)
                 && (wrap == now || dim >= DL_N_DIMS || dim == i);
        }
      if (fits)
        add (proposal, text->str);
      g_string_free (text, TRUE);
    }
}

/* Choices -------------------------------------------------------------------------------------- */

#define DEFINE_WORDS(name, Thing, things)                                                          \
  static GStrv words_of_##name (void)                                                              \
  {                                                                                                \
    guint n;                                                                                       \
    const Thing *const *all = things (&n);                                                         \
    GStrv words = g_new0 (char *, n + 1);                                                          \
                                                                                                   \
    for (guint i = 0; i < n; i++)                                                                  \
      words[i] = g_strdup (all[i]->id);                                                            \
    return words;                                                                                  \
  }

DEFINE_WORDS (engines, DlEngine, dl_engines)
DEFINE_WORDS (policies, DlVcPolicy, dl_vc_policies)
DEFINE_WORDS (patterns, DlPattern, dl_patterns)
DEFINE_WORDS (modes, DlDragonflyMode, dl_dragonfly_modes)
DEFINE_WORDS (minimals, DlDragonflyMinimal, dl_dragonfly_minimals)

GStrv
dl_field_words (const DlField *field)
{
  if (field->type == &dl_field_type_engine)
    return words_of_engines ();
  if (field->type == &dl_field_type_policy)
    return words_of_policies ();
  if (field->type == &dl_field_type_pattern)
    return words_of_patterns ();
  if (field->type == &dl_field_type_mode)
    return words_of_modes ();
  if (field->type == &dl_field_type_minimal)
    return words_of_minimals ();
  return g_strdupv ((GStrv) field->choices);
}

/* Without what is broken, and with it. */
static void
propose_faults (Proposal *proposal, const char *now)
{
  add (proposal, "");
  add (proposal, now);
}

static void
propose (Proposal *proposal, guint dim)
{
  const DlField *field = proposal->field;
  const DlFieldType *type = field->type;
  g_autofree char *now = dl_field_get (field, proposal->scenario);
  g_auto (GStrv) words = dl_field_words (field);

  if (words != NULL)
    add_words (proposal, (const char *const *) words);
  else if (type == &dl_field_type_uint || type == &dl_field_type_uint64)
    propose_whole (proposal, now);
  else if (type == &dl_field_type_double || type == &dl_field_type_load)
    propose_real (proposal, now);
  else if (type == &dl_field_type_bytes)
    propose_bytes (proposal);
  else if (type == &dl_field_type_mask)
    propose_mask (proposal);
  else if (type == &dl_field_type_bias)
    propose_bias (proposal, now);
  else if (type == &dl_field_type_radix)
    propose_radix (proposal, dim);
  else if (type == &dl_field_type_wrap)
    propose_wrap (proposal, dim);
  else if (type == &dl_field_type_datelines)
    propose_datelines (proposal, dim, now);
  else if (type->faults != NULL)
    propose_faults (proposal, now);
}

/* What is no matter of the result, or of the kind of network. */
static gboolean
is_left_alone (const DlField *field)
{
  return g_str_equal (field->group, "scenario") || field == dl_field_find ("simulation", "threads");
}

static char *
join (const GPtrArray *texts)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < texts->len; i++)
    {
      if (i > 0)
        g_string_append_c (all, ',');
      for (const char *at = g_ptr_array_index (texts, i); *at != '\0'; at++)
        {
          if (*at == ',')
            g_string_append_c (all, '\\');
          g_string_append_c (all, *at);
        }
    }
  return g_string_free (all, FALSE);
}

char *
dl_field_propose (const DlField *field, const DlScenario *scenario, guint dim)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Proposal proposal = { field, scenario, texts, taken };

  if (is_left_alone (field))
    return NULL;
  /* Doubling, from a clock that outruns most waits to one that hardly ages a packet. */
  if (field == dl_field_find ("router", "age-clock-period"))
    return g_strdup ("2:4096:*2");
  propose (&proposal, dim);
  return texts->len >= 2 ? join (texts) : NULL;
}

gboolean
dl_field_suits (const DlField *field, const DlScenario *scenario)
{
  static const char *const of_seastar[] = { "router.staging-buffer",
                                            "router.crossbar-cycles",
                                            "router.ejection-rate",
                                            "router.link-error-rate",
                                            "router.request-age-bias",
                                            "router.response-age-bias",
                                            "router.age-clock-period",
                                            "router.age-rr-select",
                                            "traffic.burst-messages",
                                            "traffic.source-vc",
                                            NULL };
  static const char *const of_any_but_aries[]
      = { "router.input-buffer", "router.link-cycles", NULL };
  g_autofree char *name = g_strdup_printf ("%s.%s", field->group, field->key);
  const gboolean torus = scenario->kind == DL_KIND_TORUS;
  const gboolean aries = !torus && scenario->dragonfly.shape == DL_DRAGONFLY_ARIES;

  if (g_str_equal (field->group, "torus") || g_strv_contains (of_seastar, name))
    return torus;
  if (g_str_equal (field->group, "dragonfly") || g_str_equal (name, "simulation.shifts"))
    return !torus;
  if (g_str_has_prefix (name, "router.aries-") || g_str_equal (name, "router.payload-efficiency"))
    return aries;
  return !aries || !g_strv_contains (of_any_but_aries, name);
}

gboolean
dl_field_is_of_simulation (const DlField *field)
{
  static const char *const analysed[]
      = { "pattern", "target", "message-bytes", "order", "placement", "matrix", NULL };

  if (g_str_equal (field->group, "traffic"))
    return !g_strv_contains (analysed, field->key);
  return g_str_equal (field->group, "router") || g_str_equal (field->group, "simulation");
}
