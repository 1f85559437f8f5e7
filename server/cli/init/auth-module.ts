import type { SqlDialectName } from "../../adapters/sql.ts"
import { d1Binding, FACTS, sqlDialect, type Choices, type FrameworkName, type NewFile } from "./choices.ts"
import type { AdapterText } from "./adapter-text.ts"

/** How a framework's integration is called. Qwik's is called in another file. */
interface Call {
  import?: string
  /** More imports of `latchkit/server`. */
  serverImports?: readonly string[]
  /** Statements after the imports. */
  before?: string
  /** The statement that creates it from the configuration, which may be a function of a database. */
  creation?: string | ((database: string | undefined) => string)
}

const LOADED_ENV = `// Vite keeps .env out of process.env. In production, the host sets the variables
if (process.env.NODE_ENV === "development") process.loadEnvFile()
`

/** Without an integration, the app passes its requests on. */
const SERVICE: Call = { serverImports: ["createAuth"], creation: "export const auth = createAuth(config)" }

/** A Worker gets its variables with the request, and so has a service for each environment. */
const WORKER: Call = {
  serverImports: ["createAuth", "type AuthService"],
  creation: (database) => `${
    database === undefined
      ? "/** The Worker's variables. */\nexport type Env = Record<string, string>"
      : `/** The Worker's bindings and variables. */
export interface Env {
  ${database}: D1Binding
  AUTH_SECRET: string
}`
  }

const services = new WeakMap<Env, AuthService>()

/** Returns the service of an environment: a Worker gets it with the request. */
export function authFor(env: Env): AuthService {
  const auth = services.get(env) ?? createService(env)
  services.set(env, auth)
  return auth
}

function createService(${database === undefined ? "env" : `{ ${database}, ...env }`}: Env): AuthService {
  return createAuth(config${database === undefined ? "" : `(${database})`}, { env })
}`,
}

const CALLS: Readonly<Record<FrameworkName, Call>> = {
  next: {
    import: 'import { NextAuth } from "latchkit/next"',
    creation: "export const { handlers, auth, requireAuth, signIn, signInProps, signOut } = NextAuth(config)",
  },
  sveltekit: {
    import: 'import { SvelteKitAuth } from "latchkit/sveltekit"',
    before: LOADED_ENV,
    creation: "export const { handle, requireAuth, signIn, signInProps, signOut } = SvelteKitAuth(config)",
  },
  "solid-start": {
    import: 'import { SolidAuth } from "latchkit/solid-start"',
    creation: "export const { GET, POST, getSession, requireAuth, signIn, signInProps, signOut } = SolidAuth(config)",
  },
  qwik: {},
  "react-router": SERVICE,
  "tanstack-start": SERVICE,
  "tanstack-start-solid": SERVICE,
  astro: { ...SERVICE, before: LOADED_ENV },
  nuxt: SERVICE,
  "express-vite": {
    import: 'import { ExpressAuth } from "latchkit/express"',
    creation: "export const auth = ExpressAuth(config)",
  },
  express: {
    import: 'import { ExpressAuth } from "latchkit/express"',
    creation: "export const auth = ExpressAuth(config)",
  },
  hono: SERVICE,
  fastify: SERVICE,
  nest: SERVICE,
  workers: WORKER,
  elysia: SERVICE,
  deno: SERVICE,
}

interface DatabaseText {
  imports: readonly string[]
  dialect: string
  /** The name of its function in `latchkit/adapters/sql`. */
  dialectImport: string
}

const DATABASE_TEXTS: Readonly<Record<SqlDialectName, DatabaseText>> = {
  sqlite: {
    imports: ['import { DatabaseSync } from "node:sqlite"', 'import { Kysely } from "kysely"'],
    dialect: 'sqliteDialect(new DatabaseSync("app.db"))',
    dialectImport: "sqliteDialect",
  },
  postgres: {
    imports: ['import { Kysely } from "kysely"', 'import { Pool } from "pg"'],
    dialect: "postgresDialect(new Pool({ connectionString: process.env.DATABASE_URL }))",
    dialectImport: "postgresDialect",
  },
  mysql: {
    imports: ['import { Kysely } from "kysely"', 'import { createPool } from "mysql2"'],
    dialect: 'mysqlDialect(createPool({ uri: process.env.DATABASE_URL ?? "" }))',
    dialectImport: "mysqlDialect",
  },
}

