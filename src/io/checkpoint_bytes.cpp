// What is in a checkpoint, byte by byte.

#include "talus/io/checkpoint_bytes.hpp"

#include "talus/io/bytes.hpp"
#include "talus/io/checkpoint.hpp"
#include "talus/math/hash.hpp"
#include "talus/version.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace talus {

namespace {

/// At the front of the file. Numbers are as the machine has them: one of another byte order finds a
/// format it does not know.
struct Front {
  std::array<char, 8> magic = {'t', 'a', 'l', 'u', 's', ' ', 'c', 'p'};
  std::uint32_t format = 4;
  std::uint32_t dimension = 0;
  std::uint64_t bytes = 0;  ///< that follow
  std::uint64_t hash = 0;   ///< of these
};
static_assert(sizeof(Front) == 32);

std::uint64_t hash_of(std::string_view bytes) {
  Hash hash;
  hash.add(bytes.data(), bytes.size());
  return hash.value();
}

template <class V>
void add(const V& v, ByteWriter& out) {
  out.add_numbers(v.data(), static_cast<std::size_t>(v.size()));
}
void add(const Rotation<2>& r, ByteWriter& out) { out.add(r.angle); }
void add(const Rotation<3>& r, ByteWriter& out) { out.add_numbers(r.q.coeffs().data(), 4); }

template <class V>
void get(ByteReader& in, V& v) {
  in.get_numbers(v.data(), static_cast<std::size_t>(v.size()));
}
void get(ByteReader& in, Rotation<2>& r) { in.get(r.angle); }
void get(ByteReader& in, Rotation<3>& r) { in.get_numbers(r.q.coeffs().data(), 4); }

template <int D>
void add(const State<D>& s, ByteWriter& out) {
  out.add(s.t);
  out.add(s.step);
  out.add(s.h_before);
  out.add(s.noise);
  out.add(s.x.size());
  for (std::size_t b = 0; b < s.x.size(); ++b) {
    add(s.x[b], out);
    add(s.r[b], out);
    add(s.v[b], out);
    add(s.w[b], out);
  }
  out.add(s.contacts.size());
  for (const auto& c : s.contacts) {
    out.add(c.id);
    out.add(c.normal_impulse);
    add(c.tangent_impulse, out);
    add(c.place, out);
    out.add(c.slip);
    out.add(c.slack);
    out.add(c.approach);
    out.add(static_cast<std::uint64_t>(c.status));
  }
  out.add(s.bonds.size());
  for (const auto& b : s.bonds) {
    out.add(b.id);
    add(b.place, out);
    out.add(b.opening);
    add(b.slide, out);
    out.add(b.damage);
  }
  out.add(s.moments.size());
  for (const auto& m : s.moments) {
    out.add(m.id);
    add(m.moment, out);
  }
}

template <int D>
void get(ByteReader& in, State<D>& s) {
  in.get(s.t);
  in.get(s.step);
  in.get(s.h_before);
  in.get(s.noise);
  const std::size_t bodies = in.get_count(sizeof(double) * 2 * dof<D>);
  s.x.resize(bodies);
  s.r.resize(bodies);
  s.v.resize(bodies);
  s.w.resize(bodies);
  for (std::size_t b = 0; b < bodies; ++b) {
    get(in, s.x[b]);
    get(in, s.r[b]);
    get(in, s.v[b]);
    get(in, s.w[b]);
  }
  s.contacts.resize(in.get_count(sizeof(ContactId) + sizeof(double) * (4 + 2 * D)));
  for (auto& c : s.contacts) {
    in.get(c.id);
    in.get(c.normal_impulse);
    get(in, c.tangent_impulse);
    get(in, c.place);
    in.get(c.slip);
    in.get(c.slack);
    in.get(c.approach);
    const auto status = in.get<std::uint64_t>();
    if (status > 2) throw CheckpointError(fmt::format("a contact has the status {}", status));
    c.status = static_cast<ContactStatus>(status);
  }
  s.bonds.resize(in.get_count(sizeof(ContactId) + sizeof(double) * (2 + 2 * D)));
  for (auto& b : s.bonds) {
    in.get(b.id);
    get(in, b.place);
    in.get(b.opening);
    get(in, b.slide);
    in.get(b.damage);
  }
  s.moments.resize(in.get_count(sizeof(ContactId) + sizeof(double) * spin_dim<D>));
  for (auto& m : s.moments) {
    in.get(m.id);
    get(in, m.moment);
  }
}

template <int D>
Checkpoint<D> parse(std::string_view bytes) {
  ByteReader in(bytes);
  const auto made_by = in.get_text();
  if (made_by != version) {
    throw CheckpointError(fmt::format("it was written by talus {}, this is {}", made_by, version));
  }
  Checkpoint<D> c;
  c.scene_name = in.get_text();
  c.scene_path = in.get_text();
  c.settings.resize(in.get_count(sizeof(std::size_t)));
  for (auto& setting : c.settings) setting = in.get_text();
  in.get(c.fingerprint);
  in.get(c.steps_asked);
  get(in, c.snapshot.state);
  in.get(c.snapshot.balance);
  in.get(c.snapshot.last);
  in.get(c.totals);
  in.get(c.last_step);
  in.get(c.wall_seconds);
  in.get(c.histories);
  in.get(c.results);
  if (!in.at_end()) throw CheckpointError("there is more in it than belongs to it");
  return c;
}

Front front_of(std::string_view bytes) {
  if (bytes.size() < sizeof(Front)) throw CheckpointError("it is too short");
  const auto front = ByteReader(bytes).get<Front>();
  if (front.magic != Front{}.magic) throw CheckpointError("it is no checkpoint of talus");
  if (front.format != Front{}.format) {
    throw CheckpointError(fmt::format("it has format {}; this program reads format {}",
                                      front.format, Front{}.format));
  }
  if (front.dimension != 2 && front.dimension != 3) {
    throw CheckpointError(fmt::format("dimension {}: expected 2 or 3", front.dimension));
  }
  return front;
}

}  // namespace

