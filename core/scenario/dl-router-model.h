/* A model of a router: what the keys of one state, and how a network of them is simulated. Whoever
 * stands above the models asks this row and never which one it is. */
#pragma once

#include "dl-machine-run.h"
#include "dl-scenario.h"

#include <gio/gio.h>

G_BEGIN_DECLS

struct _DlRouterModel
{
  const char *id;          /* as router.model has it */
  const char *title;       /* translatable */
  const char *description; /* one line, translatable */
  const DlFamily *family;  /* the only family that it routes; NULL: all families */
  guint most_flits;        /* of a packet; 0: as many as traffic.packet-flits may be */
  gboolean sends_self;     /* packets may go to their own node (traffic.self) */

  /* Keys of its own, of [router] or of a group with its name, which comes after that; the last
   * without a group. Their values are in options of its own or, where it has none, in the
   * scenario. */
  const DlField *fields; /* nullable */
  gsize options_size;    /* 0: none */
  const char *const
      *shares; /* (nullable) keys of another model that it reads, too, NULL at the end */
  /* After the family's, of a scenario whose model it is. Nullable. Errors: as dl_scenario_check. */
  gboolean (*check) (const DlScenario *scenario, const DlField **field, GError **error);
  /* (nullable) Title of a step that sets @field, one of these, to @value, translated; NULL: by
   * their titles. */
  char *(*label) (const DlField *field, const char *value);
  /* (nullable) Unit of the offered load, untranslated (N_); NULL: flits/node/cycle. */
  const char *(*load_unit) (const DlScenario *scenario);

  /* Implements dl_scenario_plan; @routes are @scenario's. */
  DlMachinePlan *(*plan) (const DlScenario *scenario, guint64 seed, gpointer routes,
                          GError **error);
  /* (nullable) What a run counts that only this router does: an object that begins with a DlShared.
   * @end and @warmup: the states at these times. */
  gpointer (*count_run) (const DlMachineRun *run, const DlMachineState *end,
                         const DlMachineState *warmup);
  /* Payload of these counts (nullable where they have none) that was delivered after the
   * warm-up, GB/s per node that sends; NAN: no time belongs to a cycle. */
  double (*bandwidth_GBps) (gconstpointer counts);
};

/* The textbooks' router (Dally & Towles 2004): any family has it. */
extern const DlRouterModel dl_router_model_input_queued;

/* All models, a machine's own before those of all families (core/families). */
const DlRouterModel *const *dl_router_models (guint *n_models);
/* Index of @model in dl_router_models. */
guint dl_router_model_index (const DlRouterModel *model);
/* Can it route networks of @family? */
gboolean dl_router_model_routes (const DlRouterModel *model, const DlFamily *family);
/* The first that can, which is a scenario's if it states none. */
const DlRouterModel *dl_router_model_of_family (const DlFamily *family);

/* The model by which @scenario is simulated. */
const DlRouterModel *dl_scenario_router (const DlScenario *scenario);
/* Options with @model's keys. The same address as long as @scenario lives. */
gpointer dl_scenario_router_options (const DlScenario *scenario, const DlRouterModel *model);
/* Do its packets count in bytes and ns by keys of the input-queued router? Programs of messages do,
 * by that router; steps of others have the machine's own packets. */
gboolean dl_scenario_takes_units (const DlScenario *scenario);
/* Lengths of the packets that sources draw; none in a program, whose messages make packets. */
DlPacketLengths dl_scenario_packet_lengths (const DlScenario *scenario);
double dl_scenario_mean_flits (const DlScenario *scenario);
/* Packets of a program of messages: all flits are payload. */
DlPacketShape dl_scenario_packet_shape (const DlScenario *scenario);
/* Unit of its offered load, untranslated; NULL: flits/node/cycle. */
const char *dl_scenario_load_unit (const DlScenario *scenario);
/* Plan of a run with @seed. @routes: nullable, of a scenario with the same
 * (dl_scenario_same_routes). Errors: those of DlFamily.route; DL_SIM_ERROR;
 * DL_SCENARIO_ERROR_CONFLICT for a program without a length of messages. */
DlMachinePlan *dl_scenario_plan (const DlScenario *scenario, guint64 seed, gpointer routes,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
