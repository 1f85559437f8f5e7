import { doctorCommand } from "./doctor.ts"
import { secretCommand } from "./secret.ts"
import { failureText, markedLine, type CommandEnvironment } from "./terminal.ts"

interface Command {
  says: string
  run(words: readonly string[], serviceOptions: CommandEnvironment): Promise<number>
}

const COMMANDS: Readonly<Record<string, Command | undefined>> = {
  init: {
    says: "adds sign-in to an app: the files, .env, a protected page and a test",
    run: async (words, serviceOptions) => (await import("./init/index.ts")).initCommand(words, serviceOptions),
  },
  add: {
    says: "adds an identity provider to the configuration",
    run: async (words, serviceOptions) => (await import("./add.ts")).addCommand(words, serviceOptions),
  },
  secret: { says: "creates a secret, and can write it to .env", run: secretCommand },
  doctor: { says: "checks a configuration and its environment", run: doctorCommand },
  migrate: {
    says: "creates the tables of SqlAdapter, or moves an app from Auth.js (migrate authjs)",
    // The app installs kysely, and only migrations need it
    run: async (words, serviceOptions) => {
      if (words[0] === "authjs")
        return (await import("./migrate-authjs/index.ts")).migrateAuthjsCommand(words.slice(1), serviceOptions)
      return (await import("./migrate.ts")).migrateCommand(words, serviceOptions)
    },
  },
  upgrade: {
    says: "says what an upgrade changes, and until when you can roll back",
    run: async (words, serviceOptions) => (await import("./upgrade/index.ts")).upgradeCommand(words, serviceOptions),
  },
  schema: {
    says: "prints or completes Latchkit's tables for drizzle-kit, Wrangler and other tools",
    run: async (words, serviceOptions) => (await import("./schema/index.ts")).schemaCommand(words, serviceOptions),
  },
  rotate: {
    says: "seals second factors with the newest secret, so that you can remove older ones",
    run: async (words, serviceOptions) => (await import("./rotate.ts")).rotateCommand(words, serviceOptions),
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
  serviceOptions: CommandEnvironment,
): Promise<number> {
  const { out, err } = serviceOptions.terminal
  if (name === undefined || name === "help" || name === "--help" || name === "-h") return (out(USAGE), 0)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const tooOld = nodeProblem(process.versions.node)
  if (tooOld !== undefined) return (err(markedLine("problem", tooOld)), 2)
  if (!command) return (err(`${markedLine("problem", `Unknown command ${JSON.stringify(name)}.`)}\n${USAGE}`), 2)
  try {
    return await command.run(words, serviceOptions)
  } catch (error) {
    err(failureText(error, name))
    return 2
  }
}
