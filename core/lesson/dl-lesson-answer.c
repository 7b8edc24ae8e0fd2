#include "dl-lesson-answer.h"

#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <locale.h>
#include <string.h>

/* 1<sign>204<sign>000: groups of three, and no zero in front. */
static gboolean
is_grouped (const char *text, char sign)
{
  gsize digits = strspn (text, "0123456789");

  if (digits < 1 || digits > 3 || *text == '0' || text[digits] != sign)
    return FALSE;
  for (text += digits; *text == sign; text += 4)
    if (strspn (text + 1, "0123456789") < 3)
      return FALSE;
  return *text == '\0';
}

static void
remove_sign (char *text, char sign)
{
  char *to = text;

  for (; *text != '\0'; text++)
    if (*text != sign)
      *to++ = *text;
  *to = '\0';
}

/* Which of the two may stand between thousands goes, the other becomes the point. */
static void
settle_signs (char *text, const char *decimal)
{
  const char *digits = *text == '-' || *text == '+' ? text + 1 : text;
  const char *comma = strrchr (text, ','), *point = strrchr (text, '.');

  if (comma != NULL && point != NULL)
    remove_sign (text, comma > point ? '.' : ',');
  else if (comma != NULL && *decimal != ',' && is_grouped (digits, ','))
    remove_sign (text, ',');
  else if (point != NULL && *decimal == ',' && is_grouped (digits, '.'))
    remove_sign (text, '.');
  g_strdelimit (text, ",", '.');
}

/* Blanks and apostrophes between thousands, a minus as it is printed. */
static char *
without_blanks (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      const gunichar u = g_utf8_get_char (c);

      if (u == 0x2212)
        g_string_append_c (out, '-');
      else if (!g_unichar_isspace (u) && u != 0xa0 && u != 0x202f && u != '\'' && u != 0x2019)
        g_string_append_unichar (out, u);
    }
  return g_string_free (out, FALSE);
}

char *
dl_lesson_answer_normalize (const char *text, const char *decimal)
{
  g_autofree char *digits = without_blanks (text);
  const gboolean percent = g_str_has_suffix (digits, "%");
  g_autofree char *shortest = NULL;
  double number;

  if (percent)
    digits[strlen (digits) - 1] = '\0';
  settle_signs (digits, decimal);
  if (!dl_value_parse_double (digits, -G_MAXDOUBLE, G_MAXDOUBLE, &number, NULL))
    return NULL;
  shortest = dl_value_format_double (number);
  return percent ? g_strconcat (shortest, " %", NULL) : g_steal_pointer (&shortest);
}

gboolean
dl_lesson_answer_parse (const char *text, double *number)
{
  g_autofree char *digits = g_strdup (text);
  const gboolean percent = g_str_has_suffix (digits, "%");

  if (percent)
    digits[strlen (digits) - 1] = '\0';
  if (!dl_value_parse_double (digits, -G_MAXDOUBLE, G_MAXDOUBLE, number, NULL))
    return FALSE;
  if (percent)
    *number /= 100;
  return TRUE;
}

const char *
dl_lesson_answer_number (const DlLessonStep *step, const char *text)
{
  const char *at = text + strspn (text, " ");

  if (step->number->info == NULL || strcmp (step->number->info->name, "vc_on") != 0
      || g_ascii_strncasecmp (at, "VC", strlen ("VC")) != 0)
    return text;
  return at + strlen ("VC");
}

static gboolean
fail_number (const DlLessonStep *step, const char *text, GError **error)
{
  g_autofree char *quoted = dl_value_quote (text);
  g_autofree char *quarter = g_strdup_printf ("0%s25", localeconv ()->decimal_point);

  if (dl_fact_type (step->number) == DL_FACT_SHARE)
    g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                 _ ("%s is not a number (expected a form such as %s or 25%%)"), quoted, quarter);
  else
    g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                 _ ("%s is not a number (expected a form such as 8 or %s)"), quoted, quarter);
  return FALSE;
}

gboolean
dl_lesson_answer_read (const DlLessonStep *step, const char *text, double *number, guint *choice,
                       GError **error)
{
  guint64 from_1;

  switch (step->question)
    {
    case DL_QUESTION_NUMBER:
      return dl_lesson_answer_parse (text, number) || fail_number (step, text, error);
    case DL_QUESTION_CHOICE:
      if (!dl_value_parse_uint (text, 1, step->choices->len, &from_1, NULL))
        {
          g_autofree char *quoted = dl_value_quote (text);

          g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                       _ ("%s is not a choice (expected 1 to %u)"), quoted, step->choices->len);
          return FALSE;
        }
      *choice = (guint) from_1 - 1;
      return TRUE;
    default:
      return TRUE;
    }
}

char *
dl_lesson_answer_clean (const char *text)
{
  char *clean = g_utf8_make_valid (text, -1);

  for (char *c = clean; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c) && *c != '\n')
      *c = ' ';
  return g_strstrip (clean);
}
