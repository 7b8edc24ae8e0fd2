/* A search that a person starts: what it does, a button, progress with Cancel, and its result,
 * which is marked once the scenario is another. */
#pragma once

#include <gtk/gtk.h>

#include "dl-job.h"
#include "dl-session.h"

G_BEGIN_DECLS

#define DL_TYPE_SEARCH_BOX (dl_search_box_get_type ())
G_DECLARE_FINAL_TYPE (DlSearchBox, dl_search_box, DL, SEARCH_BOX, GtkWidget)

/* A kind of search; constant. */
typedef struct
{
  const char *title;          /* translatable, as all texts here */
  const char *text;           /* its effect, in a sentence, with its section */
  const char *button;         /* with a mnemonic */
  const char *tooltip;        /* of the button */
  const char *const *ignored; /* NULL-terminated: keys of [torus] that may change without the result
                                 being for an earlier state: the keys that it proposes */
  /* On another thread; NULL if canceled. */
  gpointer (*func) (const DlScenario *scenario, DlTorusNetwork *network, const DlDemand *demand,
                    DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable);
  /* Why it cannot be done for @scenario, translated; NULL if it can. Nullable. */
  const char *(*refuse) (const DlScenario *scenario);
  GDestroyNotify result_free;
  /* A new result, for the scenario @searched. */
  void (*show) (gconstpointer result, const DlScenario *searched, gpointer user_data);
  /* The session's scenario changed in one of @ignored, or back. */
  void (*update) (gconstpointer result, const DlScenario *searched, gpointer user_data);
} DlSearch;

/* @user_data is not used any more once the box is disposed of. */
GtkWidget *dl_search_box_new (DlSession *session, const DlSearch *search, gpointer user_data);
/* Where the result goes: shown once there is one, insensitive while it is for an earlier state. */
GtkBox *dl_search_box_get_content (DlSearchBox *self);
/* Start, or restart. */
void dl_search_box_start (DlSearchBox *self);
void dl_search_box_cancel (DlSearchBox *self);
gboolean dl_search_box_is_running (DlSearchBox *self);
/* Bring the keyboard to where it restarts: when what had it goes away. */
void dl_search_box_focus (DlSearchBox *self);
/* NULL if there is none yet. */
gconstpointer dl_search_box_get_result (DlSearchBox *self);
/* The result is for an earlier state. */
gboolean dl_search_box_is_stale (DlSearchBox *self);

G_END_DECLS
