import type { Env } from "../config/env.ts"

/** Where a command writes to. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
}

/** What a command is given beside its words. */
export interface CommandEnvironment {
  terminal: Terminal
  env: Env
  /** The folder that it runs in. */
  cwd: string
}
