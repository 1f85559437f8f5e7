import type { Env } from "../config/env.ts"

/** Where a command writes its output. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
}

/** The environment of a command, in addition to its arguments. */
export interface CommandEnvironment {
  terminal: Terminal
  env: Env
  /** The current working directory. */
  cwd: string
}
