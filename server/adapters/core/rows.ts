import type { AccountRecord } from "../account-record.ts"
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../contract.ts"
import { parseStoredObject } from "../stored-json.ts"
import { toDate, toDateOrNull, toMilliseconds, toText, toTextOrNull } from "./columns.ts"
import { TABLES } from "./tables.ts"
import type { Row } from "./verbs.ts"

/** The app's own columns of a user: their names, or each one that a user has. */
export type OwnFields = readonly string[] | "all"

/** Returns the names of the app's own columns of a user or row. */
export function ownFields(user: object, fields: OwnFields): readonly string[] {
  return fields === "all" ? Object.keys(user).filter((name) => !TABLES.users.columns.includes(name)) : fields
}

/** Reads a user. `fields` are the app's own columns. */
export function toUser(row: Row, fields: OwnFields): AdapterUser {
  const standardFields = {
    id: toText(row["id"]),
    email: toTextOrNull(row["email"]) ?? "",
    emailVerified: Number(row["emailVerified"]) === 0 ? null : toDateOrNull(row["emailVerified"]), // as an app may have written it
    name: toTextOrNull(row["name"]),
    image: toTextOrNull(row["image"]),
    ...(row["sessionEpoch"] !== undefined &&
      row["sessionEpoch"] !== null && { sessionEpoch: toDate(row["sessionEpoch"]) }),
  }
  return fields.length === 0
    ? standardFields
    : { ...standardFields, ...Object.fromEntries(ownFields(row, fields).map((name) => [name, row[name] ?? null])) }
}

const ACCOUNT_TEXTS = ["access_token", "refresh_token", "id_token", "scope", "token_type", "session_state"] as const
/**
 * Keys of an account that have a column. `extra` isn't one of them: an account's own `extra` is stored with the other
 * further keys.
 */
const ACCOUNT_COLUMNS: ReadonlySet<string> = new Set([
  ...["provider", "providerAccountId", "userId", "type", "expires_at"],
  ...ACCOUNT_TEXTS,
])

/** Returns the columns of an account that may change: all but the keys and the owner. */
export function toAccountDetails(account: AdapterAccount) {
  const extra = Object.entries(account).filter(([name, value]) => !ACCOUNT_COLUMNS.has(name) && value !== undefined)
  return {
    type: account.type,
    access_token: account.access_token ?? null,
    refresh_token: account.refresh_token ?? null,
    id_token: account.id_token ?? null,
    scope: account.scope ?? null,
    token_type: account.token_type ?? null,
    session_state: (account.session_state ?? null) as string | null, // a text, by OpenID Connect Session Management 1.0
    expires_at: account.expires_at ?? null,
    extra: extra.length > 0 ? JSON.stringify(Object.fromEntries(extra)) : null,
  }
}

/** Reads an account. */
export function toAccount(row: Row): AdapterAccount {
  const texts = ACCOUNT_TEXTS.filter((name) => row[name] !== null).map((name) => [name, toText(row[name])])
  const expires = row["expires_at"] === null ? {} : { expires_at: Number(row["expires_at"]) }
  const extra = row["extra"] === null ? {} : parseStoredObject("extra", toText(row["extra"]))
  return {
    ...extra,
    ...Object.fromEntries(texts),
    ...expires,
    provider: toText(row["provider"]),
    providerAccountId: toText(row["providerAccountId"]),
    userId: toText(row["userId"]),
    type: toText(row["type"]) as AdapterAccount["type"], // the value that was linked
  }
}

/** Reads a session. */
export function toSession(row: Row): AdapterSession {
  return {
    sessionToken: toText(row["sessionToken"]),
    userId: toText(row["userId"]),
    expires: toDate(row["expires"]),
    createdAt: toDateOrNull(row["createdAt"]),
    userAgent: toTextOrNull(row["userAgent"]),
  }
}

/** Reads the token of a link or code. */
export function toVerificationToken(row: Row): VerificationToken {
  return { identifier: toText(row["identifier"]), token: toText(row["token"]), expires: toDate(row["expires"]) }
}

/** Returns a passkey's row. */
export function toAuthenticatorRow(authenticator: AdapterAuthenticator) {
  const { credentialID, userId, providerAccountId, credentialPublicKey, counter, credentialDeviceType } = authenticator
  return {
    credentialID,
    userId,
    providerAccountId,
    credentialPublicKey,
    counter,
    credentialDeviceType,
    credentialBackedUp: Number(authenticator.credentialBackedUp),
    transports: authenticator.transports ?? null,
    name: authenticator.name ?? null,
    createdAt: toMilliseconds(authenticator.createdAt),
    lastUsedAt: toMilliseconds(authenticator.lastUsedAt),
  }
}

/** Reads a passkey. */
export function toAuthenticator(row: Row): AdapterAuthenticator {
  return {
    credentialID: toText(row["credentialID"]),
    userId: toText(row["userId"]),
    providerAccountId: toText(row["providerAccountId"]),
    credentialPublicKey: toText(row["credentialPublicKey"]),
    counter: Number(row["counter"]),
    credentialDeviceType: toText(row["credentialDeviceType"]),
    credentialBackedUp: Number(row["credentialBackedUp"]) === 1,
    transports: toTextOrNull(row["transports"]),
    name: toTextOrNull(row["name"]),
    createdAt: toDateOrNull(row["createdAt"]),
    lastUsedAt: toDateOrNull(row["lastUsedAt"]),
  }
}

/** Reads an account record. */
export function toRecord(row: Row): AccountRecord {
  return {
    kind: toText(row["kind"]) as AccountRecord["kind"], // the kind that was stored
    id: toText(row["id"]),
    userId: toTextOrNull(row["userId"]),
    data: toText(row["data"]),
    version: Number(row["version"]),
    expires: toDateOrNull(row["expires"]),
  }
}
