/* Files, read and written off the main loop. */
#pragma once

#include <gio/gio.h>

#include "dl-scenario.h"

G_BEGIN_DECLS

/* Read a scenario file, or a figure that carries one (PNG, SVG). */
void dl_load_scenario_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data);
/* @warnings (nullable): as dl_scenario_load. */
DlScenario *dl_load_scenario_finish (GAsyncResult *result, GStrv *warnings, GError **error);

/* Read the cabling of a machine. */
void dl_load_machine_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data);
/* Errors: those of dl_machine_load. */
DlMachine *dl_load_machine_finish (GAsyncResult *result, GError **error);

/* Write a copy of @scenario. */
void dl_save_scenario_async (const DlScenario *scenario, GFile *file, GAsyncReadyCallback callback,
                             gpointer user_data);
gboolean dl_save_scenario_finish (GAsyncResult *result, GError **error);

G_END_DECLS
