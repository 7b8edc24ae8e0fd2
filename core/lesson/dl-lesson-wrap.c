/* The texts of a lesson for a terminal. */
#include "dl-lesson-text.h"

#include "dl-text-lines.h"

#include <string.h>

/* In Chinese a line may end between any two letters, but not in front of a mark that closes, nor
 * behind one that opens. */
static gboolean
may_break (gunichar before, gunichar after)
{
  if (!g_unichar_iswide (before) && !g_unichar_iswide (after))
    return FALSE;
  switch (g_unichar_break_type (after))
    {
    case G_UNICODE_BREAK_CLOSE_PUNCTUATION:
    case G_UNICODE_BREAK_CLOSE_PARANTHESIS:
    case G_UNICODE_BREAK_EXCLAMATION:
    case G_UNICODE_BREAK_INFIX_SEPARATOR:
    case G_UNICODE_BREAK_NON_STARTER:
    case G_UNICODE_BREAK_POSTFIX:
    case G_UNICODE_BREAK_QUOTATION:
    case G_UNICODE_BREAK_COMBINING_MARK:
      return FALSE;
    default:
      break;
    }
  switch (g_unichar_break_type (before))
    {
    case G_UNICODE_BREAK_OPEN_PUNCTUATION:
    case G_UNICODE_BREAK_PREFIX:
    case G_UNICODE_BREAK_QUOTATION:
      return FALSE;
    default:
      return TRUE;
    }
}

/* Where what begins at @text and stays together ends. */
static const char *
end_of_word (const char *text)
{
  const char *next;

  for (; *text != '\0' && *text != ' '; text = next)
    {
      next = g_utf8_next_char (text);
      if (*next != '\0' && may_break (g_utf8_get_char (text), g_utf8_get_char (next)))
        return next;
    }
  return text;
}

/* @first begins the first line, as many blanks the others. */
static void
wrap_block (GString *out, const char *plain, guint width, const char *indent, const char *first)
{
  const guint lead = dl_text_width (indent) + dl_text_width (first);
  guint column = lead;

  g_string_append_printf (out, "%s%s", indent, first);
  while (*plain != '\0')
    {
      const gsize blanks = strspn (plain, " ");
      const char *end = end_of_word (plain + blanks);
      g_autofree char *word = g_strndup (plain + blanks, end - plain - blanks);
      const guint columns = dl_text_width (word);
      const guint gap = blanks > 0 && column > lead ? 1 : 0;

      plain = end;
      if (columns == 0)
        continue;
      if (column > lead && column + gap + columns > width)
        {
          g_string_append_printf (out, "\n%s%*s", indent, (int) dl_text_width (first), "");
          column = lead;
        }
      else if (gap > 0)
        {
          g_string_append_c (out, ' ');
          column++;
        }
      g_string_append (out, word);
      column += columns;
    }
  g_string_append_c (out, '\n');
}

char *
dl_lesson_text_wrap (const char *markdown, guint width, const char *indent)
{
  g_autoptr (GPtrArray) blocks = dl_lesson_text_blocks (markdown);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < blocks->len; i++)
    {
      const DlLessonBlock *block = g_ptr_array_index (blocks, i);
      g_autofree char *first = block->kind == DL_BLOCK_NUMBERED
                                   ? g_strdup_printf ("%u. ", block->number)
                                   : g_strdup (block->kind == DL_BLOCK_BULLET ? "• " : "");

      if (i > 0 && block->kind == DL_BLOCK_PARAGRAPH)
        g_string_append_c (out, '\n');
      wrap_block (out, block->plain, width, indent, first);
    }
  return g_string_free (out, FALSE);
}
