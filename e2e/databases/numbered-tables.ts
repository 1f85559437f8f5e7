import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"

const moment = () => integer({ mode: "timestamp_ms" })

/** An app's users with integers as keys and dates of Drizzle, in SQLite. */
export const users = sqliteTable("members", {
  id: integer("member_id").primaryKey({ autoIncrement: true }),
  email: text("mail").unique(),
  emailVerified: moment(),
  name: text(),
  image: text(),
  sessionEpoch: moment(),
  credits: integer().notNull().default(7),
  likesCats: integer({ mode: "boolean" }),
})

const owner = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" })

export const accounts = sqliteTable(
  "accounts",
  {
    provider: text().notNull(),
    providerAccountId: text().notNull(),
    userId: owner(),
    type: text().notNull(),
    access_token: text(),
    refresh_token: text(),
    id_token: text(),
    scope: text(),
    token_type: text(),
    session_state: text(),
    expires_at: integer(),
    extra: text(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.providerAccountId] })],
)

export const sessions = sqliteTable("sessions", {
  sessionToken: text().primaryKey(),
  userId: owner(),
  expires: moment().notNull(),
  createdAt: moment(),
  userAgent: text(),
})

export const verificationTokens = sqliteTable(
  "tokens",
  { identifier: text().notNull(), token: text().notNull(), expires: moment().notNull() },
  (table) => [primaryKey({ columns: [table.identifier, table.token] })],
)

export const authenticators = sqliteTable("passkeys", {
  credentialID: text().primaryKey(),
  userId: owner(),
  providerAccountId: text().notNull(),
  credentialPublicKey: text().notNull(),
  counter: integer().notNull(),
  credentialDeviceType: text().notNull(),
  credentialBackedUp: integer({ mode: "boolean" }).notNull(),
  transports: text(),
  name: text(),
  createdAt: moment(),
  lastUsedAt: moment(),
})

export const counters = sqliteTable("counters", {
  key: text().primaryKey(),
  count: integer().notNull(),
  expires: moment().notNull(),
})

export const accountRecords = sqliteTable(
  "records",
  {
    kind: text().notNull(),
    id: text().notNull(),
    userId: text(),
    data: text().notNull(),
    version: integer().notNull(),
    expires: moment(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
)
