#pragma once

namespace tkl::cli {

/// Bytes of physical memory that could be used now without swapping; 0 if unknown.
double available_memory();

/// The most physical memory this process has used so far, in MB (10^6 bytes).
double peak_memory_mb();

}  // namespace tkl::cli
