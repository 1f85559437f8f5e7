import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { inRoot } from "./prepare.mjs"
import { TIMED } from "./retry.mjs"

const BROWSER = "sign-in.spec.ts"
const KILLING = "e2e/cluster/cluster.test.ts"
const UNIT = "server/service/auth.test.ts"

const made = { folder: "" }
beforeAll(() => void (made.folder = mkdtempSync(inRoot(".cache/retry-"))))
afterAll(() => rmSync(made.folder, { recursive: true, force: true }))

/** Runs a script with `runAll`, as a command does. */
function runScript(script, env = {}) {
  const imports = `
    import { runAll } from ${JSON.stringify(inRoot("e2e/tools/step.mjs"))}
    import { playwright, vitest } from ${JSON.stringify(inRoot("e2e/tools/runners.mjs"))}`
  return new Promise((resolve) => {
    const args = ["--input-type=module", "-e", `${imports}\n${script}`]
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, stdout) => {
      resolve({ status: error ? error.code : 0, lines: stdout.trimEnd().split("\n") })
    })
  })
}

/** The report of a run of Vitest, which has a list of `[title, status]` for each file. */
const reportFor = (files) => ({
  testResults: Object.entries(files).map(([file, tests]) => ({
    name: inRoot(file),
    status: tests.some(([, status]) => status === "failed") ? "failed" : "passed",
    assertionResults: tests.map(([title, status]) => ({
      ...{ fullName: title, status },
      failureMessages: status === "failed" ? [`Error: ${title} is unlucky`] : [],
    })),
  })),
})

/**
 * Runs steps whose command only writes a report: first the first of `runs`, then the next. In a step with `kind: "browser"` every
 * test may run again. Returns how often each step ran, too.
 */
