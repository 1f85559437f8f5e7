// Runs steps, prints a line for each, and counts passed and failed tests.
import { spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { availableParallelism } from "node:os"
import { environment, Missing, root } from "./prepare.mjs"
import { oldRecords } from "./reports.mjs"
import { isFailed, retryFailed } from "./retry.mjs"

const MINUTES = 20
const running = new Set()

// Ends the whole process group, so that the step's own child processes end too
function end(child) {
  try {
    process.kill(-child.pid, "SIGKILL")
  } catch {
    child.kill("SIGKILL") // this system has no process groups
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    for (const child of running) end(child)
    process.exit(130)
  })
}

/** Runs one command and resolves with its status and output. Kills it after `minutes`. */
function execute({ command, args, env, minutes = MINUTES }) {
  return new Promise((resolve) => {
    const options = { cwd: root, env: environment(env), stdio: ["ignore", "pipe", "pipe"], detached: true }
    const child = spawn(command, args, options)
    const output = []
    running.add(child)
    const timer = setTimeout(() => {
      output.push(Buffer.from(`\nEnded after ${minutes} minutes.\n`))
      end(child)
    }, minutes * 60_000)
    child.stdout.on("data", (chunk) => output.push(chunk))
    child.stderr.on("data", (chunk) => output.push(chunk))
    child.on("error", (error) => output.push(Buffer.from(`${error.message}\n`)))
    child.on("close", (status) => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ status, output: Buffer.concat(output).toString() })
    })
  })
}

/** A step without a report counts as one test. */
const check = ({ name }, status) => ({ name, status: status === 0 ? "passed" : "failed", error: "" })

/** Returns the tests of a step's report. */
function testsIn(step, { status, output }) {
  const { report } = step
  if (!report || !existsSync(report.file)) return [check(step, report ? 1 : status)]
  const tests = report.read(JSON.parse(readFileSync(report.file, "utf8")), output)
  return status === 0 || tests.some(isFailed) ? tests : [...tests, check(step, status)]
}

async function outcome(step) {
  try {
    step.before?.()
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    return { tests: [check(step, 1)], output: error.message }
  }
  if (step.report) rmSync(step.report.file, { force: true })
  const done = await execute(step)
  return { tests: testsIn(step, done), output: done.output }
}

/** Runs a step, prints its line, and its output if it failed. Resolves with its tests. */
export async function run(step) {
  const start = Date.now()
  const { tests, output } = await outcome(step)
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  const hasFailed = tests.some(isFailed)
  console.log(`${hasFailed ? "✗" : "✓"} ${step.name} (${seconds} s)`)
  if (hasFailed) console.log(output)
  return tests
}

/**
 * Runs steps, one for each processor at a time. A step waits for those of the run that its `after` names. After a vital step
 * that failed, none begins. Resolves with each step and its tests.
 */
export async function runSteps(steps) {
  const waiting = [...steps]
  const unfinished = new Set(steps.map(({ name }) => name))
  const running = new Set()
  const results = []
  const isReady = ({ after = [] }) => !after.some((name) => unfinished.has(name))
  const start = async (step) => {
    waiting.splice(waiting.indexOf(step), 1)
    const tests = await run(step)
    unfinished.delete(step.name)
    results.push({ step, tests })
    if (step.vital && tests.some(isFailed)) waiting.length = 0 // the later steps need what this one makes
  }
  for (;;) {
    for (const step of waiting.filter(isReady).slice(0, availableParallelism() - running.size)) {
      const lane = start(step).finally(() => running.delete(lane))
      running.add(lane)
    }
    if (running.size === 0) break
    await Promise.race(running)
  }
  if (waiting.length > 0)
    throw new Error(`These steps wait for each other: ${waiting.map(({ name }) => name).join(", ")}`)
  return results
}

/**
 * Runs all steps, and then some of the failed tests once more. Prints the old records, the flaky and the failed tests with
 * their errors, and the sum as the last line.
 */
export async function runAll(steps) {
  const results = await runSteps(steps.filter(({ when }) => !when || when()))
  const tests = await retryFailed(results, run)
  for (const line of oldRecords(tests)) console.log(line)
  for (const { name, flaky } of tests) if (flaky !== undefined) console.log(`flaky: ${name}${flaky}`)
  for (const { name, error } of tests.filter(isFailed)) console.log(`✗ ${name}${error}`)
  const count = (wanted) => tests.filter(({ status }) => status === wanted).length
  const skipped = count("skipped") > 0 ? `, ${count("skipped")} skipped` : ""
  console.log(`${count("passed")} passed, ${count("failed")} failed${skipped}`)
  process.exitCode = count("failed") > 0 ? 1 : 0
}
