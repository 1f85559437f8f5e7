import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { SqlAdapter, sqliteDialect } from "latchkit/adapters/sql"
import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

const database = new DatabaseSync(process.env["DATABASE"] ?? ":memory:")

export const adapter = SqlAdapter(new Kysely({ dialect: sqliteDialect(database) }))
await adapter.migrate() // or `npx latchkit migrate` when you deploy

export const config = defineConfig({ adapter, providers: [GitHub()] })
export const auth = createAuth(config)
