#include "dl-fact.h"

#include "dl-names.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

G_DEFINE_QUARK (dl - fact - error - quark, dl_fact_error)

void
dl_fact_value_clear (DlFactValue *value)
{
  g_clear_pointer (&value->text, g_free);
}

void
dl_fact_free (DlFact *fact)
{
  if (fact == NULL)
    return;
  g_free (fact->name);
  g_free (fact->a);
  g_free (fact->b);
  g_free (fact->link);
  g_free (fact);
}

/* Names ---------------------------------------------------------------------------------------- */

/* What stands in the brackets of each, by DlFactArgs. */
static const char *const usages[] = {
  [DL_FACT_NO_ARGS] = NULL,
  [DL_FACT_DIM] = "x|y|z",
  [DL_FACT_PORT] = "x+",
  [DL_FACT_NODE] = "NODE",
  [DL_FACT_LINK] = "LINK",
  [DL_FACT_PAIR] = "NODE>NODE",
  [DL_FACT_PAIR_DIM] = "NODE>NODE, x|y|z",
  [DL_FACT_PAIR_LINK] = "NODE>NODE, LINK",
  [DL_FACT_GROUPS] = "GROUP>GROUP",
  [DL_FACT_CLASS] = "green|black|blue",
  [DL_FACT_QUARTER] = "0..3",
};

char *
dl_fact_info_usage (const DlFactInfo *info)
{
  return usages[info->args] != NULL ? g_strdup_printf ("%s(%s)", info->name, usages[info->args])
                                    : g_strdup (info->name);
}

static const DlFactInfo *
find_function (const char *name)
{
  guint n;
  const DlFactInfo *table = dl_fact_table (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (table[i].name, name) == 0)
      return &table[i];
  return NULL;
}

/* Which name was probably meant, as a question; NULL: none is near. */
static char *
find_meant (const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint n_functions, n_measures;
  const DlFactInfo *functions = dl_fact_table (&n_functions);
  const DlMeasure *measures = dl_measure_table (&n_measures);

  for (guint i = 0; i < n_functions; i++)
    g_ptr_array_add (names, (gpointer) functions[i].name);
  for (guint i = 0; i < n_measures; i++)
    g_ptr_array_add (names, (gpointer) measures[i].id);
  g_ptr_array_add (names, NULL);
  return dl_names_meant (name, (const char *const *) names->pdata, "");
}

static void
fail_unknown (const char *name, GError **error)
{
  g_autofree char *quoted = dl_value_quote (name);
  g_autofree char *meant = find_meant (name);

  if (meant != NULL)
    g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_UNKNOWN, _ ("there is no fact %s (%s)"),
                 quoted, meant);
  else
    g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_UNKNOWN,
                 _ ("there is no fact %s (“dateline-cli lesson facts” lists the facts; keys are "
                    "GROUP.KEY)"),
                 quoted);
}

/* Parsing -------------------------------------------------------------------------------------- */

/* Words that stand for a number: dimensions, ports, classes of links and quarters. */
static const char *const words[][DL_N_LINK_PORTS + 1] = {
  [DL_FACT_DIM] = { "x", "y", "z", NULL },
  [DL_FACT_PORT] = { "x+", "x-", "y+", "y-", "z+", "z-", NULL },
  [DL_FACT_PAIR_DIM] = { "x", "y", "z", NULL },
  [DL_FACT_CLASS] = { "green", "black", "blue", NULL },
  [DL_FACT_QUARTER] = { "0", "1", "2", "3", NULL },
};

static gboolean
take_word (DlFact *fact, const char *word)
{
  const char *const *all = words[fact->info->args];

  for (fact->index = 0; all[fact->index] != NULL; fact->index++)
    if (strcmp (all[fact->index], word) == 0)
      return TRUE;
  return FALSE;
}

/* A place is looked up in a network only later; here it need only look like one. In a fabric it is
 * a name of the machine. */
static gboolean
is_place (const char *text)
{
  return *text != '\0' && strlen (text) <= 64 && strpbrk (text, "<>=(){}|\"") == NULL;
}

static gboolean
take_pair (DlFact *fact, const char *text)
{
  const char *arrow = strchr (text, '>');

  if (arrow == NULL)
    return FALSE;
  fact->a = g_strndup (text, arrow - text);
  fact->b = g_strdup (arrow + 1);
  return is_place (fact->a) && is_place (fact->b);
}

