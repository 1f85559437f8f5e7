import { parseArgs, type ParseArgsConfig } from "node:util"
import { failureText, type CommandEnvironment } from "./terminal.ts"

/** A command of `latchkit`. Gets the words after its name, and returns the exit code. */
export type Command<More extends unknown[] = []> = (
  words: readonly string[],
  environment: CommandEnvironment,
  ...more: More
) => Promise<number>

/** The flags and the other words of a command, parsed. */
export type Parsed<Args extends ParseArgsConfig> = ReturnType<typeof parseArgs<Args>>

interface CommandRow<Args extends ParseArgsConfig, More extends unknown[]> {
  /** The text of `--help`. */
  usage: string
  args: Args
  /** Its name, if a failure is an expected result. It is then printed here, and the exit code is 1. */
  reportsAs?: string
  /** @param more values that only tests pass */
  run(parsed: Parsed<Args>, environment: CommandEnvironment, ...more: More): Promise<number>
}

/** Returns a command that parses its words, and prints its usage with `--help`. */
export function createCommand<const Args extends ParseArgsConfig, More extends unknown[] = []>({
  usage,
  args,
  reportsAs,
  run,
}: CommandRow<Args, More>): Command<More> {
  const options: ParseArgsConfig["options"] = { ...args.options, help: { type: "boolean", short: "h" } }
  return async (words, environment, ...more) => {
    const { terminal } = environment
    try {
      const parsed = parseArgs({ ...args, args: [...words], options })
      const { help } = parsed.values as { help?: boolean } // declared above
      if (help) return (terminal.out(usage), 0)
      return await run(parsed as Parsed<Args>, environment, ...more) // it has one flag more
    } catch (error) {
      if (reportsAs === undefined) throw error
      terminal.err(failureText(error, reportsAs))
      return 1
    }
  }
}
