// Runs `npm start`, `npm test`, `npm run check` and `npm run bench`. It needs no installed packages, and runs under the same Node as npm.
import { spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { ensurePackages, environment, inRoot, Missing, root } from "./prepare.mjs"
import { isFailed } from "./retry.mjs"
import { run, runAll } from "./step.mjs"
import { TASKS } from "./steps.mjs"

/** The scripts that run after the steps of a task, with the arguments of the command. */
const SCRIPTS = { start: "e2e/apps/demo/serve.ts", bench: "e2e/bench/run.ts" }

async function start(task, words) {
  for (const step of TASKS[task]) {
    const tests = await run(step)
    if (tests.some(isFailed)) throw new Missing("The build failed; the lines above say why.")
  }
  const node = inRoot("node_modules/.bin/node")
  const script = spawn(node, [SCRIPTS[task], ...words], { cwd: root, env: environment(), stdio: "inherit" })
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal).on(signal, () => script.kill(signal))
  script.on("close", (status) => process.exit(status ?? 0))
}

/** Asks every question before the first step, so that the run can go on alone. */
function askFirst(steps) {
  for (const before of new Set(steps.map((step) => step.before))) {
    try {
      before?.()
    } catch (error) {
      if (!(error instanceof Missing)) throw error // the step reports it
    }
  }
}

const [task, ...words] = process.argv.slice(2)
try {
  if (!(task in TASKS)) throw new Missing(`The task is ${task}; ${Object.keys(TASKS).join(", ")} are known.`)
  ensurePackages()
  mkdirSync(inRoot(".cache"), { recursive: true })
  if (process.stdin.isTTY) askFirst(TASKS[task])
  if (task in SCRIPTS) await start(task, words)
  else await runAll(TASKS[task])
} catch (error) {
  if (!(error instanceof Missing)) throw error
  console.error(error.message)
  process.exitCode = 1
}
