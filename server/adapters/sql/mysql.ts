import { MysqlDialect, type Dialect, type MysqlPoolConnection } from "kysely"
import { requireMethods } from "../../arguments.ts"

/** @internal */
type QueryCallback = (error: unknown, result: unknown) => void

/** The part of a `mysql2` pool that is used here. Import the pool from `mysql2`, not `mysql2/promise`. */
export interface MySqlPool {
  getConnection(done: (error: unknown, connection: MySqlConnection) => void): void
  end(done: (error: unknown) => void): void
}

/** The part of a `mysql2` connection that is used here. */
export interface MySqlConnection extends Pick<
  MysqlPoolConnection,
  "config" | "connect" | "destroy" | "release" | "threadId"
> {
  query: MysqlPoolConnection["query"]
  execute(text: string, values: unknown, done?: QueryCallback): unknown
}

/**
 * Creates Kysely's dialect for MySQL and MariaDB over a `mysql2` pool. It uses prepared statements: values are sent
 * separately instead of being escaped, so the server's SQL mode doesn't matter.
 */
export function mysqlDialect(pool: MySqlPool): Dialect {
  requireMethods("mysqlDialect", pool, ["getConnection", "end"], "Pass `createPool(…)` of `mysql2`")
  const connections = new WeakMap<MySqlConnection, MysqlPoolConnection>()
  return new MysqlDialect({
    pool: {
      end: (done) => pool.end(done),
      getConnection(done) {
        pool.getConnection((error, connection) => {
          // Without a connection there is an error, which Kysely checks first
          if (error) return done(error, connection as MysqlPoolConnection)
          const cached = connections.get(connection) ?? preparingConnection(connection)
          connections.set(connection, cached)
          done(null, cached)
        })
      },
    },
  })
}

function preparingConnection(connection: MySqlConnection): MysqlPoolConnection {
  const query = (text: string, values: readonly unknown[], done?: QueryCallback): unknown =>
    values.length > 0 ? connection.execute(text, values, done) : connection.query(text, values, done)
  return {
    get config() {
      return connection.config
    },
    get threadId() {
      return connection.threadId
    },
    connect: (done) => connection.connect(done),
    destroy: () => connection.destroy(),
    release: () => connection.release(),
    // `query` can also return streams, which aren't used here
    query: query as MysqlPoolConnection["query"],
  }
}
