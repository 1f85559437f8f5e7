// Reads the test runners' reports: how many tests passed, failed and were skipped, and which failed with what error.
import { relative } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { root } from "./prepare.mjs"

export function vitestCounts({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === "failed")
    // a file that fails to load has no tests
    if (status === "failed" && failed.length === 0) return [file]
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}${firstLines(failureMessages)}`)
  })
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, failures }
}

function failedSpecs({ suites = [], specs = [] }) {
  const here = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => `${`${file}: ${title} ${project(tests)}`.trim()}${firstLines(listErrors(tests))}`)
  return [...here, ...suites.flatMap(failedSpecs)]
}

const listErrors = (tests) =>
  tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message ?? "")))

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

const project = ([test]) => (test?.projectName ? `[${test.projectName}]` : "")

export function playwrightCounts({ stats, suites }) {
  const { expected: passed, unexpected, flaky, skipped } = stats
  return { passed, failed: unexpected + flaky, skipped, failures: suites.flatMap(failedSpecs) }
}