function adapterText(choices: Choices): AdapterText | undefined {
  const dialect = sqlDialect(choices)
  if (dialect === undefined) return undefined
  const stored = DATABASE_TEXTS[dialect]
  return {
    imports: [
      ...stored.imports,
      `import { ${sorted(["SqlAdapter", stored.dialectImport])} } from "latchkit/adapters/sql"`,
    ],
    before: `const database = new Kysely<object>({\n  dialect: ${stored.dialect},\n})\n`,
    adapter: "SqlAdapter(database)",
  }
}

/** Returns the module that configures Latchkit, with an adapter on the app's own database if there is one. */
export function authModule(choices: Choices, own?: AdapterText): NewFile {
  const { framework, siteName, passwords, providers } = choices
  const call = CALLS[framework]
  const stored = own ?? adapterText(choices)
  const binding = d1Binding(choices)
  const isWorker = binding !== undefined
  // An adapter brings the theme. Elsewhere than in a Worker, Latchkit finds it
  const features = framework === "workers" && !stored ? ["theme"] : []
  const sender = isWorker ? "Resend" : "Nodemailer" // a Worker has no SMTP
  const imports = [
    ...(stored?.imports ?? []),
    ...(call.import === undefined ? [] : [call.import]),
    `import { ${sorted([...(call.serverImports ?? []), "defineConfig", ...features])} } from "latchkit/server"`,
    ...(passwords ? [`import { ${sorted(["Password", sender])} } from "latchkit/providers"`] : []),
    ...providers.map(({ id, export: name }) => `import { ${name} } from "latchkit/providers/${id}"`),
  ]
  const from = `from: "${siteName} <hello@${exampleDomain(siteName)}>"`
  const entries = [
    ...(passwords
      ? ["Password(),", isWorker ? `Resend({ ${from} }),` : `Nodemailer({ server: process.env.SMTP_URL, ${from} }),`]
      : []),
    ...providers.map(({ export: name }) => `${name}(),`),
  ]
  const options = [
    `  siteName: ${JSON.stringify(siteName)},`,
    '  theme: { brandColor: "#7c3aed" },',
    ...(stored ? [`  adapter: ${stored.adapter},`] : []),
    ...(features.length > 0 ? [`  features: [${features}],`] : []),
    ...(entries.length > 0
      ? ["  providers: [", ...entries.map((entry) => `    ${entry}`), "  ],"]
      : ["  providers: [],"]),
    "})",
  ]
  const creation = typeof call.creation === "function" ? call.creation(binding) : call.creation
  const lines = [
    ...imports.toSorted(byModule),
    "",
    // The bindings of a Worker have the variables too
    ...(call.before === undefined || isWorker ? [] : [call.before]),
    ...(stored?.before ? [stored.before] : []),
    `export const config = ${stored?.parameter === undefined ? "" : `(${stored.parameter}) => `}defineConfig({`,
    ...options,
    ...(creation === undefined ? [] : ["", creation]),
    "",
  ]
  return { path: FACTS[framework].config, text: lines.join("\n") }
}

const sorted = (names: readonly string[]) => names.toSorted().join(", ")
const importedModule = (line: string) => /from "([^"]+)"/.exec(line)?.[1] ?? ""
/** Packages come first, then Latchkit, then the app's own modules. */
const rank = (module: string) => (module.startsWith(".") ? 2 : module.startsWith("latchkit/") ? 1 : 0)
function byModule(one: string, other: string): number {
  const [first, second] = [importedModule(one), importedModule(other)]
  if (rank(first) !== rank(second)) return rank(first) - rank(second)
  return rank(first) === 1 && first !== second ? (first < second ? -1 : 1) : 0
}

/** Returns a domain that belongs to no one, so that a test email reaches no stranger. */
const exampleDomain = (siteName: string) =>
  `${
    siteName
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "") || "app"
  }.example`
