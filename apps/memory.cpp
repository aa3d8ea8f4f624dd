#include "memory.hpp"

#include <fstream>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace tkl::cli {

double available_memory() {
  std::ifstream in("/proc/meminfo");
  std::string word;
  while (in >> word) {
    double kilobytes = 0.0;
    if (word == "MemAvailable:" && in >> kilobytes) return 1024.0 * kilobytes;
  }
#ifdef _SC_AVPHYS_PAGES
  const long pages = sysconf(_SC_AVPHYS_PAGES);
  const long size = sysconf(_SC_PAGESIZE);
  if (pages > 0 && size > 0) return static_cast<double>(pages) * static_cast<double>(size);
#endif
  return 0.0;
}

double peak_memory_mb() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0.0;
#ifdef __APPLE__
  return static_cast<double>(usage.ru_maxrss) / 1e6;
#else
  return 1024.0 * static_cast<double>(usage.ru_maxrss) / 1e6;
#endif
}

}  // namespace tkl::cli
