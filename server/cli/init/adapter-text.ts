import { columnsText, importPath } from "../schema/app-users.ts"
import type { D1Database, DrizzleDatabase, OwnDatabase } from "./own-database.ts"

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
  { cwd, config, framework }: { cwd: string; config: string; framework: string },
): Promise<AdapterText> {
  if (own.tool === "d1") return framework === "workers" ? workerText(own) : d1Text(own, framework)
  const from = async (path: string) => JSON.stringify(await importPath(cwd, config, path))
  const inWorker = own.tool === "drizzle" && framework === "workers" ? own.binding : undefined
  const { file = "", name = "" } = own.client ?? {}
  const client = inWorker !== undefined ? `drizzle(${inWorker})` : name === "default" ? USUAL[own.tool] : name
  const clientImport =
    inWorker !== undefined
      ? 'import { drizzle } from "drizzle-orm/d1"'
      : `import ${name === "default" ? client : `{ ${name} }`} from ${await from(file)}`
  if (own.tool === "prisma") {
    const options = own.users?.options ?? []
    return {
      imports: ['import { PrismaAdapter } from "latchkit/adapters/prisma"', clientImport],
      adapter: `PrismaAdapter(${[client, ...(options.length > 0 ? [`{ ${options.join(", ")} }`] : [])].join(", ")})`,
    }
  }
  const { users, schema } = own
  const isElsewhere = users !== undefined && users.file !== schema
  return {
    imports: [
      'import { DrizzleAdapter } from "latchkit/adapters/drizzle"',
      clientImport,
      `import * as tables from ${await from(schema)}`,
      ...(isElsewhere ? [`import { ${users.table} } from ${await from(users.file)}`] : []),
    ],
    adapter: `DrizzleAdapter(${client}, ${tablesText(users, isElsewhere)})`,
    ...(inWorker !== undefined && { before: D1_BINDING, parameter: `${inWorker}: D1Binding` }),
  }
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

const D1_IMPORTS = [
  'import { Kysely } from "kysely"',
  'import { d1Dialect, type D1Binding } from "latchkit/adapters/d1"',
  'import { SqlAdapter } from "latchkit/adapters/sql"',
]

const workerText = ({ binding }: D1Database): AdapterText => ({
  imports: D1_IMPORTS,
  parameter: `${binding}: D1Binding`,
  adapter: `SqlAdapter(new Kysely<object>({ dialect: d1Dialect(${binding}) }))`,
})

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

const d1Text = ({ binding }: D1Database, framework: string): AdapterText => {
  const bindings = BINDINGS[framework === "next" ? "next" : "sveltekit"]
  return {
    imports: [bindings.import, ...D1_IMPORTS],
    before: `const adapters = new WeakMap<D1Binding, ReturnType<typeof SqlAdapter>>()

/** Returns the adapter of a database: a Worker gets it with the request. */
function adapterOn(database: D1Binding | undefined) {
  if (!database) throw new Error("There is no binding ${binding}. Check your Wrangler configuration")
  const adapter = adapters.get(database) ?? SqlAdapter(new Kysely<object>({ dialect: d1Dialect(database) }))
  adapters.set(database, adapter)
  return adapter
}
`,
    parameter: bindings.parameter,
    adapter: `adapterOn(${bindings.env}.${binding})`,
  }
}
