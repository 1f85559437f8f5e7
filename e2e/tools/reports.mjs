// Reads the test runners' reports: how many tests passed, failed and were skipped, and the names of failed tests.
import { relative } from "node:path"
import { root } from "./prepare.mjs"

export function vitestCounts({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === "failed")
    // a file that fails to load has no tests
    if (status === "failed" && failed.length === 0) return [file]
    return failed.map(({ fullName }) => `${file}: ${fullName}`)
  })
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, failures }
}

function failedSpecs({ suites = [], specs = [] }) {
  const here = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => `${file}: ${title} ${project(tests)}`.trim())
  return [...here, ...suites.flatMap(failedSpecs)]
}

const project = ([test]) => (test?.projectName ? `[${test.projectName}]` : "")

export function playwrightCounts({ stats, suites }) {
  const { expected: passed, unexpected, flaky, skipped } = stats
  return { passed, failed: unexpected + flaky, skipped, failures: suites.flatMap(failedSpecs) }
}
