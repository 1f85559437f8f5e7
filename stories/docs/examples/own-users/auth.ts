import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { SqlAdapter, sqliteDialect } from "latchkit/adapters/sql"
import { OIDC } from "latchkit/providers"
import { createAuth, defineConfig } from "latchkit/server"

export const database = new DatabaseSync(process.env["DATABASE"] ?? ":memory:")

export const adapter = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(database) }))

export const config = defineConfig({
  adapter,
  providers: [
    OIDC({
      id: "acme",
      issuer: "https://issuer.test",
      clientId: "client",
      clientSecret: "s",
    }),
  ],
  events: {
    // The row of your own table has the same id
    createUser: ({ user }) => {
      database
        .prepare("insert into users (id, email, full_name) values (?, ?, ?)")
        .run(user.id, user.email, user.name ?? null)
    },
    deleteUser: ({ user }) => {
      database.prepare("delete from users where id = ?").run(user.id)
    },
  },
})

export const auth = createAuth(config)
