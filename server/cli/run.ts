import type { Command } from "./command.ts"
import { doctorCommand } from "./doctor.ts"
import { secretCommand } from "./secret.ts"
import { failureText, markedLine, type CommandEnvironment } from "./terminal.ts"

interface CommandRow {
  says: string
  /** Some commands need packages that only some apps have, so each of these is loaded by itself. */
  load(words: readonly string[]): Promise<Command>
}

const COMMANDS: Readonly<Record<string, CommandRow | undefined>> = {
  init: {
    says: "adds sign-in to an app: the files, .env, a protected page and a test",
    load: async () => (await import("./init/index.ts")).initCommand,
  },
  add: {
    says: "adds an identity provider to the configuration",
    load: async () => (await import("./add.ts")).addCommand,
  },
  secret: {
    says: "creates a secret, and can write it to .env",
    load: () => Promise.resolve(secretCommand),
  },
  doctor: {
    says: "checks a configuration and its environment",
    load: () => Promise.resolve(doctorCommand),
  },
  migrate: {
    says: "creates the tables of SqlAdapter, or moves an app from Auth.js (migrate authjs)",
    async load([tool]) {
      if (tool !== "authjs") return (await import("./migrate.ts")).migrateCommand
      const { migrateAuthjsCommand } = await import("./migrate-authjs/index.ts")
      return (words, environment) => migrateAuthjsCommand(words.slice(1), environment)
    },
  },
  upgrade: {
    says: "says what an upgrade changes, and until when you can roll back",
    load: async () => (await import("./upgrade/index.ts")).upgradeCommand,
  },
  schema: {
    says: "prints or completes Latchkit's tables for drizzle-kit, Wrangler and other tools",
    load: async () => (await import("./schema/index.ts")).schemaCommand,
  },
  rotate: {
    says: "seals second factors with the newest secret, so that you can remove older ones",
    load: async () => (await import("./rotate.ts")).rotateCommand,
  },
}

const USAGE = `latchkit <command> [--help]

${Object.entries(COMMANDS)
  .map(([name, command]) => `  ${name.padEnd(9)} ${command?.says}`)
  .join("\n")}
`

const OLDEST_NODE = "22.13"

/**
 * Returns what to say if this Node lacks modules that Latchkit needs. Other runtimes report the Node that they match.
 */
function nodeProblem(version: string): string | undefined {
  if (version.localeCompare(OLDEST_NODE, undefined, { numeric: true }) >= 0) return undefined
  return `Node is too old: this is Node ${version}, and Latchkit needs ${OLDEST_NODE} or later. Install a newer one from https://nodejs.org.`
}

/** Runs the command that these words say, and returns its exit code. */
export async function runCommand(
  [name, ...words]: readonly string[],
  environment: CommandEnvironment,
): Promise<number> {
  const { out, err } = environment.terminal
  if (name === undefined || name === "help" || name === "--help" || name === "-h") return (out(USAGE), 0)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const tooOld = nodeProblem(process.versions.node)
  if (tooOld !== undefined) return (err(markedLine("problem", tooOld)), 2)
  if (!command) return (err(`${markedLine("problem", `Unknown command ${JSON.stringify(name)}.`)}\n${USAGE}`), 2)
  try {
    const run = await command.load(words)
    return await run(words, environment)
  } catch (error) {
    err(failureText(error, name))
    return 2
  }
}
