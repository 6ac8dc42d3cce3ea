# cmake -DCHECK=<one_definition.cmake> -DSCRATCH=<folder> -P one_definition_test.cmake
# Two small headers, which the check must refuse or let pass.
cmake_minimum_required(VERSION 3.24)
function(expect passes first second)
  file(REMOVE_RECURSE ${SCRATCH})
  file(WRITE ${SCRATCH}/src/portolan/a/one.h "namespace portolan::detail {\n${first}\n}\n")
  file(WRITE ${SCRATCH}/src/portolan/b/two.h "namespace portolan::detail {\n${second}\n}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${SCRATCH} -P ${CHECK}
                  RESULT_VARIABLE code ERROR_VARIABLE complaint OUTPUT_QUIET)
  if(passes AND NOT code EQUAL 0)
    message(SEND_ERROR "${first} beside ${second} should pass, but: ${complaint}")
  elseif(NOT passes AND NOT complaint MATCHES "detail::A: in src/portolan/a/one.h and")
    message(SEND_ERROR "${first} beside ${second} should fail, but: exit ${code} ${complaint}")
  endif()
endfunction()

expect(NO "struct A {" "struct A {")
expect(NO "struct A { int a; };" "class A final : public B {")
expect(NO "enum class A : int { one };" "struct alignas(64) A {")
expect(YES "struct A {" "struct B {")
expect(YES "struct A;" "struct A {")
expect(YES "struct A<int> {" "struct A {")
expect(YES "struct A {" "}\nnamespace portolan::other {\nstruct A {")
file(REMOVE_RECURSE ${SCRATCH})
