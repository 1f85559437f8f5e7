import { MysqlDialect, type Dialect, type MysqlPoolConnection } from "kysely"

type QueryCallback = (error: unknown, result: unknown) => void

/** What of a `mysql2` pool is used; the one with callbacks, from `mysql2` and not `mysql2/promise`. */
export interface MySqlPool {
  getConnection(done: (error: unknown, connection: MySqlConnection) => void): void
  end(done: (error: unknown) => void): void
}

/** What of a `mysql2` connection is used. */
export interface MySqlConnection extends Pick<
  MysqlPoolConnection,
  "config" | "connect" | "destroy" | "release" | "threadId"
> {
  query: MysqlPoolConnection["query"]
  execute(text: string, values: unknown, done?: QueryCallback): unknown
}

/**
 * Kysely's dialect for MySQL and MariaDB over a `mysql2` pool, with prepared statements: values travel beside the text
 * instead of being escaped into it, whatever the server's SQL mode.
 */
export function mysqlDialect(pool: MySqlPool): Dialect {
  const connections = new WeakMap<MySqlConnection, MysqlPoolConnection>()
  return new MysqlDialect({
    pool: {
      end: (done) => pool.end(done),
      getConnection(done) {
        pool.getConnection((error, connection) => {
          // Without a connection there is an error, and Kysely looks at that first
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
    // Streams, the other thing that `query` can give, are not asked for
    query: query as MysqlPoolConnection["query"],
  }
}
