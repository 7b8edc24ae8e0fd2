#include "dl-value.h"

#include "dl-scenario.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define MAX_QUOTED 40 /* characters of a value that a message shows */

/* The value of a digit in base @base, or -1. */
static gint
digit_value (char c, guint base)
{
  return base == 16 ? g_ascii_xdigit_value (c) : g_ascii_digit_value (c);
}

/* A whole number without its range: FALSE if @text is none. Past 64 bits it is @enormous. */
static gboolean
parse_whole (const char *text, gboolean *negative, guint64 *magnitude, gboolean *enormous)
{
  guint base = 10;

  *negative = *text == '-';
  if (*text == '-' || *text == '+')
    text++;
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    {
      base = 16;
      text += 2;
    }
  if (*text == '\0')
    return FALSE;

  *magnitude = 0;
  *enormous = FALSE;
  for (; *text != '\0'; text++)
    {
      const gint digit = digit_value (*text, base);
      if (digit < 0)
        return FALSE;
      if (*magnitude > (G_MAXUINT64 - (guint) digit) / base)
        *enormous = TRUE;
      else
        *magnitude = *magnitude * base + (guint) digit;
    }
  return TRUE;
}

static char *
stripped (const char *text)
{
  return g_strstrip (g_strdup (text));
}

/* FALSE with the error for a number that is none, or is out of range. */
static gboolean
fail (const char *number, gboolean is_number, const char *low, const char *high, GError **error)
{
  g_autofree char *quoted = dl_value_quote (number);
  g_autofree char *meant = is_number ? NULL
                                     : dl_value_number_meant (number, g_ascii_strtod (low, NULL),
                                                              g_ascii_strtod (high, NULL), TRUE);

  if (meant != NULL)
    g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                 _ ("%s is not a whole number (%s)"), quoted, meant);
  else
    g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                 is_number ? _ ("%s is out of range (expected %s to %s)")
                           : _ ("%s is not a whole number (expected %s to %s)"),
                 quoted, low, high);
  return FALSE;
}

gboolean
dl_value_parse_uint (const char *text, guint64 low, guint64 high, guint64 *value, GError **error)
{
  g_autofree char *number = stripped (text);
  gboolean negative, enormous;
  guint64 magnitude;
  const gboolean is_number = parse_whole (number, &negative, &magnitude, &enormous);

  if (!is_number || enormous || (negative && magnitude > 0) || magnitude < low || magnitude > high)
    {
      g_autofree char *low_text = g_strdup_printf ("%" G_GUINT64_FORMAT, low);
      g_autofree char *high_text = g_strdup_printf ("%" G_GUINT64_FORMAT, high);
      return fail (number, is_number, low_text, high_text, error);
    }
  *value = magnitude;
  return TRUE;
}

gboolean
dl_value_parse_int (const char *text, gint64 low, gint64 high, gint64 *value, GError **error)
{
  g_autofree char *number = stripped (text);
  gboolean negative, enormous;
  guint64 magnitude;
  gint64 result = 0;
  const gboolean is_number = parse_whole (number, &negative, &magnitude, &enormous);
  const gboolean fits = is_number && !enormous && magnitude <= G_MAXINT64;

  if (fits)
    result = negative ? -(gint64) magnitude : (gint64) magnitude;
  if (!fits || result < low || result > high)
    {
      g_autofree char *low_text = g_strdup_printf ("%" G_GINT64_FORMAT, low);
      g_autofree char *high_text = g_strdup_printf ("%" G_GINT64_FORMAT, high);
      return fail (number, is_number, low_text, high_text, error);
    }
  *value = result;
  return TRUE;
}

gboolean
dl_value_parse_double (const char *text, double low, double high, double *value, GError **error)
{
  g_autofree char *number = stripped (text);
  g_autofree char *quoted = dl_value_quote (number);
  g_autofree char *low_text = dl_value_format_double (low);
  g_autofree char *high_text = dl_value_format_double (high);
  char *end;
  double result;

  /* Only these characters: g_ascii_strtod also reads hexadecimal, inf and nan. */
  if (*number == '\0' || strspn (number, "0123456789+-.eE") != strlen (number)
      || (result = g_ascii_strtod (number, &end), *end != '\0' || end == number))
    {
      g_autofree char *meant = dl_value_number_meant (number, low, high, FALSE);

      if (meant != NULL)
        g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                     /* Translators: what was written, and “did you mean 0.34?” */
                     _ ("%s is not a number (%s)"), quoted, meant);
      else
        g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                     _ ("%s is not a number (expected %s to %s, with a decimal point)"), quoted,
                     low_text, high_text);
      return FALSE;
    }
  if (!(result >= low && result <= high))
    return fail (number, TRUE, low_text, high_text, error);
  *value = result == 0 ? 0 : result; /* no negative zero */
  return TRUE;
}

