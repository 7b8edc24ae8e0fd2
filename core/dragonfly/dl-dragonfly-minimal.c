#include "dl-dragonfly-minimal.h"

#include <glib/gi18n-lib.h>

static const DlDragonflyMinimal nearest_exit = {
  .id = "nearest-exit",
  .title = N_ ("Nearest exit"),
  .description = N_ ("The blue links nearest to the packet in its own group, regardless of the "
                     "hops in the target group (assumed; Cascade paper 3 allows it)"),
  .counts_near = TRUE,
};
static const DlDragonflyMinimal direct = {
  .id = "direct",
  .title = N_ ("Any direct link"),
  .description = N_ ("All blue links between the two groups (assumed; Cascade paper 3 allows it)"),
};
static const DlDragonflyMinimal shortest = {
  .id = "shortest",
  .title = N_ ("Fewest hops"),
  .description = N_ ("The blue links with the fewest hops in total (assumed; in Cascade paper 3 "
                     "minimal paths may differ in hop count)"),
  .counts_near = TRUE,
  .counts_far = TRUE,
};

static const DlDragonflyMinimal *const minimals[] = { &nearest_exit, &direct, &shortest };

const DlDragonflyMinimal *const *
dl_dragonfly_minimals (guint *n_minimals)
{
  *n_minimals = G_N_ELEMENTS (minimals);
  return minimals;
}

const DlDragonflyMinimal *
dl_dragonfly_minimal_default (void)
{
  return minimals[0];
}
