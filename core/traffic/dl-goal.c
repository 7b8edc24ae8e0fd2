#include "dl-goal.h"

#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_UNIT_NUMBER 255 /* of CPUs and NICs of a rank */
#define BLOCK_BYTES     65536

typedef enum
{
  TOKEN_END,
  TOKEN_NEW_LINE,
  TOKEN_WORD,
  TOKEN_NUMBER,
  TOKEN_ANY, /* -1 */
  TOKEN_COLON,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_OTHER
} TokenKind;

typedef struct
{
  TokenKind kind;
  const char *text;
  guint length;
  guint64 number; /* G_MAXUINT64: past all limits */
} Token;

typedef struct
{
  const char *text;
  guint length;
} Label;

/* One that may be of a label that comes later. */
typedef struct
{
  Label op, other;
  guint line;
  gboolean start;
} Requirement;

typedef struct
{
  const char *at, *end;
  const char *file_name;
  guint line;
  Token token; /* that is next */
  DlProgramMaker *maker;
  guint n_ranks; /* 0: not said yet */
  guint rank;
  guint32 first_op;     /* of the rank */
  GArray *labels;       /* Label, of each of its operations; @text NULL: none */
  GArray *requirements; /* its */
  guint32 *slots;       /* of labels: an operation of the rank, from 1 */
  guint n_slots;        /* a power of 2, or 0 */
} Reader;

/* Errors --------------------------------------------------------------------------------------- */

static gboolean G_GNUC_PRINTF (5, 6) fail_at (const Reader *reader, guint line, GError **error,
                                              DlProgramError code, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, DL_PROGRAM_ERROR, code, "%s:%u: %s", reader->file_name, line, message);
  return FALSE;
}

/* Some bytes as a message takes them. */
static char *
excerpt (const char *text, guint length)
{
  g_autofree char *copy = g_strndup (text, length);

  return dl_text_excerpt (copy);
}

static gboolean
fail_expected (const Reader *reader, GError **error, const char *expected)
{
  const Token *token = &reader->token;
  g_autofree char *found = NULL;

  if (token->kind == TOKEN_END)
    return fail_at (reader, reader->line, error, DL_PROGRAM_ERROR_SYNTAX,
                    _ ("the file ends here (expected %s)"), expected);
  if (token->kind == TOKEN_NEW_LINE)
    return fail_at (reader, reader->line, error, DL_PROGRAM_ERROR_SYNTAX,
                    _ ("the line ends here (expected %s)"), expected);
  found = excerpt (token->text, token->length);
  return fail_at (reader, reader->line, error, DL_PROGRAM_ERROR_SYNTAX,
                  _ ("“%s” makes no sense here (expected %s)"), found, expected);
}

