// Runs failed tests once more at the end of a run, when nothing else runs. Steps with `retry` allow it.
import { existsSync, readFileSync } from "node:fs"
import { inRoot } from "./prepare.mjs"

/** If more tests fail than this, it isn't bad luck, and none runs again. */
const MOST = 20

/**
 * The unit tests that compare times run once more if they fail. So do those that need sockets or processes, and the
 * examples of the documentation, which are whole apps. All of `e2e/` may too. The fuzz tests may not: their second run has
 * other inputs, and would hide a finding.
 */
export const TIMED = [
  { file: "server/core/sign-in/enumeration-time.test.ts", titles: [""], why: "compares response times" },
  { file: "server/core/cookies/jar.test.ts", titles: ["in linear time"], why: "measures a parser" },
  { file: "server/core/crypto/jwe.test.ts", titles: ["a megabyte", "ten thousand dots"], why: "measures a rejection" },
  { file: "server/core/crypto/passwords/hasher.test.ts", titles: ["at most 128 code points"], why: "measures a check" },
  { file: "server/core/request/language.test.ts", titles: ["about as fast as"], why: "compares two times" },
  { file: "server/providers/email-address.test.ts", titles: ["a hostile address"], why: "measures a parser" },
]
const APPS = ["e2e/", "stories/docs/examples/"]
/** Imports of a test that talks to a server over a socket, or starts processes. */
const OUTSIDE = /"node:(?:child_process|https?|net)"|\/(?:listening|mail-server|over-http)\.ts"/

/** Returns whether a unit or database test may run a second time. */
export const isOutside = ({ file, name }) =>
  APPS.some((folder) => file.startsWith(folder)) ||
  TIMED.some((row) => row.file === file && row.titles.some((title) => name.includes(title))) ||
  (existsSync(inRoot(file)) && OUTSIDE.test(readFileSync(inRoot(file), "utf8")))

export const isFailed = ({ status }) => status === "failed"

/**
 * Runs the failed tests of each step once more. Resolves with all tests and their final results. A test that passes now has
 * the error of its first run in `flaky`.
 *
 * @param results each step with its tests
 * @param run runs a step and resolves with its tests
 */
export async function retryFailed(results, run) {
  const failed = results.flatMap(({ tests }) => tests.filter(isFailed))
  const isTooMany = failed.length > MOST
  if (isTooMany) console.log(`${failed.length} tests failed. With more than ${MOST}, none runs again.`)
  const final = []
  for (const { step, tests } of results) {
    const again = isTooMany ? undefined : secondStep(step, tests)
    final.push(...(again ? merge({ step, tests }, await run(again)) : tests))
  }
  return final
}

/** Only a test has a file. A step's own failure has none, and no second run could clear it. */
const mayRetry = ({ retry }, test) => Boolean(retry && test.file && retry.allows(test))

/** Returns the step that runs a step's failed tests again. */
function secondStep(step, tests) {
  const failed = tests.filter((test) => isFailed(test) && mayRetry(step, test))
  if (failed.length === 0) return undefined
  const files = [...new Set(failed.map(({ file }) => file))]
  return { ...step, name: `${step.name}, ${failed.length} failed once more`, args: step.retry.args(files) }
}

/** Replaces the results of tests that failed, or didn't run because of that. A second run that breaks down shows nothing. */
function merge({ step, tests }, second) {
  if (second.some((test) => isFailed(test) && !test.file)) return tests
  return tests.map((test) => {
    if (test.status === "passed" || !mayRetry(step, test)) return test
    const same = second.filter(({ name, status }) => name === test.name && status !== "skipped")
    const result = same.find(isFailed) ?? same[0] ?? test
    return isFailed(test) && !isFailed(result) ? { ...result, flaky: test.error } : result
  })
}
