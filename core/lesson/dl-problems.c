#include "dl-problems.h"

#include "dl-text-lines.h"

DlProblems *
dl_problems_new (const char *file_name)
{
  DlProblems *problems = g_new0 (DlProblems, 1);

  problems->file_name = dl_text_excerpt (file_name);
  problems->messages = g_ptr_array_new_with_free_func (g_free);
  return problems;
}

void
dl_problems_free (DlProblems *problems)
{
  if (problems == NULL)
    return;
  g_free (problems->file_name);
  g_ptr_array_unref (problems->messages);
  g_free (problems);
}

/* Messages quote what is in the file: whatever that is, they stay one line of text. */
static char *
one_line (const char *text)
{
  char *valid = g_utf8_make_valid (text, -1);

  for (char *c = valid; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  return valid;
}

void
dl_problems_add (DlProblems *problems, guint line, const char *format, ...)
{
  g_autofree char *message = NULL;
  g_autofree char *whole = NULL;
  va_list args;

  if (problems == NULL || problems->n++ >= DL_PROBLEMS_MAX)
    return;
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  whole = line > 0 ? g_strdup_printf ("%s:%u: %s", problems->file_name, line, message)
                   : g_strdup_printf ("%s: %s", problems->file_name, message);
  g_ptr_array_add (problems->messages, one_line (whole));
}

void
dl_problems_add_error (DlProblems *problems, guint line, GError *error)
{
  dl_problems_add (problems, line, "%s", error->message);
  g_error_free (error);
}
