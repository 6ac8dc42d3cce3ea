# Writes a C++ source that holds the files of a folder: cmake -DFOLDER=... -DOUTPUT=... -P this.
cmake_minimum_required(VERSION 3.24)

set(definitions "")
set(entries "")
set(number 0)
if(FOLDER)
  file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/*)
  list(SORT files)
else()
  set(files "")
endif()
foreach(name IN LISTS files)
  file(READ ${FOLDER}/${name} hex HEX)
  string(LENGTH "${hex}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND definitions "const unsigned char kFile${number}[] = {${bytes}0};\n")
  string(APPEND entries
         "    {\"${name}\", {reinterpret_cast<const char*>(kFile${number}), ${size}}},\n")
  math(EXPR number "${number} + 1")
endforeach()
set(table "  return {};\n")
if(number GREATER 0)
  set(table "  static const EmbeddedFile kFiles[] = {\n${entries}  };\n  return kFiles;\n")
endif()
file(WRITE ${OUTPUT} "#include \"view/embedded_page.h\"

namespace portolan::detail::cli {
namespace {

${definitions}
}  // namespace

std::span<const EmbeddedFile> embedded_page() {
${table}}

}  // namespace portolan::detail::cli
")
