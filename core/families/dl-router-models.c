/* The table of router models: one more is a line here. */
#include "dl-families.h"

/* To add a model of a router: a folder in core/ with a DlRouterModel, as core/seastar, its line
 * here and in core/meson.build, its library in this folder's meson.build and its header in
 * dl-families.h, its level in build-aux/check-includes. Its plan asks the family what is sent
 * (DlFamily.sends) and where packets may go on (DlFamily.next), or knows one family. */
static const DlRouterModel *const models[] = {
  &dl_router_model_seastar,
  &dl_router_model_aries,
  &dl_router_model_input_queued,
};

const DlRouterModel *const *
dl_router_models (guint *n_models)
{
  *n_models = G_N_ELEMENTS (models);
  return models;
}
