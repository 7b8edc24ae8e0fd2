/* Old is never shown as new: widgets that show the session's result are dimmed while it is of an
 * earlier state of the scenario, and invisible while there is none of the scenario. */
#pragma once

#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  DL_STANDING_DIMS, /* words of its own stand in @widget where there is no result */
  DL_STANDING_HIDES /* its place stays empty then */
} DlStandingWay;

/* @widget looks like what it shows is. */
void dl_standing_show (GtkWidget *widget, DlStanding standing);
/* @widget shows the result of @session, as long as it lives. */
void dl_standing_follow (GtkWidget *widget, DlSession *session, DlStandingWay way);

G_END_DECLS
