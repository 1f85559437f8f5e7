import { PostgresDialect, type Dialect, type PostgresPoolClient } from "kysely"
import { requireMethods } from "../../arguments.ts"
import { isCausedBy } from "../core/errors.ts"

/** The part of a `pg` pool that is used here. */
export interface PgPool {
  connect(): Promise<PgClient>
  end(): Promise<void>
}

/** The part of a `pg` client that is used here. */
export interface PgClient {
  query(query: { name?: string; text: string; values: unknown[] }): Promise<unknown>
  release(destroy?: boolean): void
  on?(event: "error", listener: (error: Error) => void): unknown
}

/**
 * Creates Kysely's dialect for PostgreSQL over a `pg` pool. It prepares each statement once per connection. If a pooler
 * such as PgBouncer loses one, because each transaction gets another connection, it prepares no more.
 */
export function postgresDialect(pool: PgPool): Dialect {
  requireMethods("postgresDialect", pool, ["connect", "end"], "Pass `new Pool(…)` of `pg`")
  const clients = new WeakMap<PgClient, PostgresPoolClient>()
  const names = new StatementNames()
  return new PostgresDialect({
    pool: {
      options: {},
      end: () => pool.end(),
      async connect() {
        const client = await pool.connect()
        const cached = clients.get(client) ?? preparingClient(client, names)
        clients.set(client, cached)
        return cached
      },
    },
  })
}

function preparingClient(client: PgClient, names: StatementNames): PostgresPoolClient {
  // Without a listener, a connection that is lost in a transaction ends the process. Its next query fails anyway
  client.on?.("error", () => undefined)
  const query = async (text: string, values: unknown[] = []): Promise<unknown> => {
    const name = values.length > 0 ? names.find(text) : undefined
    if (name === undefined) return client.query({ text, values })
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!isCausedBy(error, "lost")) throw error
      names.stop()
      // It didn't run. In a transaction, which has failed, the next attempt does it
      return client.query({ text, values }).catch(() => Promise.reject(error as Error)) // any error of pg
    }
  }
  return {
    // Kysely's type has an overload for cursors, which aren't configured here
    query: query as PostgresPoolClient["query"],
    release: (destroy?: boolean) => client.release(destroy),
  } as PostgresPoolClient
}

/**
 * The names of prepared statements. Limited, because the server keeps each statement in memory as long as its
 * connection. Random, because two dialects on one pool must not use the same name.
 */
class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #mark = crypto.randomUUID().slice(0, 8)
  #limit = 200

  find(text: string): string | undefined {
    const { size } = this.#names
    if (!this.#names.has(text) && size < this.#limit) this.#names.set(text, `latchkit_${this.#mark}_${size + 1}`)
    return this.#names.get(text)
  }

  /** From now on, no statement has a name. */
  stop(): void {
    this.#names.clear()
    this.#limit = 0
  }
}
