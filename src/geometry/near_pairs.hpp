// The pairs of a longer list that are near now, a bit each. One that comes or goes is a bit turned,
// wherever it is in the list.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace talus {

class NearPairs {
 public:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  static constexpr std::size_t word_bits = 64;

  class Iterator {
   public:
    using value_type = Pair;
    using reference = const Pair&;
    using pointer = const Pair*;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;

    Iterator() = default;
    reference operator*() const { return first_[std::countr_zero(left_)]; }
    pointer operator->() const { return &**this; }
    Iterator& operator++() {
      left_ &= left_ - 1;
      skip_empty();
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const {
      return word_ == other.word_ && left_ == other.left_;
    }

   private:
    friend class NearPairs;
    Iterator(const Pair* first, const std::uint64_t* word, const std::uint64_t* end)
        : first_(first), word_(word), end_(end), left_(word == end ? 0 : *word) {
      skip_empty();
    }
    void skip_empty() {
      while (left_ == 0 && word_ != end_) {
        first_ += word_bits;
        if (++word_ != end_) left_ = *word_;
      }
    }

    const Pair* first_ = nullptr;  ///< of the word
    const std::uint64_t* word_ = nullptr;
    const std::uint64_t* end_ = nullptr;
    std::uint64_t left_ = 0;  ///< bits of the word not gone by yet
  };

  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  Iterator begin() const { return {listed_.data(), near_.data(), near_.data() + near_.size()}; }
  Iterator end() const {
    const std::uint64_t* const last = near_.data() + near_.size();
    return {nullptr, last, last};
  }

  /// All pairs that may be near. Who changes them says anew which are.
  std::vector<Pair>& listed() { return listed_; }
  const std::vector<Pair>& listed() const { return listed_; }

  /// Before all words are set, one after the other.
  void restart() {
    count_ = 0;
    near_.clear();
    near_.reserve((listed_.size() + word_bits - 1) / word_bits);
  }
  void add_word(std::uint64_t near) {
    near_.push_back(near);
    count_ += static_cast<std::size_t>(std::popcount(near));
  }
  /// Says whether one pair of the list is near.
  void set(std::uint32_t pair, bool near) {
    std::uint64_t& word = near_[pair / word_bits];
    const std::uint32_t bit = pair % word_bits;
    const std::uint64_t before = word >> bit & 1U;
    const std::uint64_t now = near ? 1 : 0;
    word ^= (before ^ now) << bit;
    count_ += now - before;
  }

  /// Memory held.
  std::size_t bytes() const {
    return listed_.capacity() * sizeof(Pair) + near_.capacity() * sizeof(std::uint64_t);
  }

 private:
  std::vector<Pair> listed_;
  std::vector<std::uint64_t> near_;
  std::size_t count_ = 0;
};

}  // namespace talus
