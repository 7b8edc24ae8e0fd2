/* The table of families: one more is a line here. */
#include "dl-families.h"

/* To add a family of networks: a folder in core/ with a DlFamily, its line here and in
 * core/meson.build, its name in build-aux/check-includes and build-aux/check-families.
 * Begin with a copy of tests/family/dl-mesh.c, whose row begins with DL_FAMILY_GENERAL (in
 * dl-family-general.h): keys, how the network is built, and where a packet may go on are enough to
 * analyze, break, explain, simulate, sweep, draw and teach it. What it has beyond that is a row in
 * one of four tables, and files with its name: on the command line cli-families.c (else
 * cli-plain.c), on paper dl-figure-family.c, in the window dl-view-families.c (else
 * dl-view-plain.c) and, with a folder in ui/ for its views, pages and panel, dl-family-rooms.c. */
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
