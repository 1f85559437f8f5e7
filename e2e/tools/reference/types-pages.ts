import type ts from "typescript"
import { describe, listMembers, type Member } from "./members.ts"
import { anchor, memberTable, prose, section, type ReferencePage, type TypeLinks } from "./markdown.ts"
import type { Reading } from "./program.ts"

/** One type on a page: the entry point that exports it, its name, and the text before its members' names. */
type Row = readonly [entry: string, name: string, prefix?: string]

interface TypesPage {
  readonly file: string
  readonly title: string
  readonly lead: string
  readonly rows: readonly Row[]
  /** Whether members are rows of a table instead of sections. */
  readonly asTables?: boolean
}

const SERVER = "latchkit/server"
const PROVIDERS = "latchkit/providers"
const CLIENT = "latchkit"

/** Pages that consist of types. A type that is missing here is on the page of all exports only. */
export const TYPES_PAGES: readonly TypesPage[] = [
  {
    file: "options",
    title: "Options",
    lead: "Every option of `createAuth`, `NextAuth`, `SvelteKitAuth`, `ExpressAuth`, `SolidAuth` and `QwikAuth$`.",
    rows: [
      [SERVER, "AuthConfig"],
      [SERVER, "SessionOptions", "session."],
      [SERVER, "RememberOptions", "session.remember."],
      ["latchkit/jwt", "JWTOptions", "jwt."],
      [SERVER, "PagesOptions", "pages."],
      [SERVER, "CookieOption", "cookies.*."],
      [SERVER, "CookieOptions", "cookies.*.options."],
      [SERVER, "Theme", "theme."],
      [SERVER, "SecondFactorOptions", "secondFactor."],
      [SERVER, "AccountOptions", "account."],
      [SERVER, "DeletionOptions", "account.deletion."],
      [SERVER, "Step", "steps[]."],
      [SERVER, "RateLimitOptions", "rateLimit."],
      [SERVER, "Limit", "rateLimit.limits.*."],
      [SERVER, "Telemetry", "telemetry."],
      [SERVER, "LoggerInstance", "logger."],
    ],
  },
  {
    file: "provider-options",
    title: "Provider options",
    lead: "The options of each kind of provider. Those of a provider in the catalogue are the same as of `OAuth` or `OIDC`.",
    rows: [
      [PROVIDERS, "OAuthConfig", "OAuth: "],
      [PROVIDERS, "OIDCConfig", "OIDC: "],
      [PROVIDERS, "EmailConfig", "Email: "],
      [PROVIDERS, "PasswordOptions", "Password: "],
      [PROVIDERS, "CredentialsConfig", "Credentials: "],
      [PROVIDERS, "WebAuthnConfig", "Passkey: "],
      [CLIENT, "ProviderStyle", "style: "],
      [CLIENT, "CredentialField", "fields: "],
      ["latchkit/adapters/sql", "SqlAdapterOptions", "SqlAdapter: "],
      ["latchkit/adapters/drizzle", "DrizzleTables", "DrizzleAdapter: "],
      ["latchkit/adapters/drizzle", "DrizzleUsers", "users: "],
      ["latchkit/adapters/prisma", "PrismaAdapterOptions", "PrismaAdapter: "],
      ["latchkit/adapters/prisma", "PrismaUsers", "user: "],
      ["latchkit/adapters/redis", "RedisAdapterOptions", "RedisAdapter: "],
      ["latchkit/adapters/records", "RecordsAdapterOptions", "RecordsAdapter: "],
    ],
    asTables: true,
  },
  {
    file: "callbacks",
    title: "Callbacks",
    lead: "Every callback, in the option `callbacks`, and what it gets. Return what its type says: anything else is rejected.",
    rows: [
      [SERVER, "Callbacks"],
      [SERVER, "SignInCallbackParams", "signIn: "],
      [SERVER, "JwtCallbackParams", "jwt: "],
      [SERVER, "LifetimeParams", "lifetime: "],
      [SERVER, "BeforeAttemptParams", "beforeAttempt: "],
      [SERVER, "PlaceParams", "place: "],
      [SERVER, "ImpersonateParams", "impersonate: "],
      [SERVER, "StepInput", "step: "],
    ],
  },
  {
    file: "server-functions",
    title: "Server functions",
    lead: "What `createAuth` returns, for your server's own code. Each framework's export has the same functions for its requests.",
    rows: [
      [SERVER, "Helpers", "auth."],
      [SERVER, "Users", "auth.users."],
      [SERVER, "SignInOptions", "signIn: "],
      [SERVER, "UserListOptions", "users.list: "],
      [SERVER, "UserChanges", "users.update: "],
      [SERVER, "InviteOptions", "invite: "],
      [SERVER, "ImpersonateOptions", "users.impersonate: "],
      [SERVER, "PasswordResetOptions", "users.sendPasswordReset: "],
    ],
  },
]

/** Returns where each type on these pages is described. */
export function typeLinks(): TypeLinks {
  return new Map(
    TYPES_PAGES.flatMap(({ file, rows }) => rows.map(([, name]) => [name, `./${file}.mdx#${anchor(name)}`] as const)),
  )
}

/** Returns an export of an entry point. */
export function exported({ entries }: Reading, entry: string, name: string): ts.Symbol {
  const found = entries.get(entry)?.find((one) => one.name === name)
  if (!found) throw new Error(`${entry} doesn't export ${name}`)
  return found.symbol
}

/** Returns the members of a row that readers may see. */
export function membersOfRow(reading: Reading, [entry, name]: Row): Member[] {
  const members = listMembers(reading, exported(reading, entry, name))
  // An app sets some of them: the option is a `Partial` of this type
  return members.every(({ required }) => required) ? members.map((member) => ({ ...member, required: false })) : members
}

/** Writes the pages that consist of types. */
export function typesPages(reading: Reading): ReferencePage[] {
  const links = typeLinks()
  return TYPES_PAGES.map(({ file, title, lead, rows, asTables = false }) => ({
    file,
    title,
    lead,
    body: rows
      .map((row) => {
        const [entry, name, prefix = ""] = row
        const members = membersOfRow(reading, row)
        const { text } = describe(reading.checker, exported(reading, entry, name))
        const parts = asTables
          ? [memberTable(members, "Option")]
          : members.map((member) => section(member, { prefix, links }))
        return [`## ${name}`, prose(text), ...parts].filter(Boolean).join("\n\n")
      })
      .join("\n\n"),
  }))
}
