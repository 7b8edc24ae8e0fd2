/* Facts on a place, as the details line, tooltips and screen readers tell them: the quantity that
 * maps color first, then the place, then the rest. */
#pragma once

#include "dl-metric.h"
#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  char *value;        /* "Channel load 2,880 packets", or the text in its place; NULL: none */
  const char *origin; /* "analyzed", "simulated" or "measured", translated; NULL: no number */
  char *name;         /* "X+ of (3,2,4) → (4,2,4)" */
  GString *rest; /* "VC0 1,536 · VC1 1,344 · load 2,880"; empty where nothing else is known */
} DlPlaceText;

/* @name is taken. Clear with dl_place_text_clear. */
void dl_place_text_init (DlPlaceText *text, char *name);
void dl_place_text_clear (DlPlaceText *text);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlPlaceText, dl_place_text_clear)

/* @value of the place, as maps that show @metric color it. */
void dl_place_text_set_value (DlPlaceText *text, const DlMetric *metric, double value);
/* Words on @metric in place of a value: of A and B, say. @words is taken. */
void dl_place_text_set_words (DlPlaceText *text, const DlMetric *metric, char *words);
/* " · " and another part of the rest. */
void dl_place_text_add (DlPlaceText *text, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* The same of another metric, with its title. */
void dl_place_text_add_value (DlPlaceText *text, const DlMetric *metric, double value);
/* Add the simulation's values of @link in @input, but for the metric that is @shown: load, stalls,
 * occupancy and, where it has each virtual channel's, their flits and buffers. */
void dl_place_text_add_simulated (DlPlaceText *text, const DlMetricInput *input, guint link,
                                  const DlMetric *shown);

/* Two lines: "VC balance 0.067, analyzed · X+ of (3,2,4) → (4,2,4)" and the rest. Free with g_free.
 */
char *dl_place_text_to_string (const DlPlaceText *text);
/* The first of them. */
char *dl_place_text_first_line (const DlPlaceText *text);

/* Old is never shown as new: widgets that show the session's result are dimmed while it is of an
 * earlier state of the scenario, and invisible while there is none of the scenario. */

typedef enum
{
  DL_STANDING_DIMS, /* words of its own stand in @widget where there is no result */
  DL_STANDING_HIDES /* its place stays empty then */
} DlStandingStyle;

/* @widget shows the result of @session, as long as it lives. */
void dl_standing_follow (GtkWidget *widget, DlSession *session, DlStandingStyle way);

G_END_DECLS
