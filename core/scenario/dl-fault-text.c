#include "dl-fault-text.h"

#include "dl-edit.h"
#include "dl-faults.h"
#include "dl-field-type.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* A name has at most so many commas inside. */
#define MAX_PIECES 8

/* A name that was understood: an item of the list @info. */
typedef struct
{
  const DlBreakable *info;
  char *item;
  guint line;
} Name;

typedef struct
{
  guint line;
  char *text;
} Problem;

/* Between two commas, blanks or semicolons. */
typedef struct
{
  char *text;
  gboolean apart; /* a blank or a semicolon stands before it, not just a comma */
} Piece;

typedef struct
{
  const DlFamily *family;
  DlScenario *scenario; /* with the faults named so far */
  guint line;
  GArray *names;    /* Name */
  GArray *problems; /* Problem, the first ones of what cannot be read and of what cannot be broken,
                       each in the order of lines */
  DlFaultText *read;
} Reader;

static void
clear_name (gpointer data)
{
  g_free (((Name *) data)->item);
}

static void
clear_problem (gpointer data)
{
  g_free (((Problem *) data)->text);
}

static void
clear_piece (gpointer data)
{
  g_free (((Piece *) data)->text);
}

static const DlFaultKind *
kind_of (const DlBreakable *info)
{
  return dl_field_find_name (info->key)->type->faults;
}

/* Problems ------------------------------------------------------------------------------------- */

/* Takes @text. */
static void
add_problem (Reader *reader, guint line, char *text)
{
  const Problem problem = { line, text };

  reader->read->n_problems++;
  if (reader->problems->len < 2 * DL_FAULT_TEXT_MAX_PROBLEMS)
    g_array_append_val (reader->problems, problem);
  else
    g_free (text);
}

static gint
compare_problems (gconstpointer a, gconstpointer b)
{
  const Problem *x = a, *y = b;

  return (x->line > y->line) - (x->line < y->line);
}

static void
tell_problems (Reader *reader)
{
  g_array_sort (reader->problems, compare_problems);
  for (guint i = 0; i < MIN (reader->problems->len, DL_FAULT_TEXT_MAX_PROBLEMS); i++)
    {
      const Problem *problem = &g_array_index (reader->problems, Problem, i);

      g_ptr_array_add (reader->read->problems,
                       /* Translators: of a text that was pasted; what is wrong with it follows */
                       g_strdup_printf (_ ("Line %u: %s"), problem->line, problem->text));
    }
}

/* Also the ways to write what may be there; @only: of that list alone. */
static void
add_unknown (Reader *reader, const char *text, const DlBreakable *only)
{
  g_autofree char *excerpt = dl_text_excerpt (text);
  g_autoptr (GPtrArray) forms = g_ptr_array_new ();
  g_autofree char *expected = NULL;

  for (guint i = 0; i < reader->family->n_lists; i++)
    {
      const DlBreakable *info = &reader->family->breakables[i];
      const char *form = _ (kind_of (info)->remedy);

      if ((only == NULL || only == info)
          && !g_ptr_array_find_with_equal_func (forms, form, g_str_equal, NULL))
        g_ptr_array_add (forms, (char *) form);
    }
  g_ptr_array_add (forms, NULL);
  expected = g_strjoinv ("; ", (GStrv) forms->pdata);
  add_problem (reader, reader->line,
               g_strdup_printf (_ ("“%s” is not understood (%s)"), excerpt, expected));
}

/* Names ---------------------------------------------------------------------------------------- */

/* The item in the form of @info's list; NULL if it is not of that kind. */
static char *
parse_item (const DlBreakable *info, const char *text)
{
  const DlFaultKind *kind = kind_of (info);
  g_autofree char *lower = g_ascii_strdown (text, -1);
  DlFaultRoom room = { 0 };

  return kind->parse (text, &room) || kind->parse (lower, &room) ? kind->format (&room) : NULL;
}

/* The longest name that the pieces from @first on make, or NULL; @n gets how many they are. */
static char *
find_name (Reader *reader, const GArray *pieces, guint first, const DlBreakable *only,
           const DlBreakable **info, guint *n)
{
  for (*n = MIN (MAX_PIECES, pieces->len - first); *n > 0; (*n)--)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < *n; i++)
        g_string_append_printf (text, "%s%s", i > 0 ? "," : "",
                                g_array_index (pieces, Piece, first + i).text);
      for (guint i = 0; i < reader->family->n_lists; i++)
        {
          char *item = NULL;

          *info = &reader->family->breakables[i];
          if (only == NULL || only == *info)
            item = parse_item (*info, text->str);
          if (item != NULL)
            return item;
        }
    }
  return NULL;
}

/* Skip text that is not a name, up to where one can begin. Returns how many pieces. */
static guint
skip_unknown (Reader *reader, const GArray *pieces, guint first, const DlBreakable *only)
{
  g_autoptr (GString) text = g_string_new (g_array_index (pieces, Piece, first).text);
  guint n = 1;

  for (; first + n < pieces->len && !g_array_index (pieces, Piece, first + n).apart; n++)
    g_string_append_printf (text, ",%s", g_array_index (pieces, Piece, first + n).text);
  add_unknown (reader, text->str, only);
  return n;
}

static GArray *
split (const char *text)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  gboolean apart = TRUE;

  g_array_set_clear_func (pieces, clear_piece);
  while (*text != '\0')
    {
      const gsize length = strcspn (text, ",; \t");

      if (length > 0)
        {
          const Piece piece = { g_strndup (text, length), apart };
          g_array_append_val (pieces, piece);
          apart = FALSE;
        }
      text += length;
      for (; *text != '\0' && strchr (",; \t", *text) != NULL; text++)
        apart = apart || *text != ',';
    }
  return pieces;
}

