/* Channels of a network as files call them. */
#pragma once

#include "dl-family.h"

static inline char *
channel_name (const DlFamily *family, gconstpointer shape, guint channel)
{
  DlNet net;

  net = *dl_shape_net (shape);
  return dl_family_channel_name (family, &net, channel);
}
