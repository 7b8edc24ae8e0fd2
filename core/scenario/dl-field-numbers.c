/* Types of keys that hold numbers, alone or some at a time. */
#include "dl-field-private.h"

#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static gboolean
parse_uint (const DlField *field, gpointer at, const char *text, GError **error)
{
  guint64 value;

  if (!dl_value_parse_uint (text, field->low, field->high, &value, error))
    return FALSE;
  *(guint *) at = value;
  return TRUE;
}

static char *
format_uint (const DlField *field, gconstpointer at)
{
  return g_strdup_printf ("%u", *(const guint *) at);
}

static gboolean
parse_uint64 (const DlField *field, gpointer at, const char *text, GError **error)
{
  return dl_value_parse_uint (text, field->low, field->high, at, error);
}

static char *
format_uint64 (const DlField *field, gconstpointer at)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, *(const guint64 *) at);
}

static char *
format_mask (const DlField *field, gconstpointer at)
{
  return g_strdup_printf ("0x%016" G_GINT64_MODIFIER "x", *(const guint64 *) at);
}

static gboolean
parse_double (const DlField *field, gpointer at, const char *text, GError **error)
{
  return dl_value_parse_double (text, field->min, field->max, at, error);
}

static char *
format_double (const DlField *field, gconstpointer at)
{
  return dl_value_format_double (*(const double *) at);
}

static gboolean
parse_load (const DlField *field, gpointer at, const char *text, GError **error)
{
  DlTrafficOptions *traffic = at;
  g_autofree char *value = g_strstrip (g_strdup (text));
  g_autoptr (GError) number_error = NULL;

  if (strcmp (value, "saturated") == 0)
    {
      traffic->saturated = TRUE;
      traffic->load = field->max;
      return TRUE;
    }
  if (!dl_value_parse_double (value, field->min, field->max, &traffic->load, &number_error))
    {
      g_autofree char *quoted = dl_value_quote (value);
      g_autofree char *min = dl_value_format_double (field->min);
      g_autofree char *max = dl_value_format_double (field->max);
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("%s is not a load (%s to %s flits a node a cycle, or saturated)"), quoted,
                   min, max);
      return FALSE;
    }
  traffic->saturated = FALSE;
  return TRUE;
}

static char *
format_load (const DlField *field, gconstpointer at)
{
  const DlTrafficOptions *traffic = at;

  return traffic->saturated ? g_strdup ("saturated") : dl_value_format_double (traffic->load);
}

const DlFieldType dl_field_type_uint
    = { .parse = parse_uint, .format = format_uint, .is_number = TRUE };
const DlFieldType dl_field_type_uint64
    = { .parse = parse_uint64, .format = format_uint64, .is_number = TRUE };
const DlFieldType dl_field_type_mask = { .parse = parse_uint64, .format = format_mask };
const DlFieldType dl_field_type_double
    = { .parse = parse_double, .format = format_double, .is_number = TRUE };
const DlFieldType dl_field_type_load
    = { .parse = parse_load, .format = format_load, .is_number = TRUE };

/* Several values */

/* The items of @text, which must be @n (or @or_n); @example shows what would be right. */
static GStrv
split_exactly (const char *text, guint n, guint or_n, const char *example, GError **error)
{
  g_auto (GStrv) items = dl_value_split (text, 64, error);
  guint length;

  if (items == NULL)
    return NULL;
  length = g_strv_length (items);
  if (length != n && length != or_n)
    {
      g_autofree char *quoted = dl_value_quote (text);
      g_autofree char *count
          = n == or_n ? g_strdup_printf ("%u", n) : g_strdup_printf (_ ("%u or %u"), n, or_n);
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("%s is not a list of %s values (as in %s)"), quoted, count, example);
      return NULL;
    }
  return g_steal_pointer (&items);
}

static gboolean
parse_radix (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_auto (GStrv) items = split_exactly (text, DL_N_DIMS, DL_N_DIMS, field->initial, error);
  guint radix[DL_N_DIMS];

  if (items == NULL)
    return FALSE;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (!parse_uint (field, &radix[dim], items[dim], error))
      return FALSE;
  memcpy (at, radix, sizeof radix);
  return TRUE;
}

