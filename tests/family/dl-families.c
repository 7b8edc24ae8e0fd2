/* The table of families with one more: what a third family adds to core/families. */
#include "dl-families.h"

#include "dl-mesh.h"

static const DlFamily *const families[] = {
  &dl_family_torus,
  &dl_family_dragonfly,
  &dl_family_fabric,
  &dl_family_mesh,
};

const DlFamily *const *
dl_families (guint *n_families)
{
  *n_families = G_N_ELEMENTS (families);
  return families;
}
