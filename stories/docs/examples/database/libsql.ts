import { createClient } from "@libsql/client"
import { Kysely } from "kysely"
import { libsqlDialect } from "latchkit/adapters/libsql"
import { SqlAdapter } from "latchkit/adapters/sql"

const client = createClient({
  url: process.env["TURSO_DATABASE_URL"] ?? "file:app.db",
  ...(process.env["TURSO_AUTH_TOKEN"] && { authToken: process.env["TURSO_AUTH_TOKEN"] }),
})

export const adapter = SqlAdapter(new Kysely({ dialect: libsqlDialect(client) }))
