import { readdir, readFile } from "node:fs/promises"
import { extname } from "node:path"
import { variablePrefix } from "../../providers/variables.ts"
import type { ChosenProvider } from "./choices.ts"

/** A provider of the catalogue, with what its owner must set and where. */
export interface CatalogueEntry extends ChosenProvider {
  /** The names of its environment variables. */
  variables: readonly string[]
  /** Options that the call needs, such as `{ tenant: "…" }`. */
  options: readonly { name: string; about: string }[]
  /** The page of the provider that explains how to register an app. */
  help: string | undefined
  /** Whether it sends emails, and so has no callback URL. */
  sendsEmail?: boolean
}

const FROM = { name: "from", about: "the sender, such as Acme <hello@acme.example>" }
const TEMPLATE = { name: "transactionalId", about: "the id of the transactional email" }

/** The services that send emails: module, export, address of their documentation, and options that the call needs. */
const EMAIL_SENDERS = [
  ["forwardemail", "ForwardEmail", "https://forwardemail.net/en/email-api", [FROM]],
  ["loops", "Loops", "https://loops.so/docs/transactional", [TEMPLATE]],
  ["mailgun", "Mailgun", "https://documentation.mailgun.com/docs/mailgun/api-reference", [FROM]],
  ["postmark", "Postmark", "https://postmarkapp.com/developer", [FROM]],
  ["resend", "Resend", "https://resend.com/docs", [FROM]],
  ["sendgrid", "SendGrid", "https://www.twilio.com/docs/sendgrid", [FROM]],
] as const

/** Finds a provider that sends emails, or another one, as {@link findProvider} does. */
export async function findAnyProvider(name: string): Promise<CatalogueEntry> {
  const sender = EMAIL_SENDERS.find(([id]) => id === simplified(name))
  if (sender === undefined) return findProvider(name)
  const [id, exported, help, options] = sender
  const variables = [`${variablePrefix(id)}_KEY`]
  return { id, export: exported, name: exported, variables, options, help, sendsEmail: true }
}

const FOLDER = new URL("../../providers/catalogue/", import.meta.url)
/** The extension of this module and its neighbors: `.ts` in the sources, `.js` in the package. */
const EXTENSION = extname(import.meta.url)

interface ProviderModule {
  [name: string]: unknown
  default?: unknown
}

interface ShownRow {
  id: string
  name: string
  options?: Record<string, { required: boolean; about: string; inEnvironment?: true }>
}

/**
 * Finds a provider by its id or name, in any case.
 *
 * @throws {Error} if there is none. The message names those that start the same
 */
export async function findProvider(name: string): Promise<CatalogueEntry> {
  const files = await readdir(FOLDER)
  const ids = files
    .filter((file) => file.endsWith(EXTENSION) && !/^index\.|\.d\.ts$/.test(file))
    .map((file) => file.slice(0, -EXTENSION.length))
  const simpleName = simplified(name)
  const id = ids.find((one) => simplified(one) === simpleName)
  if (id === undefined) {
    const near = ids
      .filter((one) => simpleName !== "" && simplified(one).startsWith(simpleName.slice(0, 3)))
      .slice(0, 8)
    const hint =
      near.length > 0
        ? `Did you mean ${near.join(", ")}?`
        : "The page Providers of the documentation lists all of them."
    throw new Error(`Unknown provider ${JSON.stringify(name)}. ${hint}`)
  }
  return readEntry(id)
}

const simplified = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

async function readEntry(file: string): Promise<CatalogueEntry> {
  const url = new URL(`${file}${EXTENSION}`, FOLDER)
  const module = (await import(url.href)) as ProviderModule // a module of the catalogue
  const [exported = file] = Object.keys(module).filter((key) => key !== "default" && module[key] === module.default)
  const { row } = module.default as { row: ShownRow } // the default export of every module is a provider function
  const options = Object.entries(row.options ?? {})
  const prefix = variablePrefix(row.id)
  const hasIssuer = options.some(([, { inEnvironment }]) => inEnvironment)
  return {
    id: file,
    export: exported,
    name: row.name,
    variables: [`${prefix}_ID`, `${prefix}_SECRET`, ...(hasIssuer ? [`${prefix}_ISSUER`] : [])],
    options: options.flatMap(([name, { required, about }]) => (required ? [{ name, about }] : [])),
    help: /@see (https:\S+)/.exec(await readFile(url, "utf8"))?.[1],
  }
}
