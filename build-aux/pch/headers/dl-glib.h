/* What nearly all files include, compiled once: up to half of the time that compiling one
 * of them takes. Files include what they use all the same. */
#include <gio/gio.h>
