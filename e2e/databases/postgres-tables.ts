// Latchkit's tables. After an upgrade, `npx latchkit schema drizzle` adds what is missing.
import { bigint, foreignKey, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core"

const moment = () => bigint({ mode: "number" }) // milliseconds since the epoch, or `timestamp({ withTimezone: true })`

export const users = pgTable("auth_users", {
  id: text().primaryKey(),
  email: text().unique("auth_users_email_key"),
  emailVerified: moment(),
  name: text(),
  image: text(),
  sessionEpoch: moment(),
})

export const accounts = pgTable(
  "auth_accounts",
  {
    provider: text().notNull(),
    providerAccountId: text().notNull(),
    userId: text().notNull(),
    type: text().notNull(),
    access_token: text(),
    refresh_token: text(),
    id_token: text(),
    scope: text(),
    token_type: text(),
    session_state: text(),
    expires_at: bigint({ mode: "number" }),
    extra: text(),
  },
  (table) => [
    primaryKey({ name: "auth_accounts_pkey", columns: [table.provider, table.providerAccountId] }),
    foreignKey({
      name: "auth_accounts_userId_fkey",
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete("cascade"),
    index("auth_accounts_user").on(table.userId),
  ],
)

export const sessions = pgTable(
  "auth_sessions",
  {
    sessionToken: text().primaryKey(),
    userId: text().notNull(),
    expires: moment().notNull(),
    createdAt: moment(),
    userAgent: text(),
  },
  (table) => [
    foreignKey({
      name: "auth_sessions_userId_fkey",
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete("cascade"),
    index("auth_sessions_user").on(table.userId),
    index("auth_sessions_expires").on(table.expires),
  ],
)

export const verificationTokens = pgTable(
  "auth_verification_tokens",
  {
    identifier: text().notNull(),
    token: text().notNull(),
    expires: moment().notNull(),
  },
  (table) => [
    primaryKey({ name: "auth_verification_tokens_pkey", columns: [table.identifier, table.token] }),
    index("auth_verification_tokens_expires").on(table.expires),
  ],
)

export const authenticators = pgTable(
  "auth_authenticators",
  {
    credentialID: text().primaryKey(),
    userId: text().notNull(),
    providerAccountId: text().notNull(),
    credentialPublicKey: text().notNull(),
    counter: bigint({ mode: "number" }).notNull(),
    credentialDeviceType: text().notNull(),
    credentialBackedUp: bigint({ mode: "number" }).notNull(),
    transports: text(),
    name: text(),
    createdAt: moment(),
    lastUsedAt: moment(),
  },
  (table) => [
    foreignKey({
      name: "auth_authenticators_userId_fkey",
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete("cascade"),
    index("auth_authenticators_user").on(table.userId),
  ],
)

export const counters = pgTable(
  "auth_counters",
  {
    key: text().primaryKey(),
    count: bigint({ mode: "number" }).notNull(),
    expires: moment().notNull(),
  },
  (table) => [index("auth_counters_expires").on(table.expires)],
)

export const accountRecords = pgTable(
  "auth_account_records",
  {
    kind: text().notNull(),
    id: text().notNull(),
    userId: text(),
    data: text().notNull(),
    version: bigint({ mode: "number" }).notNull(),
    expires: moment(),
  },
  (table) => [
    primaryKey({ name: "auth_account_records_pkey", columns: [table.kind, table.id] }),
    index("auth_account_records_user").on(table.userId),
    index("auth_account_records_expires").on(table.expires),
  ],
)
