/* States that are handed over whole, the latest one, between threads that do not wait. */
#include "dl-live-worker.h"

#define N_STATES 300000
#define N_WORDS  64

typedef struct
{
  guint words[N_WORDS]; /* all the same */
} State;

static void
test_order (void)
{
  gint states[3] = { 0 };
  DlMailbox mailbox;

  dl_mailbox_init (&mailbox, &states[0], &states[1], &states[2]);
  g_assert_null (dl_mailbox_fetch (&mailbox));
  *(gint *) dl_mailbox_writable (&mailbox) = 1;
  dl_mailbox_post (&mailbox);
  *(gint *) dl_mailbox_writable (&mailbox) = 2;
  dl_mailbox_post (&mailbox);
  const gint *got = dl_mailbox_fetch (&mailbox);
  g_assert_cmpint (*got, ==, 2);
  g_assert_null (dl_mailbox_fetch (&mailbox));

  /* The slot being read is not written. */
  for (gint i = 3; i < 10; i++)
    {
      g_assert_true (dl_mailbox_writable (&mailbox) != got);
      *(gint *) dl_mailbox_writable (&mailbox) = i;
      dl_mailbox_post (&mailbox);
    }
  g_assert_cmpint (*got, ==, 2);
  got = dl_mailbox_fetch (&mailbox);
  g_assert_cmpint (*got, ==, 9);
}

static gpointer
write_states (gpointer data)
{
  DlMailbox *mailbox = data;

  for (guint i = 1; i <= N_STATES; i++)
    {
      State *state = dl_mailbox_writable (mailbox);
      for (guint w = 0; w < N_WORDS; w++)
        state->words[w] = i;
      dl_mailbox_post (mailbox);
    }
  return NULL;
}

static void
test_threads (void)
{
  State states[3] = { 0 };
  DlMailbox mailbox;
  guint last = 0, seen = 0;

  dl_mailbox_init (&mailbox, &states[0], &states[1], &states[2]);
  GThread *writer = g_thread_new ("writer", write_states, &mailbox);
  while (last < N_STATES)
    {
      const State *state = dl_mailbox_fetch (&mailbox);
      if (state == NULL)
        continue;
      for (guint w = 0; w < N_WORDS; w++)
        g_assert_cmpuint (state->words[w], ==, state->words[0]);
      g_assert_cmpuint (state->words[0], >, last);
      last = state->words[0];
      seen++;
    }
  g_thread_join (writer);
  g_test_message ("%u of %u states were seen", seen, N_STATES);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mailbox/order", test_order);
  g_test_add_func ("/mailbox/threads", test_threads);
  return g_test_run ();
}