/* A>B, x,y,z:x+: a node may be a number, the link always has its two commas. */
static gboolean
take_pair_link (DlFact *fact, char *text)
{
  const char *colon = strrchr (text, ':');
  char *comma = colon != NULL ? text + (colon - text) : text;

  for (guint commas = 0; commas < 3 && comma > text;)
    commas += *--comma == ',';
  if (comma == text)
    return FALSE;
  *comma = '\0';
  fact->link = g_strdup (comma + 1);
  return take_pair (fact, text) && is_place (fact->link);
}

/* @text has no blanks. */
static gboolean
take_args (DlFact *fact, char *text)
{
  char *comma;

  switch (fact->info->args)
    {
    case DL_FACT_NO_ARGS:
      return FALSE;
    case DL_FACT_DIM:
    case DL_FACT_PORT:
    case DL_FACT_CLASS:
    case DL_FACT_QUARTER:
      return take_word (fact, text);
    case DL_FACT_NODE:
    case DL_FACT_LINK:
      fact->a = g_strdup (text);
      return is_place (text);
    case DL_FACT_PAIR:
    case DL_FACT_GROUPS:
      return take_pair (fact, text);
    case DL_FACT_PAIR_DIM:
      comma = strrchr (text, ',');
      if (comma == NULL || !take_word (fact, comma + 1))
        return FALSE;
      *comma = '\0';
      return take_pair (fact, text);
    case DL_FACT_PAIR_LINK:
      return take_pair_link (fact, text);
    }
  g_return_val_if_reached (FALSE);
}

static char *
without_blanks (const char *text, gsize length)
{
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace (text[i]))
      g_string_append_c (out, text[i]);
  return g_string_free (out, FALSE);
}

/* [a-z][A-Za-z0-9_]*, or with a '.' a key's. */
static gsize
name_length (const char *text)
{
  gsize n = 0;

  while (g_ascii_isalnum (text[n]) || text[n] == '_'
         || (n > 0 && (text[n] == '.' || text[n] == '-') && g_ascii_isalnum (text[n + 1])))
    n++;
  return g_ascii_isalpha (*text) ? n : 0;
}

static DlFact *
fail_args (const DlFactInfo *info, GError **error)
{
  g_autofree char *usage = dl_fact_info_usage (info);

  g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_SYNTAX,
               _ ("%s is not the usual form of this fact (write %s)"), info->name, usage);
  return NULL;
}

static DlFact *
parse_function (const DlFactInfo *info, const char *text, const char **end, GError **error)
{
  g_autoptr (DlFact) fact = g_new0 (DlFact, 1);
  g_autofree char *args = NULL;
  const char *close;

  fact->info = info;
  *end = text;
  if (info->args == DL_FACT_NO_ARGS)
    {
      fact->name = g_strdup (info->name);
      return *text == '(' ? fail_args (info, error) : g_steal_pointer (&fact);
    }
  close = *text == '(' ? strchr (text, ')') : NULL;
  if (close == NULL)
    return fail_args (info, error);
  args = without_blanks (text + 1, close - text - 1);
  fact->name = g_strdup_printf ("%s(%s)", info->name, args);
  if (!take_args (fact, args))
    return fail_args (info, error);
  *end = close + 1;
  return g_steal_pointer (&fact);
}

DlFact *
dl_fact_parse_prefix (const char *text, const char **end, GError **error)
{
  const gsize n = name_length (text);
  g_autofree char *name = g_strndup (text, n > 0 ? n : strcspn (text, " ="));
  const DlFactInfo *info = find_function (name);
  const DlMeasure *measure = info == NULL ? dl_measure_find (name) : NULL;
  const DlField *field = info == NULL && measure == NULL && strchr (name, '.') != NULL
                             ? dl_field_find_name (name)
                             : NULL;
  DlFact *fact;

  if (info != NULL)
    return parse_function (info, text + n, end, error);
  if (measure == NULL && field == NULL)
    {
      fail_unknown (name, error);
      return NULL;
    }
  *end = text + n;
  fact = g_new0 (DlFact, 1);
  fact->name = g_steal_pointer (&name);
  fact->measure = measure;
  fact->field = field;
  return fact;
}

