/** Latchkit's tables, by the names that the core uses. A driver knows what your database calls them. */
export type TableName =
  | "users"
  | "accounts"
  | "sessions"
  | "verificationTokens"
  | "authenticators"
  | "counters"
  | "accountRecords"

/** The core's knowledge of a table. */
export interface TableShape {
  /** The columns of the primary key. */
  readonly key: readonly string[]
  /** A further column whose values are unique. */
  readonly unique?: string
  /** Whether each row needs a user, in the column `userId`. */
  readonly owned: boolean
  /** Every column of Latchkit's. The users' table may lack some, and have columns of the app. */
  readonly columns: readonly string[]
}

/** The tables. Texts, integers and milliseconds since the epoch are their only values, beside `null`. */
export const TABLES: Readonly<Record<TableName, TableShape>> = {
  users: {
    key: ["id"],
    unique: "email",
    owned: false,
    columns: ["id", "email", "emailVerified", "name", "image", "sessionEpoch"],
  },
  accounts: {
    key: ["provider", "providerAccountId"],
    owned: true,
    columns: [
      ...["provider", "providerAccountId", "userId", "type", "access_token", "refresh_token", "id_token", "scope"],
      ...["token_type", "session_state", "expires_at", "extra"],
    ],
  },
  sessions: {
    key: ["sessionToken"],
    owned: true,
    columns: ["sessionToken", "userId", "expires", "createdAt", "userAgent"],
  },
  verificationTokens: { key: ["identifier", "token"], owned: false, columns: ["identifier", "token", "expires"] },
  authenticators: {
    key: ["credentialID"],
    owned: true,
    columns: [
      ...["credentialID", "userId", "providerAccountId", "credentialPublicKey", "counter", "credentialDeviceType"],
      ...["credentialBackedUp", "transports", "name", "createdAt", "lastUsedAt"],
    ],
  },
  counters: { key: ["key"], owned: false, columns: ["key", "count", "expires"] },
  // Without an owner that must exist, because another adapter may store users
  accountRecords: {
    key: ["kind", "id"],
    owned: false,
    columns: ["kind", "id", "userId", "data", "version", "expires"],
  },
}

/** The tables' names. */
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[] // its own keys

/** Columns of users that are empty at first. */
export const EMPTY_AT_FIRST: ReadonlySet<string> = new Set(["emailVerified", "sessionEpoch"])

/** Columns of users that an app's own table may lack. */
export const OPTIONAL_COLUMNS: readonly string[] = ["name", "image", "sessionEpoch"]

/** Columns that hold a user's key. */
export const KEY_COLUMNS: ReadonlySet<string> = new Set(["id", "userId"])

/** Integers that aren't dates. */
export const NUMBER_COLUMNS: ReadonlySet<string> = new Set(["expires_at", "counter", "count", "version"])

/** Milliseconds since the epoch. */
export const DATE_COLUMNS: ReadonlySet<string> = new Set([
  ...["emailVerified", "sessionEpoch", "expires", "createdAt", "lastUsedAt"],
])

/** The columns of integers: numbers, dates, and 0 or 1. All others are texts. */
export const INTEGER_COLUMNS: ReadonlySet<string> = new Set([...NUMBER_COLUMNS, ...DATE_COLUMNS, "credentialBackedUp"])
