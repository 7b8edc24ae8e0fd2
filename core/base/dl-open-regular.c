#include "dl-open-regular.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

int
dl_open_regular (const char *path)
{
  const int fd = g_open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0);
  struct stat info;
  int number = 0;

  if (fd < 0)
    return -1;
  if (fstat (fd, &info) != 0)
    number = errno;
  else if (!S_ISREG (info.st_mode))
    number = S_ISDIR (info.st_mode) ? EISDIR : EINVAL;
  if (number == 0)
    return fd;
  close (fd);
  errno = number;
  return -1;
}

gsize
dl_read_head (const char *path, char *head, gsize size)
{
  const int fd = dl_open_regular (path);
  gsize length = 0;

  while (fd >= 0 && length < size)
    {
      const ssize_t n = read (fd, head + length, size - length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      length += (gsize) n;
    }
  if (fd >= 0)
    close (fd);
  return length;
}
