#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Draws shaded terrain into an SVG file without any graphics library: each panel is a small PNG
/// with a palette, stored uncompressed and embedded as text.
namespace picture {

using Terrain = std::function<double(double east, double north)>;

constexpr int pixels = 160;
constexpr int tones = 16;  // of height, and of light

inline void append_big_endian(std::string& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes += static_cast<char>((value >> static_cast<unsigned>(shift)) & 0xFFU);
  }
}

inline std::uint32_t crc32(const std::string& bytes) {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

inline std::uint32_t adler32(const std::string& bytes) {
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<unsigned char>(c)) % 65521U;
    b = (b + a) % 65521U;
  }
  return (b << 16U) | a;
}

inline std::string chunk(const std::string& type, const std::string& data) {
  std::string out;
  append_big_endian(out, static_cast<std::uint32_t>(data.size()));
  append_big_endian(out += type + data, crc32(type + data));
  return out;
}

/// zlib's format with the data stored as they are.
inline std::string stored(const std::string& data) {
  std::string out = "\x78\x01";
  for (std::size_t begin = 0; begin < data.size(); begin += 65535) {
    const std::size_t size = std::min<std::size_t>(65535, data.size() - begin);
    out += static_cast<char>(begin + size == data.size() ? 1 : 0);
    for (const std::size_t value : {size, 65535 - size}) {
      out += static_cast<char>(value & 0xFFU);
      out += static_cast<char>(value >> 8U);
    }
    out += data.substr(begin, size);
  }
  append_big_endian(out, adler32(data));
  return out;
}

/// From river green over desert ochre to pale rim rock, times the light.
inline std::string palette() {
  constexpr std::array<std::array<double, 3>, 4> stops = {
      {{62, 98, 92}, {150, 84, 52}, {204, 142, 84}, {238, 222, 190}}};
  std::string colours;
  for (int height = 0; height < tones; ++height) {
    for (int light = 0; light < tones; ++light) {
      const double position = 3.0 * height / (tones - 1);
      const auto lower = static_cast<std::size_t>(std::min(2.0, std::floor(position)));
      const double part = position - static_cast<double>(lower);
      const double shade = 0.45 + 0.65 * light / (tones - 1);
      for (std::size_t c = 0; c < 3; ++c) {
        const double value = (1.0 - part) * stops[lower][c] + part * stops[lower + 1][c];
        colours += static_cast<char>(static_cast<unsigned char>(std::min(255.0, shade * value)));
      }
    }
  }
  return colours;
}

/// Light from the north-west.
inline std::string png(const Terrain& terrain, double low, double high) {
  const double step = 1.0 / pixels;
  std::string rows;
  for (int i = 0; i < pixels; ++i) {
    rows += '\0';
    for (int j = 0; j < pixels; ++j) {
      const double east = (j + 0.5) * step;
      const double north = 1.0 - (i + 0.5) * step;
      const double height = terrain(east, north);
      const double slope = (height - terrain(east - step, north + step)) / (high - low);
      const double tone = std::clamp((height - low) / (high - low), 0.0, 1.0);
      const double light = 0.6 + 0.4 * std::tanh(6.0 * slope);
      const int colour = static_cast<int>(std::lround(tone * (tones - 1))) * tones +
                         static_cast<int>(std::lround(light * (tones - 1)));
      rows += static_cast<char>(static_cast<unsigned char>(colour));
    }
  }
  std::string header;
  append_big_endian(header, pixels);
  append_big_endian(header, pixels);
  header += std::string("\x08\x03\x00\x00\x00", 5);  // 8 bits, palette
  return std::string("\x89PNG\r\n\x1a\n", 8) + chunk("IHDR", header) + chunk("PLTE", palette()) +
         chunk("IDAT", stored(rows)) + chunk("IEND", "");
}

inline std::string base64(const std::string& bytes) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group =
          (group << 8U) | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? digits[(group >> (18U - 6U * k)) & 0x3FU] : '=';
    }
  }
  return text;
}

struct Panel {
  std::string title;
  std::string caption;
  Terrain terrain;
};

struct Point {
  double east;
  double north;
};

/// Panels side by side; the points are drawn on the first.
inline std::string svg(const std::vector<Panel>& panels, const std::vector<Point>& points,
                       double low, double high) {
  constexpr int side = 280;
  constexpr int margin = 16;
  const int width = margin + static_cast<int>(panels.size()) * (side + margin);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " +
                    std::to_string(width) + " " + std::to_string(side + 78) +
                    "\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" "
                    "fill=\"#ffffff\"/>\n";
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const std::string x = std::to_string(margin + static_cast<int>(p) * (side + margin));
    out += "<text x=\"" + x +
           "\" y=\"26\" font-size=\"16\" font-weight=\"bold\" fill=\"#222222\">" + panels[p].title +
           "</text>\n<image x=\"" + x + "\" y=\"38\" width=\"" + std::to_string(side) +
           "\" height=\"" + std::to_string(side) + "\" href=\"data:image/png;base64," +
           base64(png(panels[p].terrain, low, high)) + "\"/>\n<text x=\"" + x + "\" y=\"" +
           std::to_string(side + 60) + "\" font-size=\"14\" fill=\"#444444\">" + panels[p].caption +
           "</text>\n";
  }
  for (const Point& point : points) {
    out += "<circle cx=\"" + std::to_string(std::lround(margin + point.east * side)) + "\" cy=\"" +
           std::to_string(std::lround(38 + (1.0 - point.north) * side)) +
           "\" r=\"1.4\" fill=\"#102a43\"/>\n";
  }
  return out + "</svg>\n";
}

}  // namespace picture
