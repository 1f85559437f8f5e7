// Runs steps, prints a line for each, and counts passed and failed tests.
import { spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { availableParallelism } from "node:os"
import { environment, Missing, root } from "./prepare.mjs"

const MINUTES = 10
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

const PASSED = { passed: 1, failed: 0, skipped: 0, failures: [] }

/** Counts one failure, for a step without a report. */
const failure = ({ name }) => ({ passed: 0, failed: 1, skipped: 0, failures: [name] })

/** Returns the counts of a step's report. A step without a report counts as one check. */
function counted(step, status) {
  const { report } = step
  if (!report) return status === 0 ? PASSED : failure(step)
  const counts = existsSync(report.file) ? report.read(JSON.parse(readFileSync(report.file, "utf8"))) : failure(step)
  if (status === 0 || counts.failed > 0) return counts
  // A file that fails to load fails the run, but none of its tests are counted
  return { ...counts, failed: 1, failures: counts.failures.length > 0 ? counts.failures : [step.name] }
}

async function outcome(step) {
  try {
    step.before?.()
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    return { counts: failure(step), output: error.message }
  }
  if (step.report) rmSync(step.report.file, { force: true })
  const { status, output } = await execute(step)
  return { counts: counted(step, status), output }
}

export async function run(step) {
  const start = Date.now()
  const { counts, output } = await outcome(step)
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  console.log(`${counts.failed === 0 ? "✓" : "✗"} ${step.name} (${seconds} s)`)
  if (counts.failed > 0) console.log(output)
  return counts
}

/** Groups neighbors that may run in parallel. Every other step is a group of its own. */
function groupSteps(steps) {
  const groups = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (step.beside && last?.every(({ beside }) => beside)) last.push(step)
    else groups.push([step])
  }
  return groups
}

/** Runs a group's steps, one for each processor at a time. Resolves with whether the next groups may run. */
async function runGroup(group, count) {
  const waiting = [...group]
  const failed = []
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const counts = await run(step)
      count(counts)
      if (counts.failed > 0) failed.push(step)
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), group.length) }, lane))
  return !failed.some(({ vital }) => vital)
}

/** Runs all steps in order. Prints the failed tests with their errors, and the sum as the last line. */
export async function runAll(steps) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  const count = (counts) => {
    for (const key of Object.keys(sum)) sum[key] += counts[key]
    failures.push(...counts.failures)
  }
  for (const group of groupSteps(steps.filter(({ when }) => !when || when()))) {
    if (!(await runGroup(group, count))) break // the later steps need what this one makes
  }
  for (const name of failures) console.log(`✗ ${name}`)
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ""
  console.log(`${sum.passed} passed, ${sum.failed} failed${skipped}`)
  process.exitCode = sum.failed > 0 ? 1 : 0
}
