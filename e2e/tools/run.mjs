// Runs `npm start`, `npm test` and `npm run check`. It needs no installed packages, and runs under the same Node as npm.
import { spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { ensurePackages, environment, inRoot, Missing, root } from "./prepare.mjs"
import { run, runAll } from "./step.mjs"
import { TASKS } from "./steps.mjs"

async function start() {
  for (const step of TASKS.start) {
    const { failed } = await run(step)
    if (failed > 0) throw new Missing("The build failed; the lines above say why.")
  }
  const node = inRoot("node_modules/.bin/node")
  const demo = spawn(node, ["e2e/apps/demo/serve.ts"], { cwd: root, env: environment(), stdio: "inherit" })
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal).on(signal, () => demo.kill(signal))
  demo.on("close", (status) => process.exit(status ?? 0))
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

const [task] = process.argv.slice(2)
try {
  if (!(task in TASKS)) throw new Missing(`The task is ${task}; ${Object.keys(TASKS).join(", ")} are known.`)
  ensurePackages()
  mkdirSync(inRoot(".cache"), { recursive: true })
  if (process.stdin.isTTY) askFirst(TASKS[task])
  if (task === "start") await start()
  else await runAll(TASKS[task])
} catch (error) {
  if (!(error instanceof Missing)) throw error
  console.error(error.message)
  process.exitCode = 1
}