/* Tokens --------------------------------------------------------------------------------------- */

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Past blanks and comments; a comment of several lines ends none. */
static void
skip_blanks (Reader *reader)
{
  while (reader->at < reader->end)
    {
      const gsize left = (gsize) (reader->end - reader->at);

      if (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\r')
        reader->at++;
      else if (left >= 2 && memcmp (reader->at, "//", 2) == 0)
        {
          const char *end = memchr (reader->at, '\n', left);

          reader->at = end != NULL ? end : reader->end;
        }
      else if (left >= 2 && memcmp (reader->at, "/*", 2) == 0)
        {
          const char *end = g_strstr_len (reader->at + 2, (gssize) left - 2, "*/");

          for (const char *c = reader->at; c < (end != NULL ? end : reader->end); c++)
            reader->line += *c == '\n';
          reader->at = end != NULL ? end + 2 : reader->end;
        }
      else
        return;
    }
}

static void
read_number (Reader *reader, Token *token)
{
  token->kind = TOKEN_NUMBER;
  while (reader->at < reader->end && g_ascii_isdigit (*reader->at))
    {
      const guint64 digit = (guint64) (*reader->at++ - '0');

      if (token->number > (G_MAXUINT64 - digit) / 10)
        token->number = G_MAXUINT64;
      else if (token->number != G_MAXUINT64)
        token->number = 10 * token->number + digit;
    }
}

static TokenKind
kind_of (char c)
{
  switch (c)
    {
    case ':':
      return TOKEN_COLON;
    case '{':
      return TOKEN_OPEN;
    case '}':
      return TOKEN_CLOSE;
    case '\n':
      return TOKEN_NEW_LINE;
    default:
      return TOKEN_OTHER;
    }
}

static void
next (Reader *reader)
{
  Token *token = &reader->token;

  if (token->kind == TOKEN_NEW_LINE)
    reader->line++;
  skip_blanks (reader);
  *token = (Token) { .kind = TOKEN_END, .text = reader->at };
  if (reader->at == reader->end)
    return;
  if (g_ascii_isdigit (*reader->at))
    read_number (reader, token);
  else if (is_word (*reader->at))
    {
      token->kind = TOKEN_WORD;
      while (reader->at < reader->end && is_word (*reader->at))
        reader->at++;
    }
  else if (reader->end - reader->at >= 2 && memcmp (reader->at, "-1", 2) == 0)
    {
      token->kind = TOKEN_ANY;
      reader->at += 2;
    }
  else
    token->kind = kind_of (*reader->at++);
  token->length = (guint) (reader->at - token->text);
}

static gboolean
is_text (const Token *token, const char *word)
{
  return token->kind == TOKEN_WORD && token->length == strlen (word)
         && memcmp (token->text, word, token->length) == 0;
}

static gboolean
accept (Reader *reader, TokenKind kind, const char *word)
{
  if (word != NULL ? !is_text (&reader->token, word) : reader->token.kind != kind)
    return FALSE;
  next (reader);
  return TRUE;
}

static gboolean
expect (Reader *reader, TokenKind kind, const char *word, const char *expected, GError **error)
{
  return accept (reader, kind, word) || fail_expected (reader, error, expected);
}

static gboolean
expect_number (Reader *reader, guint64 max, guint64 *number, GError **error)
{
  if (reader->token.kind != TOKEN_NUMBER)
    /* Translators: in “expected a number” */
    return fail_expected (reader, error, _ ("a number"));
  if (reader->token.number > max)
    {
      g_autofree char *found = excerpt (reader->token.text, reader->token.length);

      return fail_at (reader, reader->line, error, DL_PROGRAM_ERROR_LIMIT,
                      _ ("%s is too large (at most %lu)"), found, (gulong) max);
    }
  *number = reader->token.number;
  next (reader);
  return TRUE;
}

static gboolean
end_line (Reader *reader, GError **error)
{
  if (reader->token.kind == TOKEN_CLOSE || reader->token.kind == TOKEN_END)
    return TRUE;
  return expect (reader, TOKEN_NEW_LINE, NULL, _ ("the end of the line"), error);
}

static void
skip_lines (Reader *reader)
{
  while (reader->token.kind == TOKEN_NEW_LINE)
    next (reader);
}

/* Labels --------------------------------------------------------------------------------------- */

static guint
hash_label (const Label *label)
{
  guint hash = 5381;

  for (guint i = 0; i < label->length; i++)
    hash = 33 * hash + (guchar) label->text[i];
  return hash * 2654435769u;
}

static gboolean
is_same_label (const Label *a, const Label *b)
{
  return a->length == b->length && memcmp (a->text, b->text, a->length) == 0;
}

/* Where @label is, or would be. */
static guint32 *
find_slot (const Reader *reader, const Label *label)
{
  guint at = hash_label (label) & (reader->n_slots - 1);

  while (reader->slots[at] != 0
         && !is_same_label (&g_array_index (reader->labels, Label, reader->slots[at] - 1), label))
    at = (at + 1) & (reader->n_slots - 1);
  return &reader->slots[at];
}

/* Room for as many labels as the rank has; they are found once it is read. */
static gboolean
index_labels (Reader *reader, GError **error)
{
  guint size = 16;

  while (size < 2 * reader->labels->len)
    size *= 2;
  if (size > reader->n_slots)
    {
      g_free (reader->slots);
      reader->slots = g_new0 (guint32, size);
    }
  else
    memset (reader->slots, 0, size * sizeof *reader->slots);
  reader->n_slots = size;
  for (guint i = 0; i < reader->labels->len; i++)
    {
      const Label *label = &g_array_index (reader->labels, Label, i);
      guint32 *slot;

      if (label->text == NULL)
        continue;
      slot = find_slot (reader, label);
      if (*slot != 0)
        {
          g_autofree char *name = excerpt (label->text, label->length);

          return fail_at (reader, reader->line, error, DL_PROGRAM_ERROR_LABEL,
                          _ ("rank %u, which ends here, has two labels “%s” (rename one)"),
                          reader->rank, name);
        }
      *slot = i + 1;
    }
  return TRUE;
}

static gboolean
find_label (const Reader *reader, const Requirement *requirement, const Label *label, guint32 *op,
            GError **error)
{
  const guint32 slot = *find_slot (reader, label);
  g_autofree char *name = NULL;

  *op = reader->first_op + slot - 1;
  if (slot != 0)
    return TRUE;
  name = excerpt (label->text, label->length);
  return fail_at (reader, requirement->line, error, DL_PROGRAM_ERROR_LABEL,
                  _ ("rank %u has no label “%s” (put it before one of its operations)"),
                  reader->rank, name);
}

static gboolean
add_requirements (Reader *reader, GError **error)
{
  if (!index_labels (reader, error))
    return FALSE;
  for (guint i = 0; i < reader->requirements->len; i++)
    {
      const Requirement *requirement = &g_array_index (reader->requirements, Requirement, i);
      guint32 op, other;

      if (!find_label (reader, requirement, &requirement->op, &op, error)
          || !find_label (reader, requirement, &requirement->other, &other, error))
        return FALSE;
      dl_program_maker_require (reader->maker, op, other, requirement->start);
    }
  return TRUE;
}

/* Operations ----------------------------------------------------------------------------------- */

static gboolean
expect_rank (Reader *reader, guint64 *rank, GError **error)
{
  const guint line = reader->line;

  if (!expect_number (reader, G_MAXUINT32 - 1, rank, error))
    return FALSE;
  if (*rank < reader->n_ranks)
    return TRUE;
  return fail_at (reader, line, error, DL_PROGRAM_ERROR_RANK,
                  _ ("there is no rank %lu (expected 0 to %u, or a larger num_ranks)"),
                  (gulong) *rank, reader->n_ranks - 1);
}

/* Rank that a message goes to or comes from. */
static gboolean
read_peer (Reader *reader, DlOp *op, GError **error)
{
  const gboolean sends = op->kind == DL_OP_SEND;
  guint64 rank;

  if (!expect (reader, TOKEN_WORD, "b", _ ("the unit, b"), error)
      || !expect (reader, TOKEN_WORD, sends ? "to" : "from", sends ? "to" : "from", error))
    return FALSE;
  if (!sends && accept (reader, TOKEN_ANY, NULL))
    {
      op->peer = DL_NO_RANK;
      return TRUE;
    }
  if (!expect_rank (reader, &rank, error))
    return FALSE;
  op->peer = (guint32) rank;
  return TRUE;
}

/* Tag, CPU and NIC of an operation, in any order. */
static gboolean
read_attributes (Reader *reader, DlOp *op, GError **error)
{
  guint64 number;

  for (;;)
    if (op->kind != DL_OP_CALC && accept (reader, TOKEN_WORD, "tag"))
      {
        if (op->kind == DL_OP_RECV && accept (reader, TOKEN_ANY, NULL))
          op->tag = DL_ANY_TAG;
        else if (!expect_number (reader, DL_ANY_TAG - 1, &number, error))
          return FALSE;
        else
          op->tag = (guint32) number;
      }
    else if (accept (reader, TOKEN_WORD, "cpu"))
      {
        if (!expect_number (reader, MAX_UNIT_NUMBER, &number, error))
          return FALSE;
        op->cpu = (guint8) number;
      }
    else if (accept (reader, TOKEN_WORD, "nic"))
      {
        if (!expect_number (reader, MAX_UNIT_NUMBER, &number, error))
          return FALSE;
        op->nic = (guint8) number;
      }
    else
      return end_line (reader, error);
}

static gboolean
read_operation (Reader *reader, const Label *label, GError **error)
{
  DlOp op = { .line = reader->line };
  gboolean sends, receives;

  sends = accept (reader, TOKEN_WORD, "send");
  receives = !sends && accept (reader, TOKEN_WORD, "recv");
  op.kind = sends ? DL_OP_SEND : receives ? DL_OP_RECV : DL_OP_CALC;
  if (!sends && !receives && !expect (reader, TOKEN_WORD, "calc", "calc, send, recv", error))
    return FALSE;
  if (dl_program_maker_get_n_ops (reader->maker) >= DL_PROGRAM_MAX_OPS)
    return fail_at (reader, reader->line, error, DL_PROGRAM_ERROR_LIMIT,
                    _ ("too many operations (at most %u)"), DL_PROGRAM_MAX_OPS);
  if (!expect_number (reader, DL_PROGRAM_MAX_SIZE, &op.size, error)
      || (op.kind != DL_OP_CALC && !read_peer (reader, &op, error))
      || !read_attributes (reader, &op, error))
    return FALSE;
  dl_program_maker_add (reader->maker, op);
  g_array_append_vals (reader->labels, label, 1);
  return TRUE;
}

static gboolean
read_requirement (Reader *reader, const Label *label, gboolean start, GError **error)
{
  Requirement requirement = { .op = *label, .line = reader->line, .start = start };

  requirement.other = (Label) { reader->token.text, reader->token.length };
  if (!expect (reader, TOKEN_WORD, NULL, _ ("a label"), error))
    return FALSE;
  g_array_append_val (reader->requirements, requirement);
  return end_line (reader, error);
}

/* A line of a rank. */
static gboolean
read_line (Reader *reader, GError **error)
{
  Label label = { reader->token.text, reader->token.length };

  if (is_text (&reader->token, "calc") || is_text (&reader->token, "send")
      || is_text (&reader->token, "recv"))
    return read_operation (reader, &(Label) { NULL, 0 }, error);
  if (!expect (reader, TOKEN_WORD, NULL, _ ("a label, calc, send, recv, or }"), error))
    return FALSE;
  if (accept (reader, TOKEN_COLON, NULL))
    return read_operation (reader, &label, error);
  if (accept (reader, TOKEN_WORD, "requires"))
    return read_requirement (reader, &label, FALSE, error);
  if (accept (reader, TOKEN_WORD, "irequires"))
    return read_requirement (reader, &label, TRUE, error);
  return fail_expected (reader, error, _ ("a colon, requires, irequires"));
}

/* The file ------------------------------------------------------------------------------------- */

static gboolean
read_head (Reader *reader, GError **error)
{
  guint64 n_ranks;

  skip_lines (reader);
  if (!expect (reader, TOKEN_WORD, "num_ranks", "num_ranks", error)
      || !expect_number (reader, DL_GOAL_MAX_RANKS, &n_ranks, error))
    return FALSE;
  if (n_ranks == 0)
    return fail_at (reader, reader->line, error, DL_PROGRAM_ERROR_RANK,
                    _ ("a program has at least one rank"));
  reader->n_ranks = (guint) n_ranks;
  reader->maker = dl_program_maker_new (reader->n_ranks, reader->file_name);
  return end_line (reader, error);
}

static gboolean
read_rank (Reader *reader, GError **error)
{
  const guint line = reader->line;
  guint64 rank;

  if (!expect (reader, TOKEN_WORD, "rank", "rank", error) || !expect_rank (reader, &rank, error))
    return FALSE;
  if (dl_program_maker_has_begun (reader->maker, (guint) rank))
    return fail_at (reader, line, error, DL_PROGRAM_ERROR_RANK,
                    _ ("rank %lu is there twice (put all its operations into one)"), (gulong) rank);
  skip_lines (reader);
  if (!expect (reader, TOKEN_OPEN, NULL, "{", error))
    return FALSE;
  reader->rank = (guint) rank;
  dl_program_maker_begin (reader->maker, reader->rank);
  reader->first_op = dl_program_maker_get_n_ops (reader->maker);
  g_array_set_size (reader->labels, 0);
  g_array_set_size (reader->requirements, 0);
  for (skip_lines (reader); reader->token.kind != TOKEN_CLOSE; skip_lines (reader))
    if (!read_line (reader, error))
      return FALSE;
  next (reader);
  return add_requirements (reader, error);
}

static gboolean
read_all (Reader *reader, GError **error)
{
  next (reader);
  if (!read_head (reader, error))
    return FALSE;
  for (skip_lines (reader); reader->token.kind != TOKEN_END; skip_lines (reader))
    if (!read_rank (reader, error))
      return FALSE;
  return TRUE;
}

DlProgram *
dl_goal_parse (const char *text, gssize length, const char *file_name, GError **error)
{
  Reader reader = { .at = text,
                    .end = text + (length < 0 ? strlen (text) : (gsize) length),
                    .file_name = file_name,
                    .line = 1,
                    .token = { .kind = TOKEN_OTHER } };
  DlProgram *program = NULL;

  reader.labels = g_array_new (FALSE, FALSE, sizeof (Label));
  reader.requirements = g_array_new (FALSE, FALSE, sizeof (Requirement));
  if (read_all (&reader, error))
    program = dl_program_maker_finish (reader.maker, error);
  dl_program_maker_free (reader.maker);
  g_array_unref (reader.labels);
  g_array_unref (reader.requirements);
  g_free (reader.slots);
  return program;
}

guint
dl_goal_count_ranks (const char *text, gssize length)
{
  Reader reader = { .at = text,
                    .end = text + (length < 0 ? strlen (text) : (gsize) length),
                    .file_name = "",
                    .token = { .kind = TOKEN_OTHER } };
  guint64 n_ranks = 0;

  next (&reader);
  skip_lines (&reader);
  if (!accept (&reader, TOKEN_WORD, "num_ranks")
      || !expect_number (&reader, DL_GOAL_MAX_RANKS, &n_ranks, NULL))
    return 0;
  return (guint) n_ranks;
}

GByteArray *
dl_goal_unpack (GByteArray *bytes, const char *file_name, GError **error)
{
  g_autoptr (GByteArray) text = g_byte_array_new ();
  g_autofree guint8 *buffer = g_malloc (BLOCK_BYTES);
  g_autoptr (GInputStream) packed = NULL, stream = NULL;
  g_autoptr (GZlibDecompressor) zlib = NULL;
  gssize n;

  if (bytes->len < 2 || bytes->data[0] != 0x1f || bytes->data[1] != 0x8b)
    return g_byte_array_ref (bytes);
  packed = g_memory_input_stream_new_from_data (bytes->data, bytes->len, NULL);
  zlib = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  stream = g_converter_input_stream_new (packed, G_CONVERTER (zlib));
  while ((n = g_input_stream_read (stream, buffer, BLOCK_BYTES, NULL, error)) > 0)
    {
      if (text->len + (guint64) n > DL_GOAL_MAX_BYTES)
        {
          g_set_error (error, DL_PROGRAM_ERROR, DL_PROGRAM_ERROR_LIMIT,
                       _ ("%s:1: the file is too large (at most %lu bytes unpacked)"), file_name,
                       (gulong) DL_GOAL_MAX_BYTES);
          return NULL;
        }
      g_byte_array_append (text, buffer, (guint) n);
    }
  if (n == 0)
    return g_steal_pointer (&text);
  g_prefix_error (error, "%s:1: ", file_name);
  return NULL;
}

/* In a scenario -------------------------------------------------------------------------------- */

static void
file_free (gpointer object)
{
  DlGoalFile *self = object;

  g_free (self->text);
  dl_program_unref (self->program);
  g_free (self);
}

DlGoalFile *
dl_goal_file_new (const char *text, DlProgram *program)
{
  DlGoalFile *self = g_new (DlGoalFile, 1);

  dl_shared_init (&self->shared, file_free);
  self->text = g_strdup (text);
  self->program = program;
  return self;
}

/* Writing -------------------------------------------------------------------------------------- */

static void
append_op (GString *text, const DlOp *op)
{
  if (op->kind == DL_OP_CALC)
    g_string_append_printf (text, "calc %" G_GUINT64_FORMAT, op->size);
  else
    {
      g_string_append_printf (text, "%s %" G_GUINT64_FORMAT "b %s ",
                              op->kind == DL_OP_SEND ? "send" : "recv", op->size,
                              op->kind == DL_OP_SEND ? "to" : "from");
      if (op->peer == DL_NO_RANK)
        g_string_append (text, "-1");
      else
        g_string_append_printf (text, "%u", op->peer);
      if (op->tag == DL_ANY_TAG)
        g_string_append (text, " tag -1");
      else
        g_string_append_printf (text, " tag %u", op->tag);
    }
  if (op->cpu > 0)
    g_string_append_printf (text, " cpu %u", op->cpu);
  if (op->nic > 0)
    g_string_append_printf (text, " nic %u", op->nic);
  g_string_append_c (text, '\n');
}

/* Labels are places among the rank's operations, from 1. */
static void
append_rank (GString *text, const DlProgram *program, guint rank)
{
  const guint32 first = program->first[rank];

  g_string_append_printf (text, "\nrank %u {\n", rank);
  for (guint32 i = 0; i < program->n[rank]; i++)
    {
      g_string_append_printf (text, "l%u: ", i + 1);
      append_op (text, &program->ops[first + i]);
    }
  for (guint32 i = 0; i < program->n[rank]; i++)
    for (guint j = program->first_after[first + i]; j < program->first_after[first + i + 1]; j++)
      g_string_append_printf (text, "l%u %s l%u\n", program->after[j] / 2 - first + 1,
                              program->after[j] & 1 ? "irequires" : "requires", i + 1);
  g_string_append (text, "}\n");
}

char *
dl_goal_to_text (const DlProgram *program)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "num_ranks %u\n", program->n_ranks);
  for (guint rank = 0; rank < program->n_ranks; rank++)
    append_rank (text, program, rank);
  return g_string_free (text, FALSE);
}
