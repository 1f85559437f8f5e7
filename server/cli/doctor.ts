import { good, problem, warning, type Finding } from "../core/config/finding.ts"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { incompleteProviders, leftOutErrors, withoutProviders } from "../core/config/incomplete-providers.ts"
import { unknownMessages } from "../core/config/message-names.ts"
import { unknownOptions, wrongOptions } from "../core/config/options.ts"
import { configProblems } from "../core/config/problems.ts"
import { publicSuffixProblems } from "../core/config/shared-domains.ts"
import { createSettings, FEATURES } from "../service/features.ts"
import type { AuthConfig } from "../service/config.ts"
import { adapterFindings } from "./adapter-findings.ts"
import { watchClocks } from "./clock.ts"
import { createCommand } from "./command.ts"
import { findConfigurationFile, loadConfiguration, type FoundConfiguration } from "./configuration.ts"
import { databaseFindings } from "./database-findings.ts"
import { loadEnvFiles } from "./env-files.ts"
import { addressFindings, cookieFindings, providerFindings, secretFindings, siteFindings } from "./findings.ts"
import { FACTS, type FrameworkName } from "./init/choices.ts"
import { installCommand } from "./init/questions.ts"
import { ownerFindings } from "./owner-findings.ts"
import { detectProject, missingNodeTypes, type Project } from "./project.ts"
import { markedLine, nextSteps, type CommandEnvironment } from "./terminal.ts"

export const USAGE = `latchkit doctor [<module>] [options]

Checks a configuration and its environment, and prints the redirect URI to register with each provider.
It reads each table through the adapter of the configuration. Their foreign keys must refer to its users' table.
With --url, it also checks that your secrets can read all second factors, and that all passwords can be checked.
It compares this machine's clock with those of the providers and of the database server.
It names the unique keys that the tables lack, and counts addresses in capitals, also those of your own users' table.

  <module>     creates the integration, or exports the configuration as config, authConfig, options or default.
               Default: auth.ts, src/auth.ts and the like.
  --base-path  the base path. Default: the integration's.
  --url        file:app.db, postgres://…, mysql://… or mariadb://…. Needs kysely and a driver. Default: none.
  --prefix     prefix of the tables' names. Default: auth_.
`

/** Runs `latchkit doctor`. The exit code is 1 if it finds a problem. */
export const doctorCommand = createCommand({
  usage: USAGE,
  args: {
    allowPositionals: true,
    options: { "base-path": { type: "string" }, url: { type: "string" }, prefix: { type: "string" } },
  },
  run: ({ values, positionals: [module] }, environment) => checkApp(module, values, environment),
})

async function checkApp(
  module: string | undefined,
  values: DoctorOptions,
  { terminal, env, cwd }: CommandEnvironment,
): Promise<number> {
  const project = await detectProject(cwd)
  const { framework } = project
  const loaded = await loadEnvFiles(cwd, framework, env)
  const file = module ?? (await findConfigurationFile(cwd))
  const configuration = file === undefined ? undefined : await loadConfiguration(cwd, file, loaded.env)
  const basePath = values["base-path"] ?? configuration?.basePath ?? (framework && FACTS[framework].basePath)
  const findings = [
    ...placeFindings(configuration?.file, loaded.files),
    ...(configuration ? await typesFindings(join(cwd, configuration.file), project) : []),
    ...(configuration ? await ownerFindings(cwd, configuration.file) : []),
    ...(configuration && framework && values["base-path"] === undefined
      ? mountFindings(configuration, { framework, env: loaded.env })
      : []),
    ...(await examine(configuration?.config ?? {}, loaded.env, { ...values, "base-path": basePath, project })),
  ]
  await configuration?.close?.()
  for (const { kind, text } of findings) terminal.out(markedLine(kind, text))
  const problems = findings.filter(({ kind }) => kind === "problem").length
  terminal.out(
    problems === 0 ? "\nNo problems found.\n" : `\n${problems} ${problems === 1 ? "problem" : "problems"}.\n`,
  )
  const again = commandLine(file, values, { mode: env["NODE_ENV"], url: loaded.env["DATABASE_URL"] })
  terminal.out(nextSteps(problems === 0 ? [] : ["Correct the lines with ✗.", `Check again: ${again}`]))
  return problems === 0 ? 0 : 1
}

