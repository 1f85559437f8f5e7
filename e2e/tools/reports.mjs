// Reads the test runners' reports. A test has a `name`, a `status` and its `file`. If it failed, it has the first lines of its
// `error`. `anew` counts the pages that it judged although a record has them. A failure outside any test has no file.
import { relative } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { root } from "./prepare.mjs"

/** The runners' words for a test's result. Any other one means skipped. */
const STATUS = { passed: "passed", failed: "failed", expected: "passed", unexpected: "failed", flaky: "failed" }

const outside = (name, message) => ({ name, status: "failed", error: firstLines([message]) })

export function vitestTests({ testResults }, output) {
  const tests = testResults.flatMap(({ name: path, status: ofFile, message, assertionResults }) => {
    const file = relative(root, path)
    const own = assertionResults.map(({ fullName, status, failureMessages }) => ({
      ...{ file, name: `${file}: ${fullName}`, status: STATUS[status] ?? "skipped" },
      error: firstLines(failureMessages),
    }))
    const isBroken = ofFile === "failed" && !own.some(({ status }) => status === "failed")
    return isBroken ? [...own, outside(file, message)] : own // a file that fails to load has no tests
  })
  // The report leaves these out
  const [, stray] = /(caught \d+ unhandled errors?)/.exec(stripVTControlCharacters(output)) ?? []
  return stray ? [...tests, outside(`Vitest ${stray}`)] : tests
}

export const playwrightTests = ({ suites, errors }) => [
  ...suites.flatMap((suite) => testsIn(suite)),
  ...errors.map(({ message }) => outside("an error outside the tests", message)),
]

/** Returns the tests of a suite, one for each project. */
function testsIn({ suites = [], specs = [] }, above = []) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results, annotations = [] }) => ({
      file,
      anew: annotations
        .filter(({ type }) => type === "judged anew")
        .flatMap(({ description }) => description.split(", ")).length,
      name: `${file}: ${[...above, title].join(" › ")}${projectName ? ` [${projectName}]` : ""}`,
      status: STATUS[status] ?? "skipped",
      error: firstLines(results.flatMap(({ errors }) => errors.map(({ message }) => message))),
    })),
  )
  return [...own, ...suites.flatMap((inner) => testsIn(inner, [...above, inner.title]))]
}

/** Lists the files whose pages were judged anew, because their record is old or missing. That takes minutes in each run. */
export function oldRecords(tests) {
  const pages = new Map()
  for (const { file, anew } of tests) if (anew > 0) pages.set(file, (pages.get(file) ?? 0) + anew)
  return [...pages].map(([file, count]) => `${file} judged ${count} pages anew: see "judged" in e2e/README.md`)
}

/** Returns the first lines of the first error, indented. */
function firstLines([message] = []) {
  const lines = stripVTControlCharacters(message ?? "")
    .split("\n")
    .filter((line) => /\S/.test(line) && !/node_modules|^ +at new/.test(line))
  return lines
    .slice(0, 8)
    .map((line) => `\n    ${line.slice(0, 200)}`)
    .join("")
}
