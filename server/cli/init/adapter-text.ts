import { columnsText, importPath } from "../schema/app-users.ts"
import { d1Binding, type FrameworkName } from "./choices.ts"
import type { DrizzleDatabase, OwnDatabase } from "./own-database.ts"

/** The parts of the module that configures Latchkit which belong to its adapter. */
export interface AdapterText {
  readonly imports: readonly string[]
  /** The expression. */
  readonly adapter: string
  /** Statements before the configuration. */
  readonly before?: string
  /** The parameter of the configuration, if it is a function of the request. */
  readonly parameter?: string
}

/** Returns the text of the adapter on the app's database, in the module `config`. */
export async function ownAdapterText(
  own: OwnDatabase,
  { cwd, config, framework }: { cwd: string; config: string; framework: FrameworkName },
): Promise<AdapterText> {
  const binding = d1Binding({ framework, own })
  if (own.tool === "d1") return d1Text(KYSELY_ON_D1, { framework, binding: own.binding })
  const from = async (path: string) => JSON.stringify(await importPath(cwd, config, path))
  const { file = "", name = "" } = own.client ?? {}
  const client = name === "default" ? USUAL[own.tool] : name
  const clientImport = `import ${name === "default" ? client : `{ ${name} }`} from ${await from(file)}`
  if (own.tool === "prisma") {
    const options = own.users?.options ?? []
    return {
      imports: ['import { PrismaAdapter } from "latchkit/adapters/prisma"', clientImport],
      adapter: `PrismaAdapter(${[client, ...(options.length > 0 ? [`{ ${options.join(", ")} }`] : [])].join(", ")})`,
    }
  }
  const { users, schema } = own
  const isElsewhere = users !== undefined && users.file !== schema
  const imports = [
    'import { DrizzleAdapter } from "latchkit/adapters/drizzle"',
    `import * as tables from ${await from(schema)}`,
    ...(isElsewhere ? [`import { ${users.table} } from ${await from(users.file)}`] : []),
  ]
  const create = (db: string) => `DrizzleAdapter(${db}, ${tablesText(users, isElsewhere)})`
  if (binding === undefined) return { imports: [clientImport, ...imports], adapter: create(client) }
  const onD1 = {
    imports: [...imports, 'import { drizzle } from "drizzle-orm/d1"'],
    before: D1_BINDING,
    create: (database: string) => create(`drizzle(${database})`),
  }
  return d1Text(onD1, { framework, binding })
}

/** The names of clients that a module exports by default. */
const USUAL = { drizzle: "db", prisma: "prisma" } as const

const D1_BINDING = `/** A D1 database, as Drizzle takes it. */
export type D1Binding = Parameters<typeof drizzle>[0]
`

function tablesText(users: DrizzleDatabase["users"], isElsewhere: boolean): string {
  if (!users) return "tables"
  const { table, columns } = users
  const name = isElsewhere ? table : `tables.${table}`
  const isMapped = Object.keys(columns).length > 0
  if (isMapped) return `{ ...tables, users: { table: ${name}, columns: ${columnsText(columns)} } }`
  if (table === "users") return isElsewhere ? "{ ...tables, users }" : "tables"
  return `{ ...tables, users: ${name} }`
}

/** How an adapter is created on a D1 binding, whose type is `D1Binding`. */
interface OnD1 {
  readonly imports: readonly string[]
  /** Statements before the configuration. */
  readonly before: string
  /** Returns the expression. */
  create(database: string): string
}

const KYSELY_ON_D1: OnD1 = {
  imports: [
    'import { Kysely } from "kysely"',
    'import { d1Dialect, type D1Binding } from "latchkit/adapters/d1"',
    'import { SqlAdapter } from "latchkit/adapters/sql"',
  ],
  before: "",
  create: (database) => `SqlAdapter(new Kysely<object>({ dialect: d1Dialect(${database}) }))`,
}

/** How each framework gives the bindings to the configuration. */
const BINDINGS = {
  next: {
    import: 'import { getCloudflareContext } from "@opennextjs/cloudflare"',
    parameter: "",
    env: "getCloudflareContext().env",
  },
  sveltekit: {
    import: 'import type { RequestEvent } from "@sveltejs/kit"',
    parameter: "{ platform }: RequestEvent",
    env: "platform?.env",
  },
} as const

function d1Text(
  { imports, before, create }: OnD1,
  { framework, binding }: { framework: FrameworkName; binding: string },
): AdapterText {
  if (framework === "workers") return { imports, before, parameter: `${binding}: D1Binding`, adapter: create(binding) }
  const bindings = BINDINGS[framework === "next" ? "next" : "sveltekit"]
  const createAdapter = `const createAdapter = (database: D1Binding) =>\n  ${create("database")}\n`
  return {
    imports: [bindings.import, ...imports],
    before: [before, createAdapter + adapterOn(binding)].filter(Boolean).join("\n"),
    parameter: bindings.parameter,
    adapter: `adapterOn(${bindings.env}.${binding})`,
  }
}

const adapterOn = (binding: string) => `const adapters = new WeakMap<D1Binding, ReturnType<typeof createAdapter>>()

/** Returns the adapter of a database: a Worker gets it with the request. */
function adapterOn(database: D1Binding | undefined) {
  if (!database) throw new Error("There is no binding ${binding}. Check your Wrangler configuration")
  const adapter = adapters.get(database) ?? createAdapter(database)
  adapters.set(database, adapter)
  return adapter
}
`
