#pragma once

/// The whole public interface of tkl. The path through it:
///
///   read_table → to_dataset → fit → Model → predict, save_model

#include "tkl/calibration.hpp"
#include "tkl/cross_validate.hpp"
#include "tkl/dataset.hpp"
#include "tkl/dataset_on_disk.hpp"
#include "tkl/error.hpp"
#include "tkl/fit.hpp"
#include "tkl/generate.hpp"
#include "tkl/kernel_list.hpp"
#include "tkl/learn.hpp"
#include "tkl/metrics.hpp"
#include "tkl/model.hpp"
#include "tkl/polynomial.hpp"
#include "tkl/report.hpp"
#include "tkl/select.hpp"
#include "tkl/svm.hpp"
#include "tkl/table.hpp"
#include "tkl/tessellated.hpp"
#include "tkl/version.hpp"
#include "tkl/write_file.hpp"