/* A number at the start of @text, as a person may write it: @end is after it; NAN for none. */
static double
read_number (const char *text, const char **end)
{
  g_autofree char *number = g_strndup (text, strspn (text, "0123456789+-.eE"));
  char *stop;
  const double value = g_ascii_strtod (number, &stop);

  *end = text + (stop - number);
  return stop > number ? value : NAN;
}

char *
dl_value_number_meant (const char *text, double low, double high, gboolean whole)
{
  g_autofree char *number = stripped (text);
  g_autofree char *formatted = NULL;
  const char *end;
  char *comma = strchr (number, ',');
  double value;

  /* A comma for the decimal point. */
  if (comma != NULL && strchr (comma + 1, ',') == NULL && strchr (number, '.') == NULL)
    *comma = '.';
  value = read_number (number, &end);
  while (*end == ' ')
    end++;
  if (*end == '%')
    {
      value /= 100;
      end++;
    }
  else if (*end == '/')
    {
      value /= read_number (end + 1, &end);
      /* Digits that people write of a share. */
      value = round (value * 1e6) / 1e6;
    }
  if (*end != '\0' || !(value >= low && value <= high)
      || (whole && (value != floor (value) || fabs (value) > 1e15)))
    return NULL;
  formatted = whole ? g_strdup_printf ("%.0f", value) : dl_value_format_double (value);
  return strcmp (formatted, text) != 0 ? g_strdup_printf (_ ("did you mean %s?"), formatted) : NULL;
}

char *
dl_value_list_meant (const char *text, guint n)
{
  g_autofree char *list = stripped (text);
  g_auto (GStrv) items = NULL;
  guint n_items;

  if (strlen (list) > 4 * MAX_QUOTED || strchr (list, ';') != NULL)
    return NULL;
  g_strdelimit (list, ",:/|*xX \t", ';');
  items = dl_value_items (list);
  n_items = g_strv_length (items);
  if (n_items < 2 || (n != 0 && n_items != n))
    return NULL;
  for (guint i = 0; i < n_items; i++)
    if (strspn (items[i], "0123456789+-.truefals") != strlen (items[i]))
      return NULL;
  g_free (list);
  list = g_strjoinv (";", items);
  return g_strdup_printf (_ ("did you mean %s?"), list);
}

char *
dl_value_format_double (double value)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (buffer, sizeof buffer, formats[i], value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  return g_strdup (buffer);
}

/* The ';' that ends the item at @item, or the end of the text. */
static const char *
item_end (const char *item)
{
  while (*item != '\0' && *item != ';')
    item += *item == '\\' && item[1] != '\0' ? 2 : 1;
  return item;
}

GStrv
dl_value_split (const char *text, guint max, GError **error)
{
  g_autofree char *list = stripped (text);
  g_autoptr (GPtrArray) items = NULL;
  guint n_items = 1;

  if (g_str_has_suffix (list, ";"))
    list[strlen (list) - 1] = '\0';

  /* Counted before anything is stored: a file may hold millions. */
  for (const char *end = item_end (list); *end != '\0'; end = item_end (end + 1))
    n_items++;
  if (n_items > max)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("%u entries are too many (at most %u)"), n_items, max);
      return NULL;
    }

  items = g_ptr_array_new_full (n_items + 1, g_free);
  for (const char *start = list; *list != '\0' && start != NULL;)
    {
      const char *end = item_end (start);
      char *item = g_strndup (start, end - start);

      g_ptr_array_add (items, g_strstrip (item));
      if (*item == '\0')
        {
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                       _ ("entry %u of the list is empty (put one ; between two entries)"),
                       items->len);
          return NULL;
        }
      start = *end != '\0' ? end + 1 : NULL;
    }
  g_ptr_array_add (items, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&items), FALSE);
}

GStrv
dl_value_items (const char *text)
{
  GPtrArray *items = g_ptr_array_new ();

  for (const char *start = text; *start != '\0';)
    {
      const char *end = item_end (start);

      if (end > start)
        g_ptr_array_add (items, g_strndup (start, end - start));
      start = *end != '\0' ? end + 1 : end;
    }
  g_ptr_array_add (items, NULL);
  return (GStrv) g_ptr_array_free (items, FALSE);
}

char *
dl_value_quote (const char *text)
{
  /* Enough for any MAX_QUOTED characters, so that a value of megabytes is not copied. */
  g_autofree char *head = g_strndup (text, 6 * MAX_QUOTED);
  g_autofree char *valid = g_utf8_make_valid (head, -1);
  g_autoptr (GString) quoted = g_string_new (NULL);
  guint n = 0;

  for (const char *c = valid; *c != '\0'; c = g_utf8_next_char (c))
    {
      const gunichar u = g_utf8_get_char (c);

      if (n++ == MAX_QUOTED)
        {
          g_string_append (quoted, "…");
          break;
        }
      g_string_append_unichar (quoted, g_unichar_isprint (u) ? u : '?');
    }
  /* Translators: what somebody wrote, in the quotation marks of your language */
  return g_strdup_printf (_ ("“%s”"), quoted->str);
}
