/* A function without a stack protector, which all others have (meson.build): each hop of a packet
 * takes it, where a guard is measured to cost more than 1% of a run. Nothing that it reads came
 * unchecked from a file. */
#pragma once

#if defined(__has_attribute)
#if __has_attribute(no_stack_protector)
#define DL_UNGUARDED __attribute__ ((no_stack_protector))
#endif
#endif
#ifndef DL_UNGUARDED
#define DL_UNGUARDED
#endif