template <int D>
std::string checkpoint_bytes(const Checkpoint<D>& c) {
  ByteWriter out;
  out.add_text(version);
  out.add_text(c.scene_name);
  out.add_text(c.scene_path);
  out.add(c.settings.size());
  for (const auto& setting : c.settings) out.add_text(setting);
  out.add(c.fingerprint);
  out.add(c.steps_asked);
  add(c.snapshot.state, out);
  out.add(c.snapshot.balance);
  out.add(c.snapshot.last);
  out.add(c.totals);
  out.add(c.last_step);
  out.add(c.wall_seconds);
  out.add(c.histories);
  out.add(c.results);
  Front front;
  front.dimension = D;
  front.bytes = out.bytes().size();
  front.hash = hash_of(out.bytes());
  ByteWriter all;
  all.add(front);
  return all.bytes() + out.bytes();
}

AnyCheckpoint parse_checkpoint(std::string_view bytes) {
  const Front front = front_of(bytes);
  const auto rest = bytes.substr(sizeof(Front));
  if (rest.size() != front.bytes) {
    throw CheckpointError(
        fmt::format("it has {} bytes, {} were written", bytes.size(), front.bytes + sizeof(Front)));
  }
  if (hash_of(rest) != front.hash) throw CheckpointError("its bytes have changed");
  return parse_content(rest, static_cast<int>(front.dimension));
}

AnyCheckpoint parse_content(std::string_view bytes, int dimension) {
  try {
    if (dimension == 2) return parse<2>(bytes);
    return parse<3>(bytes);
  } catch (const BytesEnded& error) {
    throw CheckpointError(error.what());
  }
}

template std::string checkpoint_bytes<2>(const Checkpoint<2>&);
template std::string checkpoint_bytes<3>(const Checkpoint<3>&);

}  // namespace talus
