/* How often to try something random: a fourth as often as with -m thorough, and less often under
 * the sanitizers, which make everything several times slower. */
#pragma once

#include <glib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_SANITIZED 1
#define TEST_ROUNDS(n) (((n) + 5) / 6)
#else
#define TEST_SANITIZED 0
#define TEST_ROUNDS(n) (g_test_thorough () ? (n) : ((n) + 3) / 4)
#endif
