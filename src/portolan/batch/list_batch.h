#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "portolan/batch.h"
#include "portolan/core/narrow.h"
#include "portolan/core/rounds.h"
#include "portolan/core/streaming.h"
#include "portolan/core/worker_pool.h"

namespace portolan::detail {

/// Takes half-written answers back when a call fails or throws.
template <class TakeBack>
struct UnlessDone {
  explicit UnlessDone(TakeBack back) : take_back(back) {}
  UnlessDone(const UnlessDone&) = delete;
  UnlessDone& operator=(const UnlessDone&) = delete;
  ~UnlessDone() {
    if (!done) take_back();
  }
  TakeBack take_back;
  bool done = false;
};

/// How answers get into AnswerLists.
struct ListAccess {
  template <class T>
  static void begin(AnswerLists<T>& lists, std::size_t count) {
    lists.clear();
    lists.lists_.reset(count);
    lists.blocks_used_ = 0;
  }
  /// A block of its own for the calling thread, of at least so many items.
  template <class T>
  static std::span<T> take_block(AnswerLists<T>& lists, std::size_t least) {
    constexpr std::size_t kUsual = (std::size_t{256} << 10) / sizeof(T);
    if (lists.blocks_used_ == lists.blocks_.size()) lists.blocks_.emplace_back();
    auto& block = lists.blocks_[lists.blocks_used_++];
    if (block.size < least) {
      block.size = std::max(least, kUsual);
      block.items = std::make_unique_for_overwrite<T[]>(block.size);
    }
    return {block.items.get(), block.size};
  }
  template <class T>
  static void set(AnswerLists<T>& lists, std::size_t i, std::span<const T> list) {
    lists.lists_.data()[i] = list;
  }
  template <class T>
  static void end(AnswerLists<T>& lists) {
    std::size_t items = 0;
    for (const std::span<const T> list : lists.lists_) items += list.size();
    end(lists, items);
  }
  /// For those who know how many items there are in all lists together.
  template <class T>
  static void end(AnswerLists<T>& lists, std::size_t items) {
    lists.item_count_ = items;
  }
};

/// Where one thread writes its lists, one after the other.
template <class T>
class ListWriter {
 public:
  void begin_run(AnswerLists<T>& lists, std::mutex& mutex) {
    lists_ = &lists;
    mutex_ = &mutex;
    list_ = left_ = {};
    taken_ = 0;
  }
  void begin_list() { list_ = {}; }
  /// Makes a copy of the items the list.
  void write(std::span<const T> items) {
    T* const out = room(items.size());
    if constexpr (kStreams<T>) {
      if (taken_ > kCached) {
        copy_streaming(items, out);
        return take_until(out + items.size());
      }
    }
    take_until(std::copy(items.begin(), items.end(), out));
  }
  void end_list(std::size_t i) const { ListAccess::set<T>(*lists_, i, list_); }

 private:
  /// Of what a thread writes, so many items may well be in its cache when they are read.
  static constexpr std::size_t kCached = (std::size_t{1} << 20) / sizeof(T);

  /// Where a list of up to `count` items may be written; see `take_until`.
  T* room(std::size_t count) {
    if (count > left_.size()) {
      const std::lock_guard lock(*mutex_);
      left_ = ListAccess::take_block(*lists_, count);
      taken_ += left_.size();
    }
    return left_.data();
  }
  /// Makes what was written into the room before `end` the list.
  void take_until(const T* end) {
    list_ = left_.first(static_cast<std::size_t>(end - left_.data()));
    left_ = left_.subspan(list_.size());
  }
  AnswerLists<T>* lists_ = nullptr;
  std::mutex* mutex_ = nullptr;
  std::span<T> list_;
  std::span<T> left_;      // of the block
  std::size_t taken_ = 0;  // items of all blocks so far
};

/// Queries in a piece of a batch that are answered from tables: enough that handing them out costs
/// nothing.
inline constexpr std::size_t kLookUpsInPiece = 128;
/// The same of queries that search, each of which outlasts that many times: so few that a small
/// batch reaches all threads.
inline std::size_t searches_in_piece(std::size_t count) {
  return std::clamp<std::size_t>(count / 1024, 1, kLookUpsInPiece);
}

/// Answers queries that give lists of `Ts`, on the caller's threads, each with a `Worker` of its
/// own as scratch. Lists are written where they stay. What comes out does not depend on the
/// threads.
template <class Worker, class... Ts>
class ListBatch {
 public:
  using Writers = std::tuple<ListWriter<Ts>...>;

  /// Queries that one thread answers in one go, from now on. At least one.
  void set_piece(std::size_t queries) { piece_ = queries; }

  /// Calls answer(worker, i, writers) for each number below `count`; it writes the lists of query
  /// i. Fails when cancelled, and when the caller's threads leave work undone; the lists are then
  /// of no use.
  template <class Answer>
  Result<Done> run(std::size_t count, const Execution& execution, const Answer& answer,
                   AnswerLists<Ts>&... lists) {
    (ListAccess::begin(lists, count), ...);
    ++run_;
    const auto pieces = narrow<std::uint32_t>((count + piece_ - 1) / piece_);
    const auto done = run_in_rounds(
        pieces, piece_, count, "queries", execution.parallel, execution.progress,
        [&](std::uint32_t piece) {
          threads_.use([&](Thread& thread) {
            if (thread.run != run_) {
              thread.run = run_;
              std::apply([&](auto&... w) { (w.begin_run(lists, mutex_), ...); }, thread.writers);
            }
            const std::size_t end = std::min(count, (piece + 1) * piece_);
            for (std::size_t i = piece * piece_; i < end; ++i) {
              std::apply([](auto&... w) { (w.begin_list(), ...); }, thread.writers);
              answer(thread.worker, i, thread.writers);
              std::apply([&](auto&... w) { (w.end_list(i), ...); }, thread.writers);
            }
            finish_streaming();
          });
        });
    if (done) (ListAccess::end(lists), ...);
    return done;
  }

  template <class Work>
  void use_worker(Work&& work) {
    threads_.use([&](Thread& thread) { work(thread.worker); });
  }

 private:
  struct Thread {
    Worker worker;
    Writers writers;
    std::uint64_t run = 0;  ///< Whose lists the writers write.
  };

  WorkerPool<Thread> threads_;
  std::mutex mutex_;
  std::uint64_t run_ = 0;
  std::size_t piece_ = kLookUpsInPiece;
};

}  // namespace portolan::detail
