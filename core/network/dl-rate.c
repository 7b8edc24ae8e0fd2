#include "dl-rate.h"

#include <string.h>

static const struct
{
  const char *id;
  double gbps; /* of a lane */
} speeds[] = {
  { "SDR", 2 },  { "DDR", 4 },  { "QDR", 8 },   { "FDR10", 10 }, { "FDR", 13.64 },
  { "EDR", 25 }, { "HDR", 50 }, { "NDR", 100 }, { "XDR", 200 },
};

static const guint8 widths[] = { 1, 2, 4, 8, 12 };

/* "4x" and what follows. */
static const char *
take_width (const char *text, guint8 *width)
{
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      char prefix[8];

      g_snprintf (prefix, sizeof prefix, "%ux", widths[i]);
      if (!g_str_has_prefix (text, prefix))
        continue;
      *width = widths[i];
      return text + strlen (prefix);
    }
  return NULL;
}

gboolean
dl_rate_parse (const char *text, DlRate *rate)
{
  guint8 width = 0;
  const char *speed = take_width (text, &width);
  char *end;
  double gbps;

  for (guint i = 0; speed != NULL && i < G_N_ELEMENTS (speeds); i++)
    if (g_ascii_strcasecmp (speed, speeds[i].id) == 0)
      {
        *rate = (DlRate) { width * speeds[i].gbps, width, (guint8) (i + 1) };
        return TRUE;
      }
  if (!g_ascii_isdigit (*text))
    return FALSE;
  gbps = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !(gbps > 0) || gbps > DL_RATE_MAX_GBPS)
    return FALSE;
  *rate = (DlRate) { gbps, 0, 0 };
  return TRUE;
}

/* @value times the unit, in Gb/s; 0: it is none. Powers of ten divide, so that 25Gbps is 25. */
static double
scale (double value, const char *unit)
{
  static const char prefixes[] = "kMGT";
  static const double divisors[] = { 1e9, 1e6, 1e3, 1, 1e-3 };
  static const char *const ends[] = { "bps", "b/s", "bit/s", "bits/s", "" };
  const char *prefix = *unit != '\0' ? strchr (prefixes, *unit == 'K' ? 'k' : *unit) : NULL;
  guint power = 0;
  gboolean bytes;

  if (prefix != NULL)
    {
      const gboolean binary = unit[1] == 'i';

      power = (guint) (prefix - prefixes) + 1;
      for (guint i = 0; i < power && binary; i++)
        value *= 1.024;
      unit += binary ? 2 : 1;
    }
  bytes = *unit == 'B';
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (bytes ? i < 2 && g_str_equal (unit + 1, ends[i] + 1)
              : g_str_equal (unit, ends[i]) && (i < 4 || prefix != NULL))
      return (bytes ? 8 : 1) * value / divisors[power];
  return 0;
}

gboolean
dl_rate_parse_units (const char *text, double gbps, DlRate *rate)
{
  char *unit;
  double value;

  if (strchr (text, 'x') != NULL)
    return dl_rate_parse (text, rate);
  if (!g_ascii_isdigit (*text))
    return FALSE;
  value = g_ascii_strtod (text, &unit);
  unit += strspn (unit, " ");
  value = *unit != '\0' ? scale (value, unit) : value * gbps;
  if (!(value > 0) || value > DL_RATE_MAX_GBPS)
    return FALSE;
  *rate = (DlRate) { value, 0, 0 };
  return TRUE;
}

static char *
number_text (double gbps)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.10g", gbps));
}

char *
dl_rate_key (DlRate rate)
{
  if (rate.speed > 0)
    return g_strdup_printf ("%ux%s", rate.width, speeds[rate.speed - 1].id);
  return rate.gbps > 0 ? number_text (rate.gbps) : g_strdup ("");
}

char *
dl_rate_text (DlRate rate)
{
  g_autofree char *number = NULL;

  if (rate.gbps == 0)
    return NULL;
  if (rate.speed > 0)
    return dl_rate_key (rate);
  number = number_text (rate.gbps);
  return g_strdup_printf ("%s Gb/s", number);
}