/* The list that "KEY=" or "GROUP.KEY=" at the beginning of @text names, and the rest; FALSE: there
 * is no list of that name. */
static gboolean
read_key (Reader *reader, const char **text, const DlBreakable **only)
{
  const char *equals = strchr (*text, '=');
  g_autofree char *key = NULL;

  *only = NULL;
  if (equals == NULL)
    return TRUE;
  key = g_strstrip (g_strndup (*text, equals - *text));
  *text = equals + 1;
  for (guint i = 0; i < reader->family->n_lists; i++)
    {
      const DlField *field = dl_field_find_name (reader->family->breakables[i].key);

      if (strcmp (key, field->name) == 0 || strcmp (key, field->key) == 0)
        *only = &reader->family->breakables[i];
    }
  if (*only == NULL)
    add_unknown (reader, key, NULL);
  return *only != NULL;
}

static void
read_line (Reader *reader, const char *text)
{
  g_autoptr (GArray) pieces = NULL;
  const DlBreakable *only;

  if (*text == '#' || *text == '[' || !read_key (reader, &text, &only))
    return;
  pieces = split (text);
  for (guint at = 0, n; at < pieces->len; at += n)
    {
      Name name = { .line = reader->line };

      name.item = find_name (reader, pieces, at, only, &name.info, &n);
      if (name.item != NULL)
        g_array_append_val (reader->names, name);
      else
        n = skip_unknown (reader, pieces, at, only);
    }
}

/* Breaking ------------------------------------------------------------------------------------- */

/* One edit per list, with the names from @first on. */
static GPtrArray *
edits_of (const Reader *reader, guint first, guint n)
{
  GPtrArray *edits = dl_edits_new ();

  for (guint i = 0; i < reader->family->n_lists; i++)
    {
      const DlBreakable *info = &reader->family->breakables[i];
      g_autoptr (GString) items = g_string_new (NULL);

      for (guint j = first; j < first + n; j++)
        {
          const Name *name = &g_array_index (reader->names, Name, j);

          if (name->info == info)
            g_string_append_printf (items, "%s%s", items->len > 0 ? ";" : "", name->item);
        }
      if (items->len > 0)
        dl_edits_add (edits, DL_EDIT_ADD, info->key, items->str);
    }
  return edits;
}

static gboolean
is_broken (const Reader *reader, const Name *name)
{
  g_autoptr (DlScenario) scenario = dl_scenario_copy (reader->scenario);
  g_autoptr (GError) error = NULL;

  return !dl_field_add (dl_field_find_name (name->info->key), scenario, name->item, &error)
         && g_error_matches (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT);
}

static void
refuse (Reader *reader, const Name *name, const DlField *field, const GError *error)
{
  g_autofree char *prefix = field != NULL ? g_strdup_printf ("%s: ", field->name) : g_strdup ("");
  const char *message = error->message;

  if (g_str_has_prefix (message, prefix))
    message += strlen (prefix);
  add_problem (reader, name->line, g_strdup (message));
}

/* All at once, and only if some of them cannot be, half by half: most texts have none of those. */
static void
break_names (Reader *reader, guint first, guint n)
{
  g_autoptr (GPtrArray) edits = edits_of (reader, first, n);
  g_autoptr (GError) error = NULL;
  const DlField *field = NULL;

  if (n == 0)
    return;
  if (dl_scenario_apply (reader->scenario, edits, NULL, &field, &error))
    reader->read->n_broken += n;
  else if (n > 1)
    {
      break_names (reader, first, n / 2);
      break_names (reader, first + n / 2, n - n / 2);
    }
  else if (is_broken (reader, &g_array_index (reader->names, Name, first)))
    reader->read->n_already++;
  else
    refuse (reader, &g_array_index (reader->names, Name, first), field, error);
}

DlFaultText *
dl_fault_text_read (const DlScenario *scenario, const char *text)
{
  g_autoptr (DlScenario) broken = dl_scenario_copy (scenario);
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (Name));
  g_autoptr (GArray) problems = g_array_new (FALSE, FALSE, sizeof (Problem));
  g_autoptr (GString) line = g_string_new (NULL);
  DlFaultText *read = g_new0 (DlFaultText, 1);
  Reader reader = { .family = scenario->family,
                    .scenario = broken,
                    .names = names,
                    .problems = problems,
                    .read = read };
  DlTextLines lines;

  g_array_set_clear_func (names, clear_name);
  g_array_set_clear_func (problems, clear_problem);
  read->problems = g_ptr_array_new_with_free_func (g_free);
  dl_text_lines_init (&lines, text, -1, "");
  while (dl_text_lines_next (&lines, line))
    {
      reader.line = lines.number;
      read_line (&reader, line->str);
    }
  break_names (&reader, 0, names->len);
  tell_problems (&reader);
  read->edits = dl_edits_between (scenario, broken);
  return read;
}

void
dl_fault_text_free (DlFaultText *read)
{
  if (read == NULL)
    return;
  g_ptr_array_unref (read->edits);
  g_ptr_array_unref (read->problems);
  g_free (read);
}

char *
dl_fault_text_write (const DlFamily *family, const DlFault *faults, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      const DlBreakable *first = family->breakables;
      g_autofree char *item = parse_item (first, faults[i].item);

      while (item == NULL && first != faults[i].info)
        item = parse_item (++first, faults[i].item);
      if (first != faults[i].info)
        g_string_append_printf (text, "%s=", dl_field_find_name (faults[i].info->key)->key);
      g_string_append_printf (text, "%s\n", faults[i].item);
    }
  return g_string_free (text, FALSE);
}
