import { flushCompileCache } from "node:module"

/** Kills this process, as a machine that fails would. Stores compiled modules first, because nothing runs at the end. */
export function killSelf(): Promise<never> {
  flushCompileCache()
  process.kill(process.pid, "SIGKILL")
  return new Promise<never>(() => undefined)
}

/** Returns a function that `count` requests call, each at the place where it dies. The last call kills the process. */
export function killSelfAfter(count: number): () => Promise<never> {
  const waiting = { count }
  return () => (--waiting.count === 0 ? killSelf() : new Promise<never>(() => undefined))
}
