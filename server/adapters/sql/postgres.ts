import { PostgresDialect, type Dialect, type PostgresPoolClient } from "kysely"
import { statementRunner } from "./postgres-query.ts"
import { requireMethods } from "../../arguments.ts"

/** The part of a `pg` pool that is used here. */
export interface PgPool {
  connect(): Promise<PgClient>
  end(): Promise<void>
}

/** The part of a `pg` client that is used here. */
export interface PgClient {
  query(query: { name?: string; text: string; values: unknown[] }): Promise<unknown>
  release(destroy?: boolean): void
}

const MAX_STATEMENT_NAMES = 200

/**
 * Creates Kysely's dialect for PostgreSQL over a `pg` pool. It prepares each statement once per connection. If your
 * pooler changes the connection for each query and doesn't support prepared statements, use Kysely's own
 * `PostgresDialect`.
 */
export function postgresDialect(pool: PgPool): Dialect {
  requireMethods("postgresDialect", pool, ["connect", "end"], "Pass `new Pool(…)` of `pg`")
  const clients = new WeakMap<PgClient, PostgresPoolClient>()
  const statementName = createStatementNames()
  return new PostgresDialect({
    pool: {
      options: {},
      end: () => pool.end(),
      async connect() {
        const client = await pool.connect()
        const cached = clients.get(client) ?? preparingClient(client, statementName)
        clients.set(client, cached)
        return cached
      },
    },
  })
}

function preparingClient(client: PgClient, statementName: (text: string) => string | undefined): PostgresPoolClient {
  const run = statementRunner(client)
  const query = (text: string, values: unknown[] = []): Promise<unknown> => {
    const name = values.length > 0 ? statementName(text) : undefined
    return name === undefined ? client.query({ text, values }) : run({ name, text, values })
  }
  return {
    // Kysely's type has an overload for cursors, which aren't configured here
    query: query as PostgresPoolClient["query"],
    release: (destroy?: boolean) => client.release(destroy),
  } as PostgresPoolClient
}

// Limited, because the server keeps each statement in memory as long as its connection. Random, because two dialects on
// one pool must not use the same name
function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const mark = crypto.randomUUID().slice(0, 8)
  return (text) => {
    const cached = names.get(text)
    if (cached !== undefined || names.size >= MAX_STATEMENT_NAMES) return cached
    const name = `latchkit_${mark}_${names.size + 1}`
    names.set(text, name)
    return name
  }
}
