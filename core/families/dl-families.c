/* The table of families: one more is a line here. */
#include "dl-families.h"

static const DlFamily *const families[] = {
  &dl_family_torus,
  &dl_family_dragonfly,
  &dl_family_fabric,
};

const DlFamily *const *
dl_families (guint *n_families)
{
  *n_families = G_N_ELEMENTS (families);
  return families;
}