async function runSteps(...steps) {
  const folder = mkdtempSync(join(made.folder, "fake-"))
  const command = `
    const { appendFileSync, readFileSync, writeFileSync } = require("node:fs")
    const [report, log, ...runs] = process.argv.slice(1)
    appendFileSync(log, "ran\\n")
    const run = runs[Math.min(readFileSync(log, "utf8").trim().split("\\n").length, runs.length) - 1]
    if (run !== "crash") writeFileSync(report, run)
    if (run.includes("a stray error is unlucky")) console.log("Vitest caught 1 unhandled error during the test run.")
    process.exitCode = run === "crash" || run.includes("unlucky") ? 1 : 0`
  const rows = steps.map(({ kind, runs }, index) => {
    const [report, log] = ["json", "log"].map((ending) => join(folder, `${index}.${ending}`))
    const reports = runs.map((run) => (run === "crash" ? run : JSON.stringify(reportFor(run))))
    return { name: `step ${index}`, kind, report, log, args: ["-e", command, report, log, ...reports] }
  })
  const ended = await runScript(`
    const rows = ${JSON.stringify(rows)}
    await runAll(rows.map(({ name, kind, report, args }, index) => {
      const { retry, report: { read } } = vitest(name)
      const allows = kind === "browser" ? () => true : retry.allows
      const after = index > 0 ? [rows[index - 1].name] : []
      return { name, command: "node", args, after, report: { file: report, read }, retry: { allows, args: () => args } }
    }))`)
  const times = rows.map(({ log }) => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").length : 0))
  return { ...ended, times }
}

const failing = {
  [BROWSER]: [
    ["signs in", "failed"],
    ["signs out", "passed"],
    ["waits", "skipped"],
  ],
}
const passing = {
  [BROWSER]: [
    ["signs in", "passed"],
    ["signs out", "passed"],
    ["waits", "skipped"],
  ],
}

describe("a failed browser test", () => {
  test("that passes alone at the end is flaky, and the run passes", async () => {
    const { status, lines, times } = await runSteps({ kind: "browser", runs: [failing, passing] }, { runs: [passing] })
    expect(lines.filter((line) => /^[✓✗]/.test(line)).map((line) => line.replace(/ \([\d.]+ s\)$/, ""))).toEqual([
      "✗ step 0",
      "✓ step 1",
      "✓ step 0, 1 failed once more",
    ])
    expect(lines.slice(-3)).toEqual([
      "flaky: sign-in.spec.ts: signs in",
      "    Error: signs in is unlucky",
      "4 passed, 0 failed, 2 skipped",
    ])
    expect({ status, times }).toEqual({ status: 0, times: [2, 1] })
  })

  test("that fails again fails the run", async () => {
    const { status, lines, times } = await runSteps({ kind: "browser", runs: [failing] })
    expect(lines.slice(-3)).toEqual([
      "✗ sign-in.spec.ts: signs in",
      "    Error: signs in is unlucky",
      "1 passed, 1 failed, 1 skipped",
    ])
    expect({ status, times }).toEqual({ status: 1, times: [2] })
  })

  test("stays failed if the second run leaves it out or breaks down", async () => {
    const without = { [BROWSER]: [["signs in", "skipped"]] }
    for (const second of [without, {}, "crash"]) {
      const { status, lines } = await runSteps({ kind: "browser", runs: [failing, second] })
      expect(lines.at(-1)).toBe("1 passed, 1 failed, 1 skipped")
      expect(status).toBe(1)
    }
  })

  test("doesn't run again among more than 20 failed tests", async () => {
    const many = (count) => ({ [BROWSER]: Array.from({ length: count }, (_, index) => [`test ${index}`, "failed"]) })
    const { status, lines, times } = await runSteps({ kind: "browser", runs: [many(20)] }, { runs: [many(1)] })
    expect(lines).toContain("21 tests failed. With more than 20, none runs again.")
    expect(lines.at(-1)).toBe("0 passed, 21 failed")
    expect({ status, times }).toEqual({ status: 1, times: [1, 1] })
    expect((await runSteps({ kind: "browser", runs: [many(20)] })).times).toEqual([2])
  })
})

test("a step that breaks down without a report doesn't run again", async () => {
  const { status, lines, times } = await runSteps({ kind: "browser", runs: ["crash"] })
  expect(lines.slice(-2)).toEqual(["✗ step 0", "0 passed, 1 failed"])
  expect({ status, times }).toEqual({ status: 1, times: [1] })
})

test("an error outside the tests stays, although the failed test passes later", async () => {
  const run = (status) => ({ [BROWSER]: [["a stray error", status]] })
  const { status, lines } = await runSteps({ kind: "browser", runs: [run("failed"), run("passed")] })
  expect(lines.slice(-2)).toEqual(["✗ Vitest caught 1 unhandled error", "1 passed, 1 failed"])
  expect(status).toBe(1)
})

describe("a failed unit or database test", () => {
  const run = (file, status) => ({ [file]: [["a session survives", status]] })

  test("doesn't run again", async () => {
    const { status, lines, times } = await runSteps({ runs: [run(UNIT, "failed"), run(UNIT, "passed")] })
    expect(lines.at(-1)).toBe("0 passed, 1 failed")
    expect({ status, times }).toEqual({ status: 1, times: [1] })
  })

  test.each([
    ["an example of the documentation", "stories/docs/examples/passkey-sign-up.test.ts"],
    ["a test with a mail server", "server/providers/email/nodemailer.test.ts"],
    ["a test that starts processes", "server/cli/cli.test.ts"],
  ])("runs again if it is %s", async (_, file) => {
    const { status, lines } = await runSteps({ runs: [run(file, "failed"), run(file, "passed")] })
    expect([status, lines.at(-1)]).toEqual([0, "1 passed, 0 failed"])
  })

  test("runs again if it is of e2e, and others of the run stay failed", async () => {
    const both = (status) => ({ ...run(KILLING, status), ...run(UNIT, status) })
    const { status, lines, times } = await runSteps({ runs: [both("failed"), both("passed")] })
    expect(lines).toContain(`flaky: ${KILLING}: a session survives`)
    expect(lines).toContain(`✗ ${UNIT}: a session survives`)
    expect(lines.at(-1)).toBe("1 passed, 1 failed")
    expect({ status, times }).toEqual({ status: 1, times: [2] })
    const alone = await runSteps({ runs: [run(KILLING, "failed"), run(KILLING, "passed")] })
    expect([alone.status, alone.lines.at(-1)]).toEqual([0, "1 passed, 0 failed"])
  })

  test.each(TIMED)("is in the table only if it exists: $file", ({ file, titles = [] }) => {
    const sources = readFileSync(inRoot(file), "utf8").matchAll(/from "(\.\/[\w-]+-suite\.ts)"/g)
    const read = [file, ...Array.from(sources, ([, suite]) => join(dirname(file), suite))]
    const text = read.map((path) => readFileSync(inRoot(path), "utf8")).join("\n")
    expect(titles.filter((title) => !text.includes(title))).toEqual([])
  })
})

test("Playwright runs the failed tests again, and those that did not run because of them", async () => {
  const folder = mkdtempSync(join(made.folder, "playwright-"))
  writeFileSync(join(folder, "playwright.config.ts"), CONFIG)
  writeFileSync(join(folder, "unlucky.spec.ts"), UNLUCKY)
  const name = `../${folder.slice(inRoot().length + 1)}/report`
  const script = `
    const step = playwright(${JSON.stringify(name)}, ${JSON.stringify(join(folder, "playwright.config.ts"))})
    await runAll([{ name: "a real run", ...step }])`
  const { status, lines } = await runScript(script, { UNLUCKY: folder })
  expect(lines.filter((line) => line.startsWith("flaky"))).toEqual([
    "flaky: unlucky.spec.ts: in order › needs luck [second]",
  ])
  expect(lines).toContain("    Error: unlucky in second")
  expect(lines.at(-1)).toBe("8 passed, 0 failed, 2 skipped")
  expect(status).toBe(0)
  // once in each project, and then those that failed or did not run
  expect(readFileSync(join(folder, "log"), "utf8").trim().split("\n").toSorted()).toEqual(
    [
      ...["first", "second"].flatMap((project) => [`always ${project}`, `needs luck ${project}`]),
      ...["needs luck second", "comes after first", "comes after second", "comes last first", "comes last second"],
    ].toSorted(),
  )
}, 120_000)

const CONFIG = `
  export default { testDir: ".", fullyParallel: true, workers: 2, projects: [{ name: "first" }, { name: "second" }] }`

const UNLUCKY = `
  import { appendFileSync, existsSync } from "node:fs"
  import { test } from "@playwright/test"
  const folder = process.env.UNLUCKY
  const log = ({ title, project }) => appendFileSync(folder + "/log", title + " " + project.name + "\\n")
  test("always", ({}, info) => log(info))
  test.skip("never", () => undefined)
  test.describe("in order", () => {
    test.describe.configure({ mode: "serial" })
    test("needs luck", ({}, info) => {
      const mark = folder + "/tried"
      const isFirst = info.project.name === "second" && !existsSync(mark)
      log(info)
      if (!isFirst) return
      appendFileSync(mark, "")
      throw new Error("unlucky in " + info.project.name)
    })
    test("comes after", ({}, info) => log(info))
    test("comes last", ({}, info) => log(info))
  })`
