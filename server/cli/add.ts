import { join } from "node:path"
import { createCommand } from "./command.ts"
import { findConfigurationFile } from "./configuration.ts"
import { envFileNames } from "./env-files.ts"
import { FACTS, type FrameworkName } from "./init/choices.ts"
import { findAnyProvider, type CatalogueEntry } from "./init/catalogue.ts"
import { callbackUrl } from "./init/questions.ts"
import { appendLines, variableLine } from "./init/writing.ts"
import { detectProject } from "./project.ts"
import { closingBracket, listWith, withoutText } from "./source-text.ts"
import { markedLine, nextSteps, type CommandEnvironment } from "./terminal.ts"
import { readIfAny, writeText } from "./text-file.ts"

export const USAGE = `latchkit add <provider> [<module>] [--env <file>] [--dry-run]

Adds a provider to the configuration: its import, its entry in \`providers\`, and its variables in .env. Prints the callback
URL to register, and the provider's page about it.

  <provider>  the provider's id, such as github, microsoft-entra-id or resend.
  <module>    configures Latchkit. Default: auth.ts, src/auth.ts and the like.
  --env       the file for the variables. Default: the file that has AUTH_SECRET, or .env.
  --dry-run   prints what would change, and changes nothing.
`

/** Runs `latchkit add`. */
export const addCommand = createCommand({
  usage: USAGE,
  args: { allowPositionals: true, options: { env: { type: "string" }, "dry-run": { type: "boolean" } } },
  run: ({ values, positionals: [name, module] }, environment) =>
    addProvider({ name, module, env: values.env, dryRun: values["dry-run"] ?? false }, environment),
})

interface AddOptions {
  name: string | undefined
  module: string | undefined
  env: string | undefined
  dryRun: boolean
}

async function addProvider(
  { name, module, env: envFile, dryRun }: AddOptions,
  environment: CommandEnvironment,
): Promise<number> {
  const { terminal, cwd } = environment
  if (name === undefined) throw new Error(`Which provider? Pass its id\n\n${USAGE}`)
  const provider = await findAnyProvider(name)
  const file = module ?? (await findConfigurationFile(cwd))
  if (file === undefined)
    throw new Error(
      "No configuration found. Pass its module, such as `npx latchkit add github lib/auth.ts`, or run `npx latchkit init`",
    )
  const before = await readIfAny(join(cwd, file), file)
  if (before === undefined) throw new Error(`There is no file ${file}. Pass the module that configures Latchkit`)
  const after = withProvider(before, provider, file)
  if (after === before) terminal.out(markedLine("kept", `${file} has ${provider.export} already`))
  else terminal.out(markedLine("added", `${file}: ${entryText(provider)}`))
  if (!dryRun && after !== before) await writeText(join(cwd, file), after)
  const { framework } = await detectProject(cwd)
  const env = envFile ?? (await envFileWithSecret(cwd, framework))
  await appendLines(
    env,
    provider.variables.map((variable) => variableLine(variable, "")),
    { environment, dryRun },
  )
  const { id, help } = provider
  const url = framework ? callbackUrl(framework, id) : `http://localhost:3000/auth/callback/${id}`
  terminal.out(
    nextSteps([
      provider.sendsEmail
        ? `Create a key at ${provider.name}, and verify your domain there. See ${help}`
        : `Register the callback URL ${url} with ${provider.name}, and later the one of your site.${help ? ` See ${help}` : ""}`,
      `Set ${new Intl.ListFormat("en-GB").format(provider.variables)} in ${env}.`,
      ...provider.options.map(({ name: option, about }) => `Replace the value of \`${option}\` in ${file}: ${about}`),
      ...(provider.sendsEmail && /\bNodemailer\(/.test(after)
        ? [`Remove Nodemailer from ${file}. Otherwise the sign-in page offers two ways to sign in by email.`]
        : []),
      "Check the configuration: npx latchkit doctor",
    ]),
  )
  return 0
}

async function envFileWithSecret(cwd: string, framework: FrameworkName | undefined): Promise<string> {
  for (const name of envFileNames(framework, "development")) {
    const text = (await readIfAny(join(cwd, name), name).catch(() => "")) ?? ""
    if (/^\s*(?:export\s+)?AUTH_SECRET\s*=/m.test(text)) return name
  }
  return framework ? FACTS[framework].envFile : ".env"
}

function entryText({ export: name, options }: CatalogueEntry): string {
  const optionTexts = options.map((option) => `${option.name}: ""`)
  return optionTexts.length === 0 ? `${name}()` : `${name}({ ${optionTexts.join(", ")} })`
}

/** Returns the module with the provider's import and entry. @throws {Error} if it has no list of providers */
export function withProvider(text: string, provider: CatalogueEntry, file: string): string {
  const { export: name, id } = provider
  const code = withoutText(text)
  if (new RegExp(`\\b${name}\\b`).test(code)) return text
  const opening = /\bproviders\s*:\s*\[/.exec(code)
  if (!opening)
    throw new Error(
      `${file} has no \`providers: […]\`. Add ${entryText(provider)} and its import from latchkit/providers/${id} by hand`,
    )
  const start = opening.index + opening[0].length
  const end = closingBracket(code, start)
  if (end === undefined) throw new Error("The list `providers` has no end. Correct the file, and run the command again")
  const withEntry = `${listWith(text, entryText(provider), { start, end })}${text.slice(end)}`
  const imports = [...code.matchAll(/^import\b[^;]*?from\s+["'][^"'\n]*["'];?[^\S\n]*$/gm)]
  const last = imports.at(-1)
  const at = last ? last.index + last[0].length : 0
  const quote = /from\s+'/.test(text) ? "'" : '"'
  const semicolon = last?.[0].trimEnd().endsWith(";") ? ";" : ""
  const statement = `import { ${name} } from ${quote}latchkit/providers/${id}${quote}${semicolon}`
  return last ? `${withEntry.slice(0, at)}\n${statement}${withEntry.slice(at)}` : `${statement}\n${withEntry}`
}
