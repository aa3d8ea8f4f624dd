# The pages of web/ are bundled when the library is built, by node and what npm fetches (Observable
# Plot, esbuild; web/package-lock.json says exactly which). Without node, npm or a network everything
# else builds all the same, and the program says what is missing when it is asked for a page.
#
# Sets TKL_WEB_READY, and defines tkl_bundle_page(page output).

set(TKL_WEB AUTO CACHE STRING "Bundle the report page: AUTO (if node and npm are there), ON or OFF")
set_property(CACHE TKL_WEB PROPERTY STRINGS AUTO ON OFF)

set(TKL_WEB_READY FALSE)
if(TKL_WEB)
  set(tkl_web_folder ${PROJECT_BINARY_DIR}/web)
  find_program(NODE_EXECUTABLE NAMES node nodejs)
  find_program(NPM_EXECUTABLE npm)
  mark_as_advanced(NODE_EXECUTABLE NPM_EXECUTABLE)
  set(problem "node and npm are not installed (Debian: nodejs npm)")
  set(node_version 0)
  if(NODE_EXECUTABLE AND NPM_EXECUTABLE)
    execute_process(COMMAND ${NODE_EXECUTABLE} --version OUTPUT_VARIABLE node_version
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REPLACE "v" "" node_version "${node_version}")
    set(problem "node ${node_version} is too old; it takes 18 or newer")
  endif()
  if(node_version VERSION_GREATER_EQUAL 18)
    # The browser tests need more packages than the bundle.
    set(packages ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    if(NOT TKL_BUILD_TESTS)
      list(APPEND packages --omit=dev)
    endif()
    file(READ ${PROJECT_SOURCE_DIR}/web/package-lock.json lock)
    string(SHA256 wanted "${lock} ${packages}")
    set(fetched "")
    if(EXISTS ${tkl_web_folder}/fetched)
      file(READ ${tkl_web_folder}/fetched fetched)
    endif()
    if(NOT fetched STREQUAL wanted)
      message(STATUS "Fetching the packages of the web pages")
      foreach(name package.json package-lock.json .npmrc)
        configure_file(${PROJECT_SOURCE_DIR}/web/${name} ${tkl_web_folder}/${name} COPYONLY)
      endforeach()
      execute_process(
        COMMAND ${NPM_EXECUTABLE} ${packages} WORKING_DIRECTORY ${tkl_web_folder} TIMEOUT 300
        RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE words)
      if(NOT failed)
        file(WRITE ${tkl_web_folder}/fetched "${wanted}")
        set(fetched "${wanted}")
      else()
        set(problem "npm could not fetch the packages of web/: ${words}")
      endif()
    endif()
    if(fetched STREQUAL wanted)
      set(TKL_WEB_READY TRUE)
    endif()
  endif()
  if(NOT TKL_WEB_READY AND TKL_WEB STREQUAL "AUTO")
    message(STATUS "No report page: ${problem}")
  elseif(NOT TKL_WEB_READY)
    message(FATAL_ERROR "TKL_WEB is ON, but ${problem}")
  endif()
endif()

# Bundles web/<page> to <output>.html and, as a source file that embeds it, <output>.cpp.
function(tkl_bundle_page page output)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/common/*
       ${PROJECT_SOURCE_DIR}/web/${page}/*)
  add_custom_command(
    OUTPUT ${output}.html ${output}.cpp
    COMMAND ${NODE_EXECUTABLE} ${PROJECT_SOURCE_DIR}/web/bundle.mjs ${page}
            ${tkl_web_folder}/node_modules ${output}
    DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/web/bundle.mjs ${tkl_web_folder}/fetched
    COMMENT "Bundling the ${page} page" VERBATIM)
endfunction()