/** Returns the command as it was run: in production, other lines would be correct. Shows no password of a database. */
function commandLine(
  file: string | undefined,
  { url, prefix, "base-path": basePath }: DoctorOptions,
  variables: { mode: string | undefined; url: string | undefined },
): string {
  const isVariable = url !== undefined && (url === variables.url || url.includes("@"))
  const words = [
    ...(variables.mode === undefined ? [] : [`NODE_ENV=${variables.mode}`]),
    "npx latchkit doctor",
    ...(file === undefined ? [] : [file]),
    ...(basePath === undefined ? [] : [`--base-path ${basePath}`]),
    ...(url === undefined ? [] : [`--url ${isVariable ? '"$DATABASE_URL"' : url}`]),
    ...(prefix === undefined ? [] : [`--prefix ${prefix}`]),
  ]
  return words.join(" ")
}

/** Says what was read, so that a wrong file is noticed. */
function placeFindings(file: string | undefined, envFiles: readonly string[]): Finding[] {
  const configuration =
    file === undefined
      ? warning(
          "No configuration found, so only the environment is checked. Pass its module, such as `npx latchkit doctor lib/auth.ts`.",
        )
      : good(`The configuration is in ${file}.`)
  return envFiles.length === 0 ? [configuration] : [configuration, good(`Environment files: ${envFiles.join(", ")}.`)]
}

/** Says that the base path is a guess, because only a running Express app knows where it mounts Latchkit. */
function mountFindings(
  { config, basePath }: FoundConfiguration,
  { framework, env }: { framework: FrameworkName; env: CommandEnvironment["env"] },
): Finding[] {
  const url = env["AUTH_URL"] ?? ""
  const isNamed = (basePath ?? config.basePath) !== undefined || (URL.canParse(url) && new URL(url).pathname !== "/")
  if (isNamed || !framework.startsWith("express")) return []
  const assumed = FACTS[framework].basePath
  return [
    good(
      `Express tells the base path when \`app.use\` runs. ${assumed} is assumed here. If it is another path, pass \`--base-path\`.`,
    ),
  ]
}

/** Reports types that are older than the modules that the configuration imports. */
async function typesFindings(file: string, project: Project): Promise<Finding[]> {
  const missing = missingNodeTypes(project)
  if (missing === undefined || !(await readFile(file, "utf8")).includes('"node:sqlite"')) return []
  const typesVersion =
    project.nodeTypes === undefined ? "isn't installed" : `${project.nodeTypes} doesn't have \`node:sqlite\``
  const command = installCommand(project, { dependencies: [], devDependencies: [missing] })
  return [problem(`\`@types/node\` ${typesVersion}, so the type check of your build fails. Run \`${command}\`.`)]
}

interface DoctorOptions {
  "base-path"?: string | undefined
  url?: string | undefined
  prefix?: string | undefined
}

async function examine(
  config: AuthConfig,
  env: CommandEnvironment["env"],
  { "base-path": basePath, url, prefix, project }: DoctorOptions & { project: Project },
): Promise<Finding[]> {
  const wrong = wrongOptions(FEATURES, config)
  if (wrong.length > 0) return wrong.map(problem)
  const settings = createSettings(config, { env, ...(basePath !== undefined && { basePath }) })
  const incomplete = incompleteProviders(settings)
  const configErrors = [
    ...configProblems(config, settings),
    ...(await publicSuffixProblems(settings, config.isPublicSuffix)),
  ]
  const watched = watchClocks(withoutProviders(settings, incomplete))
  const unknown = settings.rules.lenientOptions
    ? []
    : [
        ...unknownOptions(FEATURES, config, settings.providers.values()),
        ...(await unknownMessages(settings.messages)).map(({ message }) => message),
      ]
  return [
    ...[...configErrors, ...leftOutErrors(incomplete)].map(({ message }) => problem(message)),
    ...unknown.map(warning),
    ...secretFindings(settings),
    ...siteFindings(settings),
    ...addressFindings(settings),
    ...cookieFindings(settings),
    ...settings.features.flatMap((feature) => feature.findings?.(settings) ?? []),
    ...(await providerFindings(watched.settings)),
    ...watched.findings(),
    ...(await adapterFindings(settings)),
    ...(url === undefined ? [] : await databaseFindings(settings, { url, prefix, project })),
  ]
}
