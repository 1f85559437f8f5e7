import type { Env } from "../core/config/env.ts"
import { asError } from "../errors.ts"
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

/** Returns why a command failed. For a flag that it doesn't have, it adds how to see the flags. */
export function failureText(thrown: unknown, command: string): string {
  const error: Error & { code?: unknown } = asError(thrown)
  if (String(error.code).startsWith("ERR_PARSE_ARGS")) {
    const [sentence = ""] = error.message.split(/[.] To specify|[.]$/)
    return markedLine("problem", `${sentence}.`) + nextSteps([`See its flags: npx latchkit ${command} --help`])
  }
  const [first = "", ...more] = error.message.split("\n")
  return markedLine("problem", first) + more.map((line) => `${withoutControlCharacters(line)}\n`).join("")
}

/** Returns the last lines of a command's output: the steps to take next. Empty if there is nothing to do. */
export function nextSteps(steps: readonly string[]): string {
  if (steps.length === 0) return ""
  return `\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${withoutControlCharacters(step)}\n`).join("")}`
}
