/* The network of a live picture, if it is of this family; else NULL. */
#pragma once

#include "dl-families.h"
#include "dl-live.h"

static inline DlNetwork *
picture_torus (const DlLivePicture *picture)
{
  return dl_torus_cast (picture->family, picture->shape);
}

static inline DlDragonfly *
picture_dragonfly (const DlLivePicture *picture)
{
  return dl_dragonfly_cast (picture->family, picture->shape);
}
