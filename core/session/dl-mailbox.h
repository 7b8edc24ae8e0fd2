/* The latest whole state from one thread to another: three slots of which the writer has one, the
 * reader one, and the third goes to and fro. Neither ever waits, and nothing is allocated. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gpointer slots[3]; /* the owner's, all alike */
  guint writing;     /* the slot the writer has */
  guint reading;     /* the slot the reader has */
  gint between;      /* atomic: the third slot, with DL_MAILBOX_FRESH if it was not read yet */
} DlMailbox;

#define DL_MAILBOX_FRESH 4

static inline void
dl_mailbox_init (DlMailbox *mailbox, gpointer a, gpointer b, gpointer c)
{
  *mailbox = (DlMailbox) { .slots = { a, b, c }, .writing = 0, .reading = 1, .between = 2 };
}

/* What the writer may fill; it holds some older state. */
static inline gpointer
dl_mailbox_writable (const DlMailbox *mailbox)
{
  return mailbox->slots[mailbox->writing];
}

/* Hand over what was filled. One that was not fetched meanwhile is lost. */
static inline void
dl_mailbox_post (DlMailbox *mailbox)
{
  gint before = g_atomic_int_get (&mailbox->between);

  while (!g_atomic_int_compare_and_exchange (&mailbox->between, before,
                                             (gint) mailbox->writing | DL_MAILBOX_FRESH))
    before = g_atomic_int_get (&mailbox->between);
  mailbox->writing = before & ~DL_MAILBOX_FRESH;
}

/* The latest state, valid until the next call; NULL if there is none that is newer than the one
 * fetched last. */
static inline gconstpointer
dl_mailbox_fetch (DlMailbox *mailbox)
{
  gint before = g_atomic_int_get (&mailbox->between);

  do
    {
      if (!(before & DL_MAILBOX_FRESH))
        return NULL;
      if (g_atomic_int_compare_and_exchange (&mailbox->between, before, (gint) mailbox->reading))
        break;
      before = g_atomic_int_get (&mailbox->between);
    }
  while (TRUE);
  mailbox->reading = before & ~DL_MAILBOX_FRESH;
  return mailbox->slots[mailbox->reading];
}

G_END_DECLS
