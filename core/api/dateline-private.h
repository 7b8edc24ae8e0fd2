/* The inside of the library's objects, for its own files. */
#pragma once

#include "dateline-simulation.h"
#include "dateline-sweep.h"
#include "dl-booksim.h"
#include "dl-edit.h"
#include "dl-measure.h"
#include "dl-sweep-work.h"
#include "dl-table.h"
#include "dl-tape.h"

G_BEGIN_DECLS

/* Hands @inner on as an error of the library, with its message; errors of the system stay as they
 * are. Takes @inner, nullable. Always FALSE. */
gboolean dl_api_take_error (GError **error, GError *inner);
/* Ends @task with @object, or where that is NULL with @error; takes either. */
void dl_api_answer (GTask *task, gpointer object, GError *error);
/* Returns FALSE with an error unless @index is less than @n; @what: "link". */
gboolean dl_api_check_index (const char *what, gsize index, gsize n, GError **error);

/* @data, of @shape (n), is kept by @owner, which is let go by @unref with the array. */
DatelineArray *dl_api_array_new_of (gconstpointer data, DatelineElement element, const gsize *shape,
                                    guint n_dimensions, gpointer owner, GDestroyNotify unref);
/* One dimension; takes @data, to be freed with g_free. */
DatelineArray *dl_api_array_new_take (gpointer data, DatelineElement element, gsize length);

/* Takes @record. */
DatelineTable *dl_api_table_new_take (DlRecord *record);

/* NULL for NULL; takes @scenario. */
DatelineScenario *dl_api_scenario_new_take (DlScenario *scenario);
/* Borrowed. */
const DlScenario *dl_api_scenario_peek (DatelineScenario *self);
/* Borrowed; NULL with DATELINE_ERROR_NOT_FOUND. */
const DlField *dl_api_find_key (const char *key, GError **error);
/* Appends @assignments, with the contents of files that they name. */
gboolean dl_api_edits_parse (GPtrArray *edits, const char *const *assignments, GError **error);

/* Borrowed; NULL with DATELINE_ERROR_NOT_FOUND. */
const DlFamily *dl_api_find_kind (const char *kind, GError **error);

/* The simulation at its cycle, to be asked and moved by itself; free with dl_tape_free. NULL with
 * DATELINE_ERROR_BUSY. */
DlTape *dl_api_simulation_copy_tape (DatelineSimulation *self, GError **error);
/* All points, with the results of those that were run; NULL with an error for a sweep that there is
 * not. */
DlSweepPoints *dl_api_sweep_copy_points (DatelineSweep *self, GError **error);

/* The network of @net, of @family, as long as @owner lives, whose reference is taken and let go by
 * @unref. */
DatelineNetwork *dl_api_network_new_of (const DlFamily *family, const DlNet *net, gpointer owner,
                                        GDestroyNotify unref);

/* Borrowed; NULL with DATELINE_ERROR_NOT_FOUND. */
const DlBooksimCurve *dl_api_find_booksim (const char *curve, GError **error);

/* Borrowed; NULL with DATELINE_ERROR_NOT_FOUND. */
const DlMeasure *dl_api_find_measure (const char *id, const DlFamily *family, GError **error);
/* All of @values, of @family, that are @simulated or not. */
DatelineTable *dl_api_measures_table (const DlFamily *family, const DlSweepResult *values,
                                      gboolean simulated);

G_END_DECLS
