/* The table of router models: one more is a line here. */
#include "dl-router-model.h"

/* To add a model of a router: a folder in core/ that defines a DlRouterModel, as core/loggops, and
 * adds itself to families_deps; its line in core/meson.build above families, its library among
 * library_objects (core/api/meson.build), its keys in data/dateline-scenario.5, and its name here.
 * The input-queued router's is with dl-router-model.c. Its plan asks the family for the
 * traffic (DlFamily.sends) and the next hops of packets (DlFamily.next), or knows one family. */
extern const DlRouterModel dl_router_model_seastar, dl_router_model_aries, dl_router_model_loggops;

static const DlRouterModel *const models[] = {
  &dl_router_model_seastar,
  &dl_router_model_aries,
  &dl_router_model_input_queued,
  &dl_router_model_loggops,
};

const DlRouterModel *const *
dl_router_models (guint *n_models)
{
  *n_models = G_N_ELEMENTS (models);
  return models;
}
