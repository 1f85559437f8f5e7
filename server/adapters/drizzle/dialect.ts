import { shownValue } from "../../arguments.ts"
import { entityKind } from "drizzle-orm"

/** How a database of Drizzle takes statements. */
export interface DrizzleDialect {
  readonly name: "postgres" | "mysql" | "sqlite"
  /**
   * - `interactive`: `db.transaction` stays open over several statements
   * - `joined`: it is a transaction that the app began
   * - `batch`: `db.batch` is all or nothing, and there is no other transaction
   * - `sync`: `db.transaction` takes a function that returns at once
   */
  readonly mode: "interactive" | "joined" | "batch" | "sync"
}

const BATCHES: readonly string[] = ["D1Database", "LibSQLDatabase"]
// Such as NeonHttpDatabase, PgRemoteDatabase and NetlifyDbDatabase
const OVER_HTTP = /Http|Remote|Netlify/

/**
 * Returns how `db` takes statements.
 *
 * @throws {TypeError} if it isn't a database of Drizzle, or nothing with several statements is atomic there
 */
export function detectDialect(db: object): DrizzleDialect {
  const kinds = entityKinds(db)
  const isTransaction = kinds.some((kind) => /^(Pg|MySql|SQLite)(Async)?Transaction$/.test(kind))
  // Drizzle 1.0 has another name
  if (kinds.includes("PgDatabase") || kinds.includes("PgAsyncDatabase"))
    return serverDialect("postgres", kinds, isTransaction)
  if (kinds.includes("MySqlDatabase")) return serverDialect("mysql", kinds, isTransaction)
  if (!kinds.includes("BaseSQLiteDatabase"))
    throw new TypeError(`\`DrizzleAdapter\` got ${shownValue(db)}. Pass \`drizzle(…)\` or a transaction`)
  // Outside a request, a Worker has no bindings, and `drizzle(undefined)` fails at the first query only
  if (kinds.includes("D1Database") && "$client" in db && db.$client === undefined) throw new TypeError(NO_BINDING)
  const isSync = Reflect.get(db, "resultKind") === "sync"
  if (isTransaction && isSync) throw new TypeError(SYNC_TRANSACTION)
  if (isTransaction) return { name: "sqlite", mode: "joined" }
  if (isSync) return { name: "sqlite", mode: "sync" }
  if (kinds.some((kind) => BATCHES.includes(kind))) return { name: "sqlite", mode: "batch" }
  throw new TypeError(`${kinds[0]}: nothing with several statements is atomic there`)
}

function serverDialect(name: "postgres" | "mysql", kinds: readonly string[], isTransaction: boolean): DrizzleDialect {
  const driver = kinds.find((kind) => OVER_HTTP.test(kind))
  if (driver !== undefined && !isTransaction)
    throw new TypeError(`${driver}: it has no transactions. Use another driver, such as neon-serverless`)
  return { name, mode: isTransaction ? "joined" : "interactive" }
}

const SYNC_TRANSACTION = "A synchronous transaction can't wait for the adapter. Pass `db`"

const NO_BINDING =
  "`DrizzleAdapter` got a database of D1 without its binding. Pass `drizzle(env.DB)`, with the `env` of the request"

// By name, as Drizzle's own `is` compares: the app may have another copy of Drizzle
function entityKinds(value: object | undefined): readonly string[] {
  const kinds: string[] = []
  for (let type: unknown = value?.constructor; typeof type === "function"; type = Object.getPrototypeOf(type)) {
    const kind: unknown = Object.hasOwn(type, entityKind) ? Reflect.get(type, entityKind) : undefined
    if (typeof kind === "string") kinds.push(kind)
  }
  return kinds
}
