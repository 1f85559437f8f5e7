import { fork, type ForkOptions } from "node:child_process"

/** Sends the exit code as soon as the script has ended. A worker has no `send`. */
const REPORT = "data:text/javascript,process.once('exit', (code) => process.send?.(code))"

/**
 * Runs a script in a process of its own, and returns its exit code. Once the script has ended, the process is killed,
 * because V8's compiler may keep Node from exiting: https://github.com/nodejs/node/issues/54918
 */
export function runScript(file: string, args: readonly string[], options: ForkOptions): Promise<number> {
  const child = fork(file, args, { ...options, execArgv: ["--import", REPORT] })
  let exitCode = 1
  child.once("message", (code) => {
    exitCode = Number(code)
    child.kill("SIGKILL")
  })
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code) => resolve(code ?? exitCode))
  })
}
