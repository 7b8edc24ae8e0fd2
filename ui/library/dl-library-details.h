/* Library details of one scenario: tags, a note, sweeps and runs. */
#pragma once

#include "dl-library.h"
#include "dl-results-view.h"

G_BEGIN_DECLS

#define DL_TYPE_LIBRARY_DETAILS (dl_library_details_get_type ())
/* Activates what DlResultsView does, library.open with the scenario, and library.filter-tag with a
 * tag. */
G_DECLARE_FINAL_TYPE (DlLibraryDetails, dl_library_details, DL, LIBRARY_DETAILS, GtkWidget)

/* NULL: none; typed text is kept first. */
void dl_library_details_set_library (DlLibraryDetails *self, DlLibrary *library);
/* @item NULL: nothing is shown. One of the same scenario as before leaves text being read or typed
 * alone. */
void dl_library_details_set_item (DlLibraryDetails *self, DlLibraryItem *item);

G_END_DECLS
