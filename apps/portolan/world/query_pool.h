#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace portolan::detail::cli {

/// Query objects that wait for the next solver, so that it finds their memory warm: that of a large
/// world takes longer to ask for than a path. Any number of threads may borrow.
template <class Q>
class QueryPool {
 public:
  std::unique_ptr<Q> take() {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return std::make_unique<Q>();
    std::unique_ptr<Q> query = std::move(waiting_.back());
    waiting_.pop_back();
    return query;
  }
  void give_back(std::unique_ptr<Q> query) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(query));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Q>> waiting_;
};

/// A query object of a pool, as long as this lives; without a pool one of its own.
template <class Q>
class BorrowedQuery {
 public:
  explicit BorrowedQuery(std::shared_ptr<QueryPool<Q>> pool)
      : pool_(std::move(pool)), query_(pool_ ? pool_->take() : std::make_unique<Q>()) {}
  BorrowedQuery(const BorrowedQuery&) = delete;
  BorrowedQuery& operator=(const BorrowedQuery&) = delete;
  ~BorrowedQuery() {
    if (!pool_) return;
    query_->count_into(nullptr);
    query_->forget();
    pool_->give_back(std::move(query_));
  }

  Q* operator->() { return query_.get(); }

 private:
  std::shared_ptr<QueryPool<Q>> pool_;
  std::unique_ptr<Q> query_;
};

}  // namespace portolan::detail::cli
