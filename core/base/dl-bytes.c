#include "dl-bytes.h"

#include "dl-numerals.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *name;
  guint64 bytes;
} Unit;

static const Unit units[] = {
  { "TiB", G_GUINT64_CONSTANT (1) << 40 },
  { "TB", G_GUINT64_CONSTANT (1000000000000) },
  { "GiB", G_GUINT64_CONSTANT (1) << 30 },
  { "GB", G_GUINT64_CONSTANT (1000000000) },
  { "MiB", G_GUINT64_CONSTANT (1) << 20 },
  { "MB", G_GUINT64_CONSTANT (1000000) },
  { "KiB", G_GUINT64_CONSTANT (1) << 10 },
  { "kB", G_GUINT64_CONSTANT (1000) },
  { "B", 1 },
};

/* Larger sizes are said in bytes: hundredths of them may not fit. */
#define MOST_HUNDREDTHS (G_MAXUINT64 / 100)

static const Unit *
unit_of (guint64 bytes)
{
  for (guint i = 0; i < G_N_ELEMENTS (units) - 1; i++)
    if (bytes >= units[i].bytes && bytes <= MOST_HUNDREDTHS && bytes * 100 % units[i].bytes == 0)
      return &units[i];
  return &units[G_N_ELEMENTS (units) - 1];
}

char *
dl_bytes_show (guint64 bytes)
{
  const Unit *unit = unit_of (bytes);
  const guint64 whole = bytes / unit->bytes;
  const guint hundredths = (guint) (bytes % unit->bytes * 100 / unit->bytes);
  g_autofree char *plain = NULL;
  g_autofree char *number = NULL;

  if (hundredths == 0)
    plain = g_strdup_printf ("%" G_GUINT64_FORMAT, whole);
  else if (hundredths % 10 == 0)
    plain = g_strdup_printf ("%" G_GUINT64_FORMAT ".%u", whole, hundredths / 10);
  else
    plain = g_strdup_printf ("%" G_GUINT64_FORMAT ".%02u", whole, hundredths);
  number = dl_numerals_show (plain);
  return g_strdup_printf ("%s %s", number, unit->name);
}

/* Bytes of a unit by its name: without its B, of powers of 1024. 0: it is not one. */
static guint64
find_unit (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      const char *whole = units[i].name;
      const gboolean is_binary = strlen (whole) == 3;

      if (g_ascii_strcasecmp (name, whole) == 0)
        return units[i].bytes;
      if (is_binary && g_ascii_toupper (name[0]) == whole[0]
          && (name[1] == '\0' || g_ascii_strcasecmp (name + 1, "i") == 0))
        return units[i].bytes;
    }
  return 0;
}

char *
dl_bytes_read (const char *text)
{
  g_autofree char *copy = g_strstrip (g_strdup (text));
  const gsize n = strcspn (copy, "BbKkMmGgTt");
  const guint64 unit = find_unit (copy + n);
  g_autofree char *number = g_strchomp (g_strndup (copy, n));
  g_autofree char *plain = dl_numerals_read (number);
  char *end;
  const double value = g_ascii_strtod (plain, &end) * unit;

  if (unit == 0 || end == plain || *end != '\0' || !(value >= 0) || value != floor (value)
      || value >= 0x1p63)
    return dl_numerals_read (text);
  return g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) value);
}
