// Latchkit's tables. After an upgrade, `npx latchkit schema drizzle` adds what is missing.
import { bigint, customType, foreignKey, index, longtext, mysqlTable, primaryKey } from "drizzle-orm/mysql-core"

/** A key whose bytes decide, not its collation. The length is in bytes. */
const key = customType<{ data: string; driverData: Uint8Array | string; config: { length: number } }>({
  dataType: (config) => `varbinary(${config?.length ?? 255})`,
  fromDriver: (value) => (typeof value === "string" ? value : new TextDecoder().decode(value)),
})

const moment = () => bigint({ mode: "number" }) // milliseconds since the epoch, or `datetime({ fsp: 3 })`

export const users = mysqlTable("auth_users", {
  id: key({ length: 255 }).primaryKey(),
  email: key({ length: 1020 }).unique("auth_users_email_key"),
  emailVerified: moment(),
  name: longtext(),
  image: longtext(),
  sessionEpoch: moment(),
})

export const accounts = mysqlTable(
  "auth_accounts",
  {
    provider: key({ length: 255 }).notNull(),
    providerAccountId: key({ length: 1020 }).notNull(),
    userId: key({ length: 255 }).notNull(),
    type: key({ length: 32 }).notNull(),
    access_token: longtext(),
    refresh_token: longtext(),
    id_token: longtext(),
    scope: longtext(),
    token_type: longtext(),
    session_state: longtext(),
    expires_at: bigint({ mode: "number" }),
    extra: longtext(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.providerAccountId] }),
    foreignKey({
      name: "auth_accounts_userId_fkey",
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete("cascade"),
    index("auth_accounts_user").on(table.userId),
  ],
)

export const sessions = mysqlTable(
  "auth_sessions",
  {
    sessionToken: key({ length: 512 }).primaryKey(),
    userId: key({ length: 255 }).notNull(),
    expires: moment().notNull(),
    createdAt: moment(),
    userAgent: longtext(),
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

export const verificationTokens = mysqlTable(
  "auth_verification_tokens",
  {
    identifier: key({ length: 1020 }).notNull(),
    token: key({ length: 512 }).notNull(),
    expires: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.identifier, table.token] }),
    index("auth_verification_tokens_expires").on(table.expires),
  ],
)

export const authenticators = mysqlTable(
  "auth_authenticators",
  {
    credentialID: key({ length: 1400 }).primaryKey(),
    userId: key({ length: 255 }).notNull(),
    providerAccountId: key({ length: 1020 }).notNull(),
    credentialPublicKey: longtext().notNull(),
    counter: bigint({ mode: "number" }).notNull(),
    credentialDeviceType: longtext().notNull(),
    credentialBackedUp: bigint({ mode: "number" }).notNull(),
    transports: longtext(),
    name: longtext(),
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

export const counters = mysqlTable(
  "auth_counters",
  {
    key: key({ length: 520 }).primaryKey(),
    count: bigint({ mode: "number" }).notNull(),
    expires: moment().notNull(),
  },
  (table) => [index("auth_counters_expires").on(table.expires)],
)

export const accountRecords = mysqlTable(
  "auth_account_records",
  {
    kind: key({ length: 32 }).notNull(),
    id: key({ length: 255 }).notNull(),
    userId: key({ length: 255 }),
    data: longtext().notNull(),
    version: bigint({ mode: "number" }).notNull(),
    expires: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index("auth_account_records_user").on(table.userId),
    index("auth_account_records_expires").on(table.expires),
  ],
)
