/* kill -9 in the middle of edits: what was acknowledged is there.
 *
 * A second process (this program with --writer) edits a scenario through the store's thread. On its
 * standard output it says what each state looks like before it asks for it to be written, and which
 * ones have been acknowledged. The parent kills it at some moment, opens the library and looks
 * which of those states it finds: one at least as late as the last acknowledged. */
#include "store-fixture.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_KILLS 50
#define KILLS_A_DOCUMENT                                                                           \
  10 /* then a new one, so that histories stay of a length to be read quickly */
#define MAX_DELAY_MS 120
/* Some edits wait while one is being written, as in a drag. */
#define MAX_IN_FLIGHT 6

/* The writer ----------------------------------------------------------------------------------- */

typedef struct
{
  DlStoreThread *thread;
  TestDocument *document;
  GRand *rand;
  int in_flight;
  gint64 serial;
} Writer;

typedef struct
{
  Writer *writer;
  gint64 serial;
} Edit;

/* One write, so that a line is there as a whole or not at all. */
static void say (const char *format, ...) G_GNUC_PRINTF (1, 2);

static void
say (const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list values;

  va_start (values, format);
  line = g_strdup_vprintf (format, values);
  va_end (values);
  if (write (STDOUT_FILENO, line, strlen (line)) < 0)
    exit (1);
}

static char *
digest (const DlScenario *scenario, const DlHistory *history)
{
  g_autofree char *text = test_describe (scenario, history);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA1, text, -1);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Edit *edit = user_data;
  g_autoptr (GError) error = NULL;

  dl_store_thread_finish (result, &error);
  g_assert_no_error (error);
  say ("A %" G_GINT64_FORMAT "\n", edit->serial);
  edit->writer->in_flight--;
  g_free (edit);
}

static void
write_edit (Writer *writer)
{
  g_autoptr (DlStoreChange) change = NULL;
  g_autofree char *sum = NULL;
  Edit *edit = g_new0 (Edit, 1);

  test_document_change (writer->document, writer->rand);
  change = test_document_take_change (writer->document);
  edit->writer = writer;
  edit->serial = ++writer->serial;
  sum = digest (writer->document->scenario, writer->document->history);
  say ("S %" G_GINT64_FORMAT " %s\n", edit->serial, sum);
  writer->in_flight++;
  dl_store_thread_write_async (writer->thread, change, on_written, edit);
}

static void
open_document (Writer *writer, gint64 id)
{
  g_autoptr (DlStoreAnswer) loaded = NULL;
  DlStoreRecord *record;
  g_autofree char *sum = NULL;
  g_autoptr (GError) error = NULL;

  loaded = test_call (writer->thread, DL_STORE_LOAD, (DlStoreArgs) { .id = id }, &error);
  g_assert_no_error (error);
  record = loaded->record;
  g_assert_null (record->warning);
  writer->document = g_new0 (TestDocument, 1);
  writer->document->id = id;
  writer->document->revision = record->revision;
  writer->document->scenario = g_steal_pointer (&record->scenario);
  writer->document->history = g_steal_pointer (&record->history);
  /* The state that was found is there already. */
  sum = digest (writer->document->scenario, writer->document->history);
  say ("S 0 %s\nA 0\n", sum);
}

/* Until it is killed; by itself only if the parent is gone. */
static int
run_writer (const char *path, gint64 id, guint32 seed)
{
  Writer writer = { 0 };

  signal (SIGPIPE, SIG_DFL);
  writer.thread = dl_store_thread_new (path, NULL, NULL, NULL);
  writer.rand = g_rand_new_with_seed (seed);
  open_document (&writer, id);
  while (writer.serial < 100000)
    {
      if (writer.in_flight < MAX_IN_FLIGHT)
        write_edit (&writer);
      g_main_context_iteration (NULL, writer.in_flight == MAX_IN_FLIGHT);
    }
  return 1;
}

/* The killer ----------------------------------------------------------------------------------- */

/* Read what is there within @timeout_ms; FALSE at the end. */
static gboolean
read_some (int fd, GString *output, int timeout_ms)
{
  struct pollfd wait = { .fd = fd, .events = POLLIN };
  char buffer[65536];
  ssize_t n;

  if (poll (&wait, 1, timeout_ms) <= 0)
    return TRUE;
  n = read (fd, buffer, sizeof buffer);
  if (n > 0)
    g_string_append_len (output, buffer, n);
  return n > 0;
}

static gint64
milliseconds (void)
{
  return g_get_monotonic_time () / 1000;
}

