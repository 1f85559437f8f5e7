import type { Env } from "../config/env.ts"
import { withoutControlCharacters } from "../logger.ts"

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
  /** Asks a question, and returns the trimmed reply. Missing if the process has no terminal. */
  ask?: ((question: string) => Promise<string>) | undefined
}

const MARKERS = { good: "✓", warning: "!", problem: "✗", added: "+", kept: "=" } as const
/** The kind of a line, which decides its marker. */
export type LineKind = keyof typeof MARKERS

/** Returns a line of a command's output. Escapes control characters. */
export const markedLine = (kind: LineKind, text: string): string =>
  `${MARKERS[kind]} ${withoutControlCharacters(text)}\n`

/** Returns the last lines of a command's output: the steps to take next. Empty if there is nothing to do. */
export function nextSteps(steps: readonly string[]): string {
  if (steps.length === 0) return ""
  return `\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${withoutControlCharacters(step)}\n`).join("")}`
}
