/* The library: scenarios with their history, kept in SQLite, the same file as the window's. */
#pragma once

#include "dateline-scenario.h"

G_BEGIN_DECLS

#define DATELINE_TYPE_LIBRARY (dateline_library_get_type ())
G_DECLARE_FINAL_TYPE (DatelineLibrary, dateline_library, DATELINE, LIBRARY, GObject)

DatelineLibrary *dateline_library_open (const char *file_name, GError **error);
void dateline_library_close (DatelineLibrary *self);
DatelineTable *dateline_library_list (DatelineLibrary *self, const char *words, GError **error);
DatelineScenario *dateline_library_load (DatelineLibrary *self, const char *name, GError **error);
gboolean dateline_library_save (DatelineLibrary *self, DatelineScenario *scenario, GError **error);
gboolean dateline_library_remove (DatelineLibrary *self, const char *name, GError **error);

G_END_DECLS
