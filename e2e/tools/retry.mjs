// Runs failed tests once more at the end of a run, when nothing else runs. Steps with `retry` allow it.

/** If more tests fail than this, it isn't bad luck, and none runs again. */
const MOST = 20

const KILLS = "kills a process in the middle of a request, and waits for its end"
const DIES = "a process that dies in a" // a reset, a sign-up, a change of the address, or a deletion
const KILLED = [DIES, "a process that dies after a code"]
const NETWORK = "behind a network with faults" // limits how long each request takes

/**
 * The unit and database tests that run once more if they fail, because they kill processes or measure time. Without `titles`,
 * a row means all tests of the file. The fuzz tests aren't here: their second run has other inputs, and would hide a finding.
 */
export const TIMED = [
  { file: "e2e/cluster/cluster.test.ts", why: "kills a process under load" },
  { file: "e2e/databases/killed-sign-in.test.ts", why: KILLS },
  { file: "e2e/databases/account-tables.test.ts", titles: [DIES], why: KILLS },
  { file: "e2e/databases/mariadb.test.ts", titles: [...KILLED, "a database that is killed", NETWORK], why: KILLS },
  { file: "e2e/databases/postgres.test.ts", titles: [...KILLED, "a database that is killed", NETWORK], why: KILLS },
  { file: "e2e/databases/redis.test.ts", titles: [...KILLED, NETWORK], why: KILLS },
  { file: "e2e/databases/sqlite.test.ts", titles: KILLED, why: KILLS },
  { file: "server/core/sign-in/enumeration-time.test.ts", why: "compares response times" },
  { file: "server/core/cookies/jar.test.ts", titles: ["in linear time"], why: "measures a parser" },
  { file: "server/core/crypto/jwe.test.ts", titles: ["a megabyte", "ten thousand dots"], why: "measures a rejection" },
  { file: "server/core/crypto/passwords/hasher.test.ts", titles: ["at most 128 code points"], why: "measures a check" },
  { file: "server/core/request/language.test.ts", titles: ["about as fast as"], why: "compares two times" },
  { file: "server/integrations/webhooks/webhooks.test.ts", titles: ["has five seconds"], why: "measures a time limit" },
  { file: "server/providers/email-address.test.ts", titles: ["a hostile address"], why: "measures a parser" },
]

/** Returns whether the table allows a second run of a unit or database test. */
export const isTimed = ({ file, name }) =>
  TIMED.some((row) => row.file === file && (!row.titles || row.titles.some((title) => name.includes(title))))

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
