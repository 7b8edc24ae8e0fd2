/* How often to try something random: less often under the sanitizers, which make everything several
 * times slower. */
#pragma once

/* As clang says it. */
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TEST_SANITIZED 1
#endif
#endif

#if defined(TEST_SANITIZED) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef TEST_SANITIZED
#define TEST_SANITIZED 1
#define TEST_ROUNDS(n) (((n) + 5) / 6)
#else
#define TEST_SANITIZED 0
#define TEST_ROUNDS(n) (n)
#endif
