/* What nearly all files of the window include, compiled once: two thirds of the time that
 * compiling one of them takes. Files include what they use all the same. */
#include <gtk/gtk.h>
