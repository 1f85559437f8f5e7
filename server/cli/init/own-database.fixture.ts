const KIT = `import { defineConfig } from "drizzle-kit"

export default defineConfig({ dialect: "postgresql", schema: "./db/schema.ts", out: "./drizzle" })
`
const DATABASE = `import { drizzle } from "drizzle-orm/node-postgres"
import { Pool } from "pg"

const client = new Pool({ connectionString: process.env.DATABASE_URL })

export const db = drizzle({ client })
`
const POSTS = `import { pgTable, text } from "drizzle-orm/pg-core"

export const posts = pgTable("posts", { id: text().primaryKey() })
`

/** An app with one module of tables, without users. */
export const DRIZZLE_APP = { "drizzle.config.ts": KIT, "db/index.ts": DATABASE, "db/schema.ts": POSTS }

/** An app with a folder of tables, its own users and a client that it exports by default. */
export const DRIZZLE_USERS_APP = {
  "drizzle.config.ts": KIT.replace("schema.ts", "tables"),
  "db/tables/people.ts": `import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"

export const user = pgTable("people", {
  id: uuid("person_id").primaryKey().defaultRandom(),
  email: text("address").notNull().unique(),
  emailVerified: timestamp("verified_at", { withTimezone: true }),
})
`,
  "db/client.ts": `${DATABASE.replace("export const", "const")}\nexport default db\n`,
}

/** An app whose users are in a table with other names. */
export const DRIZZLE_CUSTOMERS_APP = {
  ...DRIZZLE_APP,
  "db/schema.ts": `import { pgTable, text, timestamp } from "drizzle-orm/pg-core"

export const subscribers = pgTable("subscribers", { id: text().primaryKey(), email: text().notNull() })

export const customers = pgTable("customers", {
  id: text().primaryKey(),
  mailAddress: text().notNull().unique(),
  confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
  plan: text().notNull(),
})
`,
}

/** An app with a model of users. */
export const PRISMA_APP = {
  "prisma/schema.prisma": `datasource db {
  provider = "postgresql"
}

model User {
  id            String    @id @default(cuid())
  email         String?   @unique
  emailVerified DateTime?
}
`,
  "src/lib/prisma.ts": `class PrismaClient {
  async $queryRawUnsafe(_query: string, ..._values: unknown[]): Promise<unknown> {
    return []
  }
}
const shared = globalThis as typeof globalThis & { prisma?: PrismaClient }

export const prisma = shared.prisma ?? new PrismaClient()
if (process.env.NODE_ENV !== "production") shared.prisma = prisma
`,
}

/** An app whose users are in a model with other names. */
export const PRISMA_CUSTOMERS_APP = {
  ...PRISMA_APP,
  "prisma/schema.prisma": PRISMA_APP["prisma/schema.prisma"]
    .replace("model User", "model Customer")
    .replace("email  ", "mailAddress"),
}

/** An app on Cloudflare with a migration. */
export const D1_APP = {
  "wrangler.toml": `name = "acme"

[[kv_namespaces]]
binding = "CACHE"

[[d1_databases]]
binding = "DB"
database_name = "acme"
migrations_dir = "sql"
`,
  "sql/0002_posts.sql": "create table posts (id text primary key);\n",
}

/** A Worker with tables of Drizzle in D1, and a client for each request. */
export const DRIZZLE_D1_APP = {
  ...D1_APP,
  "drizzle.config.ts": `export default { dialect: "sqlite", driver: "d1-http", schema: "./src/db/schema.ts", out: "./sql" }\n`,
  "src/db/schema.ts": `import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"

export const members = sqliteTable("members", {
  memberId: integer("member_id").primaryKey({ autoIncrement: true }),
  emailAddress: text("email_address").notNull().unique(),
  verifiedAt: integer("verified_at", { mode: "timestamp_ms" }),
})
`,
  "src/db/client.ts": `import { drizzle } from "drizzle-orm/d1"

export const createDb = (env: { DB: Parameters<typeof drizzle>[0] }) => drizzle(env.DB)
`,
}
