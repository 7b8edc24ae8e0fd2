/* Where there is no libFuzzer: run the target once over each file, and over all files of each
 * folder, given as arguments. */
#include "fuzz-target.h"

#include <stdio.h>
#include <stdlib.h>

static guint
run_file (const char *path)
{
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, &error))
    {
      g_printerr ("%s\n", error->message);
      exit (1);
    }
  LLVMFuzzerTestOneInput ((const guint8 *) data, size);
  return 1;
}

static guint
run_path (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;
  guint n_runs = 0;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return run_file (path);
  dir = g_dir_open (path, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      n_runs += run_path (child);
    }
  return n_runs;
}

int
main (int argc, char *argv[])
{
  guint n_runs = 0;

  for (int i = 1; i < argc; i++)
    n_runs += run_path (argv[i]);
  g_print ("%u runs\n", n_runs);
  /* An empty corpus is a mistake in the build files. */
  return n_runs > 0 ? 0 : 1;
}
