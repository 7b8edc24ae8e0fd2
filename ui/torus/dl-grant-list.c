#include "dl-grant-list.h"

#include "dl-inside-text.h"

#include <glib/gi18n-lib.h>

/* What the rows are of. */
typedef struct
{
  DlSeastarInside inside;
  DlNetwork *network;
} Source;

static void
source_clear (gpointer data)
{
  dl_network_unref (((Source *) data)->network);
}

static void
source_unref (gpointer source)
{
  g_rc_box_release_full (source, source_clear);
}

DlRows *
dl_grant_list_new (void)
{
  return dl_rows_new (g_rc_box_acquire, source_unref);
}

void
dl_grant_list_set (DlRows *self, const DlSeastarInside *inside, DlNetwork *network)
{
  Source *source;

  if (inside == NULL)
    {
      dl_rows_set (self, NULL, NULL, 0);
      return;
    }
  source = g_rc_box_new (Source);
  source->inside = *inside;
  source->network = dl_network_ref (network);
  dl_rows_set (self, source, NULL, inside->n_kept);
  source_unref (source);
}

const DlSeastarInside *
dl_grant_list_get (DlRows *self)
{
  const Source *source = dl_rows_get_source (self);
  return source != NULL ? &source->inside : NULL;
}

/* Columns -------------------------------------------------------------------------------------- */

static const DlSeastarGrant *
grant_of (gconstpointer source, guint index)
{
  return &((const Source *) source)->inside.grants[index];
}

static double
get_cycle (gconstpointer source, guint index)
{
  return grant_of (source, index)->cycle;
}

static double
get_output (gconstpointer source, guint index)
{
  return grant_of (source, index)->output;
}

static char *
output_text (gconstpointer source, guint index)
{
  return g_strdup (dl_inside_port_name (grant_of (source, index)->output));
}

static double
get_winner (gconstpointer source, guint index)
{
  return grant_of (source, index)->winner;
}

static char *
winner_text (gconstpointer source, guint index)
{
  return dl_inside_queue_name (grant_of (source, index)->winner);
}

static char *
packet_text (gconstpointer source, guint index)
{
  return dl_inside_packet_name (((const Source *) source)->network,
                                &grant_of (source, index)->packet);
}

static double
get_rivals (gconstpointer source, guint index)
{
  return __builtin_popcount (grant_of (source, index)->candidates);
}

static char *
reason_text (gconstpointer source, guint index)
{
  return dl_inside_reason (&((const Source *) source)->inside, grant_of (source, index));
}

GtkWidget *
dl_grant_list_new_view (DlRows *self)
{
  static const DlTableColumn columns[] = {
    { NULL, N_ ("Cycle"), DL_COLUMN_REAL, .value = get_cycle, .min_chars = 7 },
    { NULL, N_ ("Output"), .value = get_output, .text = output_text, .min_chars = 8 },
    { NULL, N_ ("Winner"), .value = get_winner, .text = winner_text, .min_chars = 8 },
    /* Translators: how many packets competed. */
    { NULL, N_ ("Of"), DL_COLUMN_REAL, .value = get_rivals, .min_chars = 2 },
    { NULL, N_ ("Why"), .text = reason_text, .min_chars = 18, .nat_chars = 42 },
    { NULL, N_ ("Packet"), .text = packet_text, .min_chars = 10, .nat_chars = 24 },
  };

  return dl_rows_new_view (self, columns, G_N_ELEMENTS (columns), _ ("The last grants"));
}
