// Runs failed tests once more at the end of a run, when nothing else runs. Steps with `retry` allow it.

/** If more tests fail than this, it isn't bad luck, and none runs again. */
const MOST = 20

const SOCKET = "talks to a server over a socket"
const PROCESS = "starts processes, and waits for their output"

/**
 * The unit tests that run once more if they fail, because they need sockets, processes or times. Without `titles`, a row means
 * all tests of the file. All of `e2e/` may run once more too. The fuzz tests may not: their second run has other inputs, and
 * would hide a finding.
 */
export const OUTSIDE = [
  { file: "server/adapters/records.test.ts", why: SOCKET },
  { file: "server/cli/cli.test.ts", why: PROCESS },
  { file: "server/cli/init/init.test.ts", why: PROCESS },
  { file: "server/core/sign-in/broken-connection.test.ts", why: SOCKET },
  { file: "server/core/sign-in/enumeration-time.test.ts", why: "compares response times" },
  { file: "server/core/cookies/jar.test.ts", titles: ["in linear time"], why: "measures a parser" },
  { file: "server/core/crypto/jwe.test.ts", titles: ["a megabyte", "ten thousand dots"], why: "measures a rejection" },
  { file: "server/core/crypto/passwords/hasher.test.ts", titles: ["at most 128 code points"], why: "measures a check" },
  { file: "server/core/request/language.test.ts", titles: ["about as fast as"], why: "compares two times" },
  { file: "server/integrations/express/express.test.ts", why: SOCKET },
  { file: "server/integrations/node/node.test.ts", why: SOCKET },
  { file: "server/integrations/webhooks/webhooks.test.ts", why: SOCKET },
  { file: "server/providers/email-address.test.ts", titles: ["a hostile address"], why: "measures a parser" },
  { file: "server/providers/email/http.test.ts", why: SOCKET },
  { file: "server/providers/public-fetch.test.ts", why: SOCKET },
]

/** Returns whether a unit or database test may run a second time. */
export const isOutside = ({ file, name }) =>
  file.startsWith("e2e/") ||
  OUTSIDE.some((row) => row.file === file && (!row.titles || row.titles.some((title) => name.includes(title))))

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
