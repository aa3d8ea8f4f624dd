#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "tkl/dataset_on_disk.hpp"
#include "tkl/family.hpp"
#include "tkl/kernel_list.hpp"
#include "tkl/learn.hpp"
#include "tkl/loss.hpp"
#include "tkl/model.hpp"
#include "tkl/team.hpp"
#include "tkl/tessellated.hpp"

namespace tkl {

/// How several classes are told apart by machines that know two sides only.
enum class Multiclass {
  one_vs_one,  ///< each pair of classes
  one_vs_rest  ///< each class against all others
};

/// Everything a fit can be told. The defaults give a sensible model for most data.
struct FitOptions {
  bool warp = false;           ///< draw out the crowded ends of skewed features, see FeatureScaler
  Axes axes = Axes::features;  ///< along which the kernel sees the features, see FeatureScaler
  /// Features that may be names: the kernel sees their levels, too, see FeatureScaler.
  std::vector<Code> codes{};
  Family family = Family::tessellated;
  int degree = 1;            ///< of tessellated, reflected and polynomial families
  Basis basis = Basis::x;    ///< of the tessellated family
  double bound = 0.5;        ///< box [-bound, 1+bound]^n of tessellated and reflected
  Vector bounds{};           ///< instead of bound: for each feature or axis, then each code
  std::optional<Box> box{};  ///< instead of both: the box itself, in scaled units
  double width = 0.5;        ///< of gaussian and matern, in units of √n
  Vector widths{};           ///< instead of width: for each feature or axis, then each code
  std::vector<FixedKernel> kernels{};  ///< of the list family
  double tau = 1e-3;                   ///< P ⪰ τI; 1 keeps P at the identity
  Multiclass multiclass = Multiclass::one_vs_one;
  bool shared_kernel = false;  ///< one P for all machines of several classes, not one for each

  double cost = 10.0;  ///< C, in units of the normalised kernel
  Loss loss = Loss::linear;
  double tube = 0.05;  ///< ε of regression, in standard deviations of the target

  /// The paper's setting: tube and cost in the target's own units.
  bool raw_target = false;
  /// The paper's setting: Lebesgue measure, no scaling of basis functions, C in raw units.
  bool raw_kernel = false;

  /// Bytes that the fit may use; planned before anything is allocated. If the kernel matrix does
  /// not fit, its entries are computed when needed, which takes longer. 0: no limit.
  double memory_limit = 0.0;

  /// How many points f may be made of everywhere (docs/math.md §13). 0: all of them, which is exact, in a
  /// time that grows at least as the square of the rows but for few features; otherwise it grows as they
  /// do. Automatic: all up to 50,000 rows, 20,000 where memory is short or without a limit for it; where
  /// products with the kernel matrix are fast (the tessellated family with the x basis, and the reflected
  /// one) a million of one or two features, 200,000 of three; above, as many as time and memory allow.
  static constexpr Index automatic = -1;
  Index landmarks = automatic;
  /// Beside landmarks: divide the points into cells of so many rows at most, where f is made of all points
  /// of the cell, too; the model is the mean of two such divisions. 0: no cells. Automatic: some where the
  /// number of landmarks is automatic, up to 200,000 rows if memory allows. A team has no cells.
  Index cells = automatic;
  std::uint64_t seed = 1;  ///< of the choice of landmarks and cells

  /// A fit with landmarks keeps here, every so many seconds, what it takes to go on from there, and a
  /// search in a file beside it, named .search; empty: nowhere. A fit that is done leaves its last state.
  std::filesystem::path checkpoint{};
  double checkpoint_seconds = 120.0;
  bool resume = false;  ///< go on from the checkpoint, if there is one

  LearnOptions learn{};
};

struct FitResult {
  Model model;
  PhaseSeconds seconds;
};

/// Scales the data, learns kernel and SVM together, and packs all of it into a model. Throws an
/// Error for data or options that cannot be used; running out of time or iterations is not an error.
FitResult fit(const Dataset& data, const FitOptions& options = {});

/// The same by a team, each with rows of its own, of the same columns and classes: `data` are the rows
/// of the calling member, in the order of the ranks. Everyone gets the same model, made of landmarks,
/// which but for rounding does not depend on how the rows are dealt out.
FitResult fit(const Dataset& data, const FitOptions& options, const Team& team);

/// The same model from points on disk, made of landmarks. Throws an Error if the options ask for an exact
/// fit or cells. A second scratch file beside the first has the rows in another order while it lasts.
FitResult fit(const DatasetOnDisk& data, const FitOptions& options, const Team& team = Alone());

/// Where the points of so many rows should be for fit(): on disk if it can do with that, and if memory
/// has no room for them, or has room for the features of all rows without them. In a team `rows` are
/// those of the calling member, and all must ask.
Residence residence_for(Index rows, Index features, const FitOptions& options,
                        const Team& team = Alone());

/// How many landmarks fit() will use for so many rows and features; 0 means that it will be exact.
Index landmarks_for(Index rows, Index features, const FitOptions& options);

/// The bytes that fit() will use at most for that many rows and features, under the limit.
double estimated_memory(Index rows, Index features, const FitOptions& options,
                        Residence residence = Residence::memory);

}  // namespace tkl
