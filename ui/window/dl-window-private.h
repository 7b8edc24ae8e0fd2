/* Internals of the main window: dl-window.c and the files named below. */
#pragma once

#include "dl-window.h"

#include "dl-banner.h"
#include "dl-evidence-pages.h"
#include "dl-goto-box.h"
#include "dl-history-strip.h"
#include "dl-lesson-pointer.h"
#include "dl-map-zoomer.h"
#include "dl-results-bar.h"
#include "dl-shell.h"
#include "dl-side-layout.h"
#include "dl-timeline.h"
#include "dl-verdict-pane.h"

G_BEGIN_DECLS

struct _DlWindow
{
  GtkApplicationWindow parent;
  DlSession *session;
  DlView *view;
  GSettings *settings; /* nullable */
  char *lesson;        /* the title of the one whose network is open; nullable */
  guint thumbnail_timeout;
  gulong quitting;          /* the handler that quits when the library is written; 0: none */
  GtkWindow *quit_question; /* while it is asked; weak */
  gboolean ending;          /* the user cannot be asked any more (dl_window_end_all) */

  DlBanner *save_banner;
  DlBanner *message_banner;
  char *keep_problem;       /* of a run that is not kept, as last told; nullable */
  DlBanner *library_banner; /* the library now is another file */
  DlVerdictBanner *verdict_banner;
  GtkWidget *undo_button;
  GtkWidget *redo_button;
  GtkButton *run_button;
  GtkMenuButton *speed_button;
  GtkMenuButton *menu_button;
  GtkToggleButton *packets_button; /* of the view that shows packets; NULL: there is none */
  GtkLabel *title_label;
  GtkLabel *subtitle_label;
  DlSideLayout *side; /* where that is: */
  GtkRevealer *configuration_revealer;
  gboolean shown_beside; /* it was shown before the window became narrow */
  GtkStack *panels;      /* by the names of families */
  GtkWidget *view_bar;   /* a button for each view of the family */
  GtkWidget *sort_button;
  GPtrArray *tools; /* by dl_family_tool */
  DlZoomBox *zoom_box;
  DlTimeline *timeline;
  const DlFamily *family;          /* that is shown */
  const DlMetric *awaited_metric;  /* to go to when there is data for it; */
  const DlMetric *standin_metric;  /* the metric shown until then; */
  const DlFamily *awaiting_family; /* both are of; NULL: none is awaited */
  DlLiveState live_state;          /* the simulation's, when it was told of last */
  gboolean turned;                 /* to the simulation, once in this scenario */
  GtkWidget *centre;
  GtkWidget *stage, *banners; /* all that is between the bars, and the cards over it */
  GtkWidget *state_bar;       /* which state is shown; before it: */
  GtkWidget *slices;
  DlGotoBox *goto_box;
  GtkDropDown *metric_dropdown;
  GtkStack *views;
  DlAnalysisBox *analysis_box; /* over them */
  DlLessonRing *ring;
  GtkWidget *legend;
  GtkLabel *details, *details_rest; /* two lines */
  gboolean is_simulated;            /* there was a picture of the simulation, the last time */
  GtkPaned *split;                  /* the centre, and the pages */
  int split_width;                  /* it had when its divider was seen last */
  guint split_idle;                 /* until the divider is where it was left */
  gboolean presented;               /* in large type, or not yet back from that */
  int own_page_width;               /* before that; 0: no page was shown */
  guint width_tick;                 /* brings that back */
  guint width_frames, still_frames; /* it has seen, and those in a row that were as wide */
  DlEvidencePages *evidence;
  DlResultsBar *results;
  DlHistoryBar *history;
  GMenu *page_menu;
  GMenu *view_menu;
  GMenu *rest_views;
  GMenu *toys_menu;
  DlBanner *toy_banner;
};

/* The details of the place under the pointer, or selected: dl-window-details.c. */
void dl_window_update_details (DlWindow *self);
void dl_window_follow_details (DlWindow *self);
/* F6 and Shift+F6, the keyboard from pane to pane: dl-window-pages.c. */
void dl_window_add_panes (DlWindow *self);
/* Messages that stay, and where they lie: dl-window-banners.c. */
void dl_window_add_banners (DlWindow *self);
void dl_window_follow_banners (DlWindow *self);
/* Colors of maps: dl-window-colors.c. */
void dl_window_add_metrics (DlWindow *self);
/* The drop-down's quantities are those of the family. */
void dl_window_fill_metrics (DlWindow *self);
/* Metrics used last, family by family. */
void dl_window_restore_metrics (DlWindow *self);
/* Show an analyzed metric while the chosen one's simulation or counters are missing, or while its
 * values are the same for all links. */
void dl_window_settle_metric (DlWindow *self);
/* Parts of each kind of network: dl-window-pages.c. */
void dl_window_add_views (DlWindow *self);
/* NULL where nothing is remembered: views that a lesson turns to are not the state the user left.
 */
GSettings *dl_window_get_memory (DlWindow *self);
/* Remember how networks of this family are shown: "view" or "metric". */
void dl_window_keep (DlWindow *self, const char *setting, const char *value);
/* The remembered setting of @family; free with g_free. */
char *dl_window_kept (DlWindow *self, const DlFamily *family, const char *setting);
void dl_window_add_kind_actions (DlWindow *self);
/* Show what belongs to the kind of network that the scenario has. */
void dl_window_follow_kind (DlWindow *self);
/* A view of the family, by its name in dl_features; any other is the default. Returns the name of
 * the one that is shown. */
const char *dl_window_show_view (DlWindow *self, const char *name);
/* Only where the view shows one group of many. */
void dl_window_show_tools (DlWindow *self);
/* The buttons of views are as wide as they are in bold type. */
void dl_window_reserve_bold (DlWindow *self);
/* The pages on the right, and the divider beside them: dl-window-pages.c. */
void dl_window_add_page_actions (DlWindow *self);
/* Give the page the width that the settings have, and keep what the user makes of it there. */
void dl_window_restore_divider (DlWindow *self);

G_END_DECLS