/* Output of the writer until it was killed, @delay_ms after its first word. */
static char *
run_and_kill (const char *program, const char *path, gint64 id, guint32 seed, int delay_ms)
{
  g_autofree char *id_text = g_strdup_printf ("%" G_GINT64_FORMAT, id);
  g_autofree char *seed_text = g_strdup_printf ("%u", seed);
  const char *argv[] = { program, "--writer", path, id_text, seed_text, NULL };
  g_autoptr (GString) output = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  gint64 deadline;
  int fd, status;
  GPid child;

  g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                            &child, NULL, &fd, NULL, &error);
  g_assert_no_error (error);
  while (strstr (output->str, "A ") == NULL)
    g_assert_true (read_some (fd, output, 30000));
  deadline = milliseconds () + delay_ms;
  while (milliseconds () < deadline)
    g_assert_true (read_some (fd, output, (int) MAX (deadline - milliseconds (), 0)));
  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  while (read_some (fd, output, 1000))
    ;
  close (fd);
  return g_string_free (g_steal_pointer (&output), FALSE);
}

/* The serial number of the last state acknowledged, and that of the last state that looks like
 * @sum (-1: none). */
static void
read_output (const char *output, const char *sum, gint64 *acknowledged, gint64 *found)
{
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);

  *acknowledged = *found = -1;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *second = strchr (lines[i], ' ') != NULL ? strchr (lines[i], ' ') + 1 : "";
      const char *third = strchr (second, ' ');

      if (lines[i][0] == 'A')
        {
          const gint64 serial = g_ascii_strtoll (second, NULL, 10);

          /* In the order they were asked for, without gaps. */
          g_assert_cmpint (serial, ==, *acknowledged + 1);
          *acknowledged = serial;
        }
      else if (lines[i][0] == 'S' && third != NULL && g_str_equal (third + 1, sum))
        *found = g_ascii_strtoll (second, NULL, 10);
    }
}

static char program_path[4096];

static void
kill_in_the_middle (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  g_autoptr (TestDocument) bystander = NULL;
  gint64 n_acknowledged = 0, n_ahead = 0, id = 0;

  {
    g_autoptr (DlStore) store = store_fixture_open (fixture);

    bystander = test_document_new (store, "Bystander");
    test_document_set (bystander, "scenario.seed", "5", NULL);
    test_document_write (bystander, store);
  }
  for (int i = 0; i < N_KILLS; i++)
    {
      g_autofree char *output = NULL;
      g_autofree char *sum = NULL;
      g_autoptr (TestDocument) stored = NULL;
      g_autoptr (DlStore) store = NULL;
      gint64 acknowledged, found;

      if (i % KILLS_A_DOCUMENT == 0)
        {
          g_autoptr (DlStore) maker = store_fixture_open (fixture);
          g_autoptr (TestDocument) made = test_document_new (maker, "Killed");

          id = made->id;
        }
      output = run_and_kill (program_path, fixture->path, id, g_rand_int (rand),
                             g_rand_int_range (rand, 0, MAX_DELAY_MS));

      store = store_fixture_open (fixture);
      /* Loading goes through the whole log: base and steps lead to the state, and back. */
      stored = test_document_load (store, id);
      sum = digest (stored->scenario, stored->history);
      read_output (output, sum, &acknowledged, &found);
      if (found < acknowledged)
        g_test_message ("%s\nfound %s", output, sum);
      g_assert_cmpint (found, >=, acknowledged);
      n_acknowledged += acknowledged;
      n_ahead += found - acknowledged;
      test_assert_stored (store, bystander);

      /* And it can be edited at once. */
      test_document_change (stored, rand);
      test_document_write (stored, store);
    }
  g_assert_cmpint (n_acknowledged, >, N_KILLS);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM pragma_integrity_check"
                                                " WHERE integrity_check <> 'ok'"),
                   ==, 0);
  g_test_message ("%d kills: %" G_GINT64_FORMAT
                  " edits acknowledged, all there, and %" G_GINT64_FORMAT
                  " that had been written but not acknowledged yet",
                  N_KILLS, n_acknowledged, n_ahead);
}

int
main (int argc, char **argv)
{
  if (argc == 5 && strcmp (argv[1], "--writer") == 0)
    return run_writer (argv[2], g_ascii_strtoll (argv[3], NULL, 10),
                       (guint32) g_ascii_strtoull (argv[4], NULL, 10));

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (readlink ("/proc/self/exe", program_path, sizeof program_path - 1), >, 0);
  store_test_add ("/store/kill", kill_in_the_middle);
  return g_test_run ();
}
