/* The function that libFuzzer calls, or fuzz-main.c where there is none. */
#pragma once

#include <glib.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);
