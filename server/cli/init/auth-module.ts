import { FACTS, type Choices, type Database, type FrameworkName, type NewFile } from "./choices.ts"

/** How a framework's integration is called. Qwik's is called in another file. */
interface Call {
  import?: string
  /** Statements after the imports. */
  before?: string
  /** The statement that creates it from the configuration. */
  creation?: string
}

const CALLS: Readonly<Record<FrameworkName, Call>> = {
  next: {
    import: 'import { NextAuth } from "latchkit/next"',
    creation: "export const { handlers, auth, requireAuth, signIn, signInProps, signOut } = NextAuth(config)",
  },
  sveltekit: {
    import: 'import { SvelteKitAuth } from "latchkit/sveltekit"',
    before: `// Vite keeps .env out of process.env. In production, the host sets the variables
if (process.env.NODE_ENV === "development") process.loadEnvFile()
`,
    creation: "export const { handle, requireAuth, signIn, signInProps, signOut } = SvelteKitAuth(config)",
  },
  "solid-start": {
    import: 'import { SolidAuth } from "latchkit/solid-start"',
    creation: "export const { GET, POST, getSession, requireAuth, signIn, signInProps, signOut } = SolidAuth(config)",
  },
  qwik: {},
  "express-vite": {
    import: 'import { ExpressAuth } from "latchkit/express"',
    creation: "export const auth = ExpressAuth(config)",
  },
  express: {
    import: 'import { ExpressAuth } from "latchkit/express"',
    creation: "export const auth = ExpressAuth(config)",
  },
}

interface DatabaseText {
  imports: readonly string[]
  dialect: string
  /** The name of its function in `latchkit/adapters/sql`. */
  dialectImport: string
}

const DATABASE_TEXTS: Readonly<Record<Exclude<Database, "none">, DatabaseText>> = {
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

/** Returns the module that configures Latchkit. */
export function authModule(choices: Choices): NewFile {
  const { framework, database, siteName, passwords, providers } = choices
  const call = CALLS[framework]
  const stored = database === "none" ? undefined : DATABASE_TEXTS[database]
  const latchkit = [
    ...(stored ? [`import { ${sorted(["SqlAdapter", stored.dialectImport])} } from "latchkit/adapters/sql"`] : []),
    ...(call.import === undefined ? [] : [call.import]),
    'import { defineConfig } from "latchkit/server"',
    ...(passwords ? ['import { Nodemailer, Password } from "latchkit/providers"'] : []),
    ...providers.map(({ id, export: name }) => `import { ${name} } from "latchkit/providers/${id}"`),
  ]
  const entries = [
    ...(passwords
      ? [
          "Password(),",
          `Nodemailer({ server: process.env.SMTP_URL, from: "${siteName} <hello@${exampleDomain(siteName)}>" }),`,
        ]
      : []),
    ...providers.map(({ export: name }) => `${name}(),`),
  ]
  const lines = [
    ...(stored?.imports ?? []),
    ...latchkit.toSorted(byModule),
    "",
    ...(call.before === undefined ? [] : [call.before]),
    ...(stored ? ["const database = new Kysely<object>({", `  dialect: ${stored.dialect},`, "})", ""] : []),
    "export const config = defineConfig({",
    `  siteName: ${JSON.stringify(siteName)},`,
    '  theme: { brandColor: "#7c3aed" },',
    ...(stored ? ["  adapter: SqlAdapter(database),"] : []),
    ...(entries.length > 0
      ? ["  providers: [", ...entries.map((entry) => `    ${entry}`), "  ],"]
      : ["  providers: [],"]),
    "})",
    ...(call.creation === undefined ? [] : ["", call.creation]),
    "",
  ]
  return { path: FACTS[framework].config, text: lines.join("\n") }
}

const sorted = (names: readonly string[]) => names.toSorted().join(", ")
const importedModule = (line: string) => /from "([^"]+)"/.exec(line)?.[1] ?? ""
const byModule = (one: string, other: string) => (importedModule(one) < importedModule(other) ? -1 : 1)

/** Returns a domain that belongs to no one, so that a test email reaches no stranger. */
const exampleDomain = (siteName: string) =>
  `${
    siteName
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "") || "app"
  }.example`
