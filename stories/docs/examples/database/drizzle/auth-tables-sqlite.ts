import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"

const moment = () => integer() // milliseconds since the epoch, or `{ mode: "timestamp_ms" }`

export const users = sqliteTable("auth_users", {
  id: text().primaryKey(),
  email: text().unique(),
  emailVerified: moment(),
  name: text(),
  image: text(),
  sessionEpoch: moment(),
})

const owner = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" })

export const accounts = sqliteTable(
  "auth_accounts",
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
  (table) => [
    primaryKey({ columns: [table.provider, table.providerAccountId] }),
    index("auth_accounts_user").on(table.userId),
  ],
)

export const sessions = sqliteTable(
  "auth_sessions",
  {
    sessionToken: text().primaryKey(),
    userId: owner(),
    expires: moment().notNull(),
    createdAt: moment(),
    userAgent: text(),
  },
  (table) => [index("auth_sessions_user").on(table.userId), index("auth_sessions_expires").on(table.expires)],
)

export const verificationTokens = sqliteTable(
  "auth_verification_tokens",
  {
    identifier: text().notNull(),
    token: text().notNull(),
    expires: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.identifier, table.token] }),
    index("auth_verification_tokens_expires").on(table.expires),
  ],
)

export const authenticators = sqliteTable(
  "auth_authenticators",
  {
    credentialID: text().primaryKey(),
    userId: owner(),
    providerAccountId: text().notNull(),
    credentialPublicKey: text().notNull(),
    counter: integer().notNull(),
    credentialDeviceType: text().notNull(),
    credentialBackedUp: integer().notNull(), // or `{ mode: "boolean" }`
    transports: text(),
    name: text(),
    createdAt: moment(),
    lastUsedAt: moment(),
  },
  (table) => [index("auth_authenticators_user").on(table.userId)],
)

export const counters = sqliteTable(
  "auth_counters",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    expires: moment().notNull(),
  },
  (table) => [index("auth_counters_expires").on(table.expires)],
)

export const accountRecords = sqliteTable(
  "auth_account_records",
  {
    kind: text().notNull(),
    id: text().notNull(),
    userId: text(), // without a reference
    data: text().notNull(),
    version: integer().notNull(),
    expires: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index("auth_account_records_user").on(table.userId),
    index("auth_account_records_expires").on(table.expires),
  ],
)
