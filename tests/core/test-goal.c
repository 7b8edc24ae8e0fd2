/* Programs of messages as GOAL text: what is read, what is refused and with which words, and that
 * writing and reading again give the same. */
#include "dl-goal.h"

#include <string.h>

static DlProgram *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  DlProgram *program = dl_goal_parse (text, -1, "file", &error);

  g_assert_no_error (error);
  return program;
}

static void
test_read (void)
{
  g_autoptr (DlProgram) program = parse ("// a comment\n"
                                         "num_ranks 3 /* over\n"
                                         "two lines */\n"
                                         "rank 2 {\n"
                                         "  recv 10b from -1 tag -1\n"
                                         "}\n"
                                         "rank 0 {\n"
                                         "b requires a\n"
                                         "b irequires c\n"
                                         "a: calc 77 cpu 2\n"
                                         "b: send 10b to 2 tag 5 cpu 1 nic 3\n"
                                         "c: calc 0 }\n");

  g_assert_cmpuint (program->n_ranks, ==, 3);
  g_assert_cmpuint (program->n_ops, ==, 4);
  g_assert_cmpuint (program->n_cpus, ==, 3);
  g_assert_cmpuint (program->n_nics, ==, 4);
  g_assert_cmpuint (program->n_messages, ==, 1);
  g_assert_cmpuint (program->bytes, ==, 10);
  g_assert_cmpuint (program->first[2], ==, 0);
  g_assert_cmpuint (program->n[1], ==, 0);
  g_assert_cmpuint (program->first[0], ==, 1);
  g_assert_cmpuint (program->n[0], ==, 3);
  g_assert_cmpuint (program->ops[0].peer, ==, DL_NO_RANK);
  g_assert_cmpuint (program->ops[0].tag, ==, DL_ANY_TAG);
  g_assert_cmpuint (program->ops[0].line, ==, 5);
  g_assert_cmpuint (program->ops[1].size, ==, 77);
  g_assert_cmpuint (program->ops[2].kind, ==, DL_OP_SEND);
  g_assert_cmpuint (program->ops[2].tag, ==, 5);
  g_assert_cmpuint (program->ops[2].nic, ==, 3);
  g_assert_cmpuint (program->n_required[2], ==, 2);
  g_assert_cmpuint (program->after[program->first_after[1]], ==, 2 * 2);
  g_assert_cmpuint (program->after[program->first_after[3]], ==, 2 * 2 + 1);
  g_assert_cmpuint (program->n_channels, ==, 1);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text, *message;
    DlProgramError code;
  } cases[] = {
    { "", "file:1: the file ends here (expected num_ranks)", DL_PROGRAM_ERROR_SYNTAX },
    { "num_ranks 0\n", "file:1: a program has at least one rank", DL_PROGRAM_ERROR_RANK },
    { "num_ranks 2000000\n", "file:1: 2000000 is too large (at most 1048576)",
      DL_PROGRAM_ERROR_LIMIT },
    { "num_ranks 2\nrank 2 {\n}\n",
      "file:2: there is no rank 2 (expected 0 to 1, or a larger num_ranks)",
      DL_PROGRAM_ERROR_RANK },
    { "num_ranks 2\nrank 1 {\n}\n\nrank 1 {\n}\n",
      "file:5: rank 1 is there twice (put all its operations into one)", DL_PROGRAM_ERROR_RANK },
    { "num_ranks 1\nrank 0 {\ncalc\n}\n", "file:3: the line ends here (expected a number)",
      DL_PROGRAM_ERROR_SYNTAX },
    { "num_ranks 1\nrank 0 {\ncalc 1 tag 3\n}\n",
      "file:3: “tag” makes no sense here (expected the end of the line)", DL_PROGRAM_ERROR_SYNTAX },
    { "num_ranks 1\nrank 0 {\ncalc 99999999999999999999999\n}\n",
      "file:3: 99999999999999999999999 is too large (at most 1099511627776)",
      DL_PROGRAM_ERROR_LIMIT },
    { "num_ranks 1\nrank 0 {\na: calc 1\na: calc 2\n}\n",
      "file:5: rank 0, which ends here, has two labels “a” (rename one)", DL_PROGRAM_ERROR_LABEL },
    { "num_ranks 1\nrank 0 {\na: calc 1\n\na requires b\n}\n",
      "file:5: rank 0 has no label “b” (put it before one of its operations)",
      DL_PROGRAM_ERROR_LABEL },
    { "num_ranks 1\nrank 0 {\na: calc 1\nb: calc 1\na requires b\nb irequires a\n}\n",
      "file:3: this operation can never begin: it requires itself through others, or an operation "
      "that does (remove one “requires” of rank 0)",
      DL_PROGRAM_ERROR_CYCLE },
    { "num_ranks 2\nrank 0 {\nsend 1b to 1\n}\n",
      "file:3: this send of rank 0 does not have a receive: rank 1 needs one more from rank 0 with "
      "tag 0 (add it, or remove the send)",
      DL_PROGRAM_ERROR_UNMATCHED },
    { "num_ranks 2\nrank 0 {\nsend 1b to 1 tag 3\n}\nrank 1 {\nrecv 1b from 0 tag 4\n}\n",
      "file:6: this receive of rank 1 does not have a send: rank 0 needs one more to rank 1 with "
      "tag "
      "4 (add it, or remove the receive)",
      DL_PROGRAM_ERROR_UNMATCHED },
    { "num_ranks 2\nrank 1 {\nrecv 1b from -1\n}\n",
      "file:3: this receive of rank 1 does not have a send (add a send to rank 1, or remove the "
      "receive)",
      DL_PROGRAM_ERROR_UNMATCHED },
    { "num_ranks 2\nrank 0 {\nsend 1b to -1\n}\n",
      "file:3: “-1” makes no sense here (expected a number)", DL_PROGRAM_ERROR_SYNTAX },
    { "num_ranks 1\nrank 0 {\ncalc 1\n",
      "file:4: the file ends here (expected a label, calc, "
      "send, recv, or })",
      DL_PROGRAM_ERROR_SYNTAX },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (dl_goal_parse (cases[i].text, -1, "file", &error));
      g_assert_error (error, DL_PROGRAM_ERROR, (gint) cases[i].code);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

/* Messages between random ranks, what they require before them. */
static DlProgram *
random_program (GRand *rand)
{
  const guint n_ranks = (guint) g_rand_int_range (rand, 2, 9);
  g_autoptr (DlProgramMaker) maker = dl_program_maker_new (n_ranks, NULL);
  g_autoptr (GError) error = NULL;
  const guint n = (guint) g_rand_int_range (rand, 0, 60);
  g_autofree guint32 *from = g_new (guint32, n + 1), *to = g_new (guint32, n + 1);
  DlProgram *program;

  for (guint i = 0; i < n; i++)
    {
      from[i] = (guint32) g_rand_int_range (rand, 0, (gint) n_ranks);
      to[i] = (guint32) g_rand_int_range (rand, 0, (gint) n_ranks);
    }
  for (guint rank = n_ranks; rank-- > 0;)
    {
      const guint first = dl_program_maker_get_n_ops (maker);

      dl_program_maker_begin (maker, rank);
      for (guint i = 0; i < n; i++)
        {
          const DlOp op = { .size = i, .tag = i % 3, .cpu = (guint8) (i % 2) };
          DlOp send = op, recv = op;

          send.kind = DL_OP_SEND;
          send.peer = to[i];
          recv.kind = DL_OP_RECV;
          recv.peer = from[i];
          if (from[i] == rank)
            dl_program_maker_add (maker, send);
          if (to[i] == rank)
            dl_program_maker_add (maker, recv);
        }
      for (guint op = first + 1; op < dl_program_maker_get_n_ops (maker); op++)
        if (g_rand_boolean (rand))
          dl_program_maker_require (maker, op,
                                    (guint32) g_rand_int_range (rand, (gint) first, (gint) op),
                                    g_rand_boolean (rand));
    }
  program = dl_program_maker_finish (maker, &error);
  g_assert_no_error (error);
  return program;
}

static void
test_again (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (DlProgram) program = random_program (rand);
      g_autofree char *text = dl_goal_to_text (program);
      g_autoptr (DlProgram) again = parse (text);
      g_autofree char *again_text = dl_goal_to_text (again);

      g_assert_cmpstr (text, ==, again_text);
      g_assert_cmpuint (program->n_ops, ==, again->n_ops);
      g_assert_cmpuint (program->n_channels, ==, again->n_channels);
      g_assert_cmpuint (program->bytes, ==, again->bytes);
      for (guint rank = 0; rank < program->n_ranks; rank++)
        g_assert_cmpuint (program->n[rank], ==, again->n[rank]);
    }
}