static char *
format_radix (const DlField *field, gconstpointer at)
{
  const guint *radix = at;

  return g_strdup_printf ("%u;%u;%u", radix[DL_X], radix[DL_Y], radix[DL_Z]);
}

static gboolean
parse_wrap (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_auto (GStrv) items = split_exactly (text, DL_N_DIMS, DL_N_DIMS, field->initial, error);
  gboolean wrap[DL_N_DIMS];

  if (items == NULL)
    return FALSE;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      /* 1 and 0 as GKeyFile takes them, too. */
      wrap[dim] = strcmp (items[dim], "true") == 0 || strcmp (items[dim], "1") == 0;
      if (!wrap[dim] && strcmp (items[dim], "false") != 0 && strcmp (items[dim], "0") != 0)
        {
          g_autofree char *quoted = dl_value_quote (items[dim]);
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                       _ ("%s is neither true nor false (true: torus, false: mesh)"), quoted);
          return FALSE;
        }
    }
  memcpy (at, wrap, sizeof wrap);
  return TRUE;
}

static char *
format_wrap (const DlField *field, gconstpointer at)
{
  const gboolean *wrap = at;

  return g_strdup_printf ("%s;%s;%s", wrap[DL_X] ? "true" : "false", wrap[DL_Y] ? "true" : "false",
                          wrap[DL_Z] ? "true" : "false");
}

static gboolean
parse_datelines (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_auto (GStrv) items = split_exactly (text, DL_N_DIMS, DL_N_DIMS, field->initial, error);
  gint dateline[DL_N_DIMS];

  if (items == NULL)
    return FALSE;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      gint64 value;
      if (!dl_value_parse_int (items[dim], DL_NO_DATELINE, field->high, &value, error))
        return FALSE;
      dateline[dim] = value;
    }
  memcpy (at, dateline, sizeof dateline);
  return TRUE;
}

static char *
format_datelines (const DlField *field, gconstpointer at)
{
  const gint *dateline = at;

  return g_strdup_printf ("%d;%d;%d", dateline[DL_X], dateline[DL_Y], dateline[DL_Z]);
}

/* The last node of each ring. */
static char *
format_unset_datelines (const DlScenario *scenario)
{
  const DlRoutingSpec routing = dl_scenario_routing (scenario);

  return format_datelines (NULL, routing.dateline);
}

/* Four values are x, y, z and processor; seven are the ports. */
static gboolean
parse_bias (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_auto (GStrv) items
      = split_exactly (text, DL_N_DIMS + 1, DL_N_ROUTER_PORTS, field->initial, error);
  guint8 bias[DL_N_ROUTER_PORTS];
  gboolean by_dimension;

  if (items == NULL)
    return FALSE;
  by_dimension = g_strv_length (items) == DL_N_DIMS + 1;
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    {
      guint64 value;
      if (!dl_value_parse_uint (items[by_dimension ? dl_port_dim (port) : port], field->low,
                                field->high, &value, error))
        return FALSE;
      bias[port] = value;
    }
  memcpy (at, bias, sizeof bias);
  return TRUE;
}

static char *
format_bias (const DlField *field, gconstpointer at)
{
  const guint8 *bias = at;
  GString *text = g_string_new (NULL);
  gboolean by_dimension = TRUE;

  for (guint port = 0; port < DL_N_NETWORK_PORTS; port += 2)
    by_dimension = by_dimension && bias[port] == bias[port + 1];
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port += by_dimension ? 2 : 1)
    g_string_append_printf (text, "%s%u", port > 0 ? ";" : "", bias[port]);
  return g_string_free (text, FALSE);
}

const DlFieldType dl_field_type_radix = { .parse = parse_radix, .format = format_radix };
const DlFieldType dl_field_type_wrap = { .parse = parse_wrap, .format = format_wrap };
const DlFieldType dl_field_type_datelines = { .parse = parse_datelines,
                                              .format = format_datelines,
                                              .format_unset = format_unset_datelines };
const DlFieldType dl_field_type_bias = { .parse = parse_bias, .format = format_bias };