DlFact *
dl_fact_parse (const char *text, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *quoted = NULL;
  const char *end = stripped;
  g_autoptr (DlFact) fact = dl_fact_parse_prefix (stripped, &end, error);

  if (fact == NULL || *end == '\0')
    return g_steal_pointer (&fact);
  quoted = dl_value_quote (end);
  g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_SYNTAX,
               _ ("%s follows the fact %s (expected only one fact)"), quoted, fact->name);
  return NULL;
}

/* What it is ----------------------------------------------------------------------------------- */

DlFactType
dl_fact_type (const DlFact *fact)
{
  return fact->info != NULL      ? fact->info->type
         : fact->measure != NULL ? (DlFactType) fact->measure->type
                                 : DL_FACT_TEXT;
}

gboolean
dl_fact_is_simulated (const DlFact *fact)
{
  return fact->info != NULL ? fact->info->simulated
                            : fact->measure != NULL && fact->measure->simulated;
}

gboolean
dl_fact_is_for (const DlFact *fact, const DlScenario *scenario)
{
  return fact->info != NULL ? fact->info->family == NULL || fact->info->family == scenario->family
         : fact->measure != NULL ? dl_measure_is_for (fact->measure, scenario->family)
                                 : TRUE;
}

static gboolean
check_place (const DlFact *fact, const DlFamily *family, const DlNet *net, const char *place,
             GError **error)
{
  const DlSites sites = family->sites (net->shape);
  guint index;

  if (fact->info->args == DL_FACT_LINK)
    return dl_family_parse_link (family, net, place, &index, error);
  if (fact->info->args == DL_FACT_GROUPS)
    return !family->has_groups || dl_family_parse_group (family, net, place, &index, error);
  return sites.parse (sites.network, place, &index, error);
}

gboolean
dl_fact_check_places (const DlFact *fact, const DlScenario *scenario, const DlNet *net,
                      GError **error)
{
  const DlFamily *family = scenario->family;
  const char *const places[] = { fact->a, fact->b };
  guint link;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i] != NULL && !check_place (fact, family, net, places[i], error))
      return FALSE;
  return fact->link == NULL || dl_family_parse_link (family, net, fact->link, &link, error);
}

/* Its value ------------------------------------------------------------------------------------ */

static gboolean
get_measure (const DlMeasure *measure, const DlWorld *world, DlFactValue *value)
{
  if (measure->simulated ? !world->simulated : world->result == NULL)
    return FALSE;
  value->number = dl_measure_get (measure, &world->scalars);
  return !isnan (value->number);
}

static gboolean
get_key (const DlField *field, const DlWorld *world, DlFactValue *value)
{
  value->text = dl_field_get (field, world->scenario);
  if (!dl_value_parse_double (value->text, -G_MAXDOUBLE, G_MAXDOUBLE, &value->number, NULL))
    value->number = NAN;
  return TRUE;
}

gboolean
dl_fact_get (const DlFact *fact, const DlWorld *world, DlFactValue *value)
{
  *value = (DlFactValue) { .type = dl_fact_type (fact), .number = NAN };
  if (!dl_fact_is_for (fact, world->scenario))
    return FALSE;
  if (fact->info != NULL)
    return fact->info->get (world, fact, value);
  return fact->measure != NULL ? get_measure (fact->measure, world, value)
                               : get_key (fact->field, world, value);
}

/* As measures are written, but without zeros at the end: 0.4 and 10, not 0.4000 and 10.00. */
static char *
format_number (const DlMeasure *measure, double number)
{
  if (measure->type == DL_MEASURE_REAL && fabs (number) < 1e9)
    for (int digits = 0; digits < 4; digits++)
      {
        const double scale = pow (10, digits);

        if (fabs (number - rint (number * scale) / scale) < 1e-9)
          return g_strdup_printf ("%'.*f", digits, rint (number * scale) / scale);
      }
  return dl_measure_format (measure, number);
}

char *
dl_fact_format (const DlFact *fact, const DlWorld *world)
{
  g_auto (DlFactValue) value = { 0 };
  DlMeasure measure = { 0 };

  if (!dl_fact_get (fact, world, &value))
    return g_strdup ("–");
  if (value.type == DL_FACT_TEXT)
    return g_strdup (value.text);
  measure.type = (DlMeasureType) value.type;
  return format_number (&measure, value.number);
}
