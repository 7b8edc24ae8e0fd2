/* The network of a live picture, if it is of this family; else NULL. */
#pragma once

#include "dl-families.h"
#include "dl-live.h"

static inline DlTorusNetwork *
picture_torus (const DlLivePicture *picture)
{
  return picture->family == &dl_family_torus ? picture->shape : NULL;
}

static inline DlDragonfly *
picture_dragonfly (const DlLivePicture *picture)
{
  return picture->family == &dl_family_dragonfly ? picture->shape : NULL;
}
