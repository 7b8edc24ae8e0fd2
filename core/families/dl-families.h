/* All families of networks, for what is theirs. */
#pragma once

#include "dl-aries-machine.h"
#include "dl-counters-cascade.h"
#include "dl-counters-torus.h"
#include "dl-dragonfly-edits.h"
#include "dl-engine.h"
#include "dl-fabric-scenario.h"
#include "dl-field.h"
#include "dl-routes.h"
#include "dl-seastar-model.h"
#include "dl-torus-edits.h"
#include "dl-vc-policy.h"

G_BEGIN_DECLS

/* @own, which is what @family has of a network, a result or a run: NULL unless it is a torus', a
 * dragonfly's or a fabric's. For the families' own files. */
static inline gpointer
dl_torus_cast (const DlFamily *family, gpointer own)
{
  return family == &dl_family_torus ? own : NULL;
}

static inline gpointer
dl_dragonfly_cast (const DlFamily *family, gpointer own)
{
  return family == &dl_family_dragonfly ? own : NULL;
}

static inline gpointer
dl_fabric_cast (const DlFamily *family, gpointer own)
{
  return family == &dl_family_fabric ? own : NULL;
}

G_END_DECLS