/* Compressed as gzip does, and not. */
static void
test_unpack (void)
{
  static const char text[] = "num_ranks 1\nrank 0 {\ncalc 5\n}\n";
  g_autoptr (GZlibCompressor) zlib = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GByteArray) plain = g_byte_array_new (), packed = g_byte_array_new ();
  g_autoptr (GByteArray) same = NULL, unpacked = NULL, cut = NULL;
  g_autoptr (GError) error = NULL;
  gsize n_read, n_written;

  g_byte_array_append (plain, (const guint8 *) text, sizeof text - 1);
  g_byte_array_set_size (packed, 500);
  g_converter_convert (G_CONVERTER (zlib), text, sizeof text - 1, packed->data, packed->len,
                       G_CONVERTER_INPUT_AT_END, &n_read, &n_written, &error);
  g_assert_no_error (error);
  g_byte_array_set_size (packed, (guint) n_written);
  same = dl_goal_unpack (plain, "file", &error);
  unpacked = dl_goal_unpack (packed, "file", &error);
  g_assert_no_error (error);
  g_assert_true (same == plain);
  g_assert_cmpmem (unpacked->data, unpacked->len, text, sizeof text - 1);
  g_byte_array_set_size (packed, packed->len - 10);
  cut = dl_goal_unpack (packed, "file", &error);
  g_assert_null (cut);
  g_assert_true (g_str_has_prefix (error->message, "file:1: "));
}

