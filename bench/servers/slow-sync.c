/* Makes every fsync and fdatasync take BENCH_SYNC_US microseconds longer, as on a disk that really writes.
   Loaded before the C library by LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int slowly(const char *name, int file) {
  const char *text = getenv("BENCH_SYNC_US");
  int (*sync_file)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  if (text != NULL) usleep((useconds_t)atoi(text));
  return sync_file(file);
}

int fsync(int file) { return slowly("fsync", file); }
int fdatasync(int file) { return slowly("fdatasync", file); }
