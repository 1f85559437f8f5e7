import type { Awaitable } from "../types.ts"

/** The kinds of account records. */
export type AccountRecordKind =
  | "attempt"
  | "factor"
  | "recovery-codes"
  | "trusted-device"
  | "password"
  | "pending-change"
  | "undo"
  | "invitation"
  | "deletion"
  | "session"
  | "authenticator"
  | "reserved-address"
  | "impersonation"
  | "bound-session"
  | "unlinked-account"

/** A record of Latchkit's own about an account, such as a second factor or a trusted device. */
export interface AccountRecord {
  /** The kind of record, such as `factor`. */
  kind: AccountRecordKind
  /** Unique within the kind. If the id is a secret, this is a keyed hash of it. */
  id: string
  /** The owner. `null` only for records that have no user yet. No operation changes it. */
  userId: string | null
  /** JSON of at most 64 KiB in UTF-8. Adapters return it byte for byte, and never parse it. */
  data: string
  /**
   * 1 at first. Each update adds one. A record that is deleted and created again starts at 1 again, so a new record
   * needs a new id.
   */
  version: number
  /** `null` if it never expires. */
  expires: Date | null
}

/** A record to be created. */
export type NewAccountRecord = Omit<AccountRecord, "version">

/** The new data of a record, and the version that it replaces. */
export type AccountRecordUpdate = Omit<AccountRecord, "userId">

/**
 * The operations on account records. Each is one atomic statement or compare-and-set, and none needs a transaction.
 * None requires that the user exists, because another adapter may store users.
 *
 * A record that has expired still exists until {@link Adapter.deleteExpired} deletes it. Lookups may return it, and
 * the caller checks `expires`.
 */
export interface AccountRecordOperations {
  /** Creates a record of version 1. Returns `false`, and changes nothing, if its kind and id are already stored. */
  createAccountRecord(record: NewAccountRecord): Awaitable<boolean>
  /** Returns the record of this kind and id. */
  getAccountRecord(kind: AccountRecordKind, id: string): Awaitable<AccountRecord | null>
  /** Returns the user's records of this kind, in any order. */
  listAccountRecords(kind: AccountRecordKind, userId: string): Awaitable<AccountRecord[]>
  /**
   * Replaces `data` and `expires`, and adds one to the version, only if the stored version is `record.version`. Returns
   * whether it did. Of several parallel updates of one version, exactly one returns `true`. Never creates a record.
   */
  updateAccountRecord(record: AccountRecordUpdate): Awaitable<boolean>
  /** Deletes a record and returns it. Of several parallel calls, exactly one gets it. */
  takeAccountRecord(kind: AccountRecordKind, id: string): Awaitable<AccountRecord | null>
  /** Deletes the user's records of this kind, or of all kinds. Returns how many it deleted. */
  deleteAccountRecords(userId: string, kind?: AccountRecordKind): Awaitable<number>
}