/* Matching, against lists that are searched from the front. */
static guint32
find_first (GArray *list, const DlProgram *program, guint32 op)
{
  for (guint i = 0; i < list->len; i++)
    {
      const guint32 other = g_array_index (list, guint32, i);
      const guint32 recv = program->ops[op].kind == DL_OP_RECV ? op : other;
      const guint32 send = recv == op ? other : op;

      if ((program->ops[recv].peer == DL_NO_RANK || program->ops[recv].peer == program->rank[send])
          && (program->ops[recv].tag == DL_ANY_TAG
              || program->ops[recv].tag == program->ops[send].tag))
        {
          g_array_remove_index (list, i);
          return other;
        }
    }
  g_array_append_val (list, op);
  return DL_NO_OP;
}

/* Rank 0 takes messages of the others, some of any rank or tag. */
static DlProgram *
random_incoming (GRand *rand)
{
  g_autoptr (DlProgramMaker) maker = dl_program_maker_new (4, NULL);
  const guint n = 40;
  guint32 from[40], tag[40];
  DlProgram *program;

  dl_program_maker_begin (maker, 0);
  for (guint i = 0; i < n; i++)
    {
      const guint open = (guint) g_rand_int_range (rand, 0, 6);

      from[i] = (guint32) g_rand_int_range (rand, 1, 4);
      tag[i] = (guint32) g_rand_int_range (rand, 0, 3);
      dl_program_maker_add (maker, (DlOp) { .kind = DL_OP_RECV,
                                            .peer = open == 0 ? DL_NO_RANK : from[i],
                                            .tag = open <= 1 ? DL_ANY_TAG : tag[i] });
    }
  for (guint rank = 1; rank < 4; rank++)
    {
      dl_program_maker_begin (maker, rank);
      for (guint i = 0; i < n; i++)
        if (from[i] == rank)
          dl_program_maker_add (maker, (DlOp) { .kind = DL_OP_SEND, .peer = 0, .tag = tag[i] });
    }
  program = dl_program_maker_finish (maker, NULL);
  g_assert_nonnull (program);
  return program;
}

static void
test_match (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (DlProgram) program = random_incoming (rand);
      g_autoptr (DlProgramMatch) match = dl_program_match_new (program);
      g_autoptr (GArray) posted = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autoptr (GArray) early = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autofree guint32 *order = g_new (guint32, program->n_ops);

      for (guint32 op = 0; op < program->n_ops; op++)
        {
          const guint32 at = (guint32) g_rand_int_range (rand, 0, (gint) op + 1);

          order[op] = order[at];
          order[at] = op;
        }
      for (guint32 j = 0; j < program->n_ops; j++)
        {
          const guint32 op = order[j];
          const gboolean posts = program->ops[op].kind == DL_OP_RECV;
          const guint32 found
              = posts ? dl_program_match_post (match, op) : dl_program_match_arrive (match, op);
          GArray *others = posts ? early : posted;
          g_autoptr (GArray) tried = g_array_copy (others);

          g_assert_cmpuint (found, ==, find_first (tried, program, op));
          if (found == DL_NO_OP)
            g_array_append_val (posts ? posted : early, op);
          else
            find_first (others, program, op);
          g_assert_cmpint (posts && dl_program_match_waits (match, op), ==,
                           posts && found == DL_NO_OP);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/goal/read", test_read);
  g_test_add_func ("/goal/refused", test_refused);
  g_test_add_func ("/goal/again", test_again);
  g_test_add_func ("/goal/unpack", test_unpack);
  g_test_add_func ("/goal/match", test_match);
  return g_test_run ();
}
