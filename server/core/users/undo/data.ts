import * as v from "valibot"
import { parseJson } from "../../proofs/change-record.ts"
import { deviceDetails } from "../../request/device.ts"

const DAY = 24 * 60 * 60 * 1000

/** Milliseconds that the link of a security email works, by the event. */
export const UNDO_LIFETIMES = {
  "factor-added": 30 * DAY,
  "password-changed": 30 * DAY,
  "password-added": 30 * DAY,
  "password-removed": 30 * DAY,
  "passkey-added": 30 * DAY,
  "account-linked": 30 * DAY,
  "passkey-removed": 30 * DAY,
  "account-unlinked": 30 * DAY,
  "new-device": 30 * DAY,
  "email-changed": 7 * DAY,
} as const

/** An event that the link of a security email undoes. */
export type UndoKind = keyof typeof UNDO_LIFETIMES

const shared = {
  site: v.string(),
  /** A keyed hash of the link's secret. */
  token: v.string(),
  /** When it happened, in milliseconds since the epoch. */
  at: v.number(),
}

const accountKey = v.object({ provider: v.string(), providerAccountId: v.string() })

const undoData = v.variant("kind", [
  v.object({
    kind: v.literal("factor-added"),
    ...shared,
    factorId: v.string(),
    factor: v.picklist(["totp", "passkey"]),
  }),
  v.object({ kind: v.picklist(["password-changed", "password-added", "password-removed"]), ...shared }),
  v.object({ kind: v.literal("new-device"), ...shared, device: deviceDetails, place: v.nullable(v.string()) }),
  v.object({ kind: v.picklist(["passkey-added", "passkey-removed"]), ...shared, credentialId: v.string() }),
  v.object({ kind: v.picklist(["account-linked", "account-unlinked"]), ...shared, account: accountKey }),
  v.object({
    kind: v.literal("email-changed"),
    ...shared,
    from: v.string(),
    to: v.string(),
    /** When the old address was verified, in milliseconds since the epoch. */
    verified: v.nullable(v.number()),
    /** The security epoch that the change starts. */
    epoch: v.string(),
    /**
     * The linked accounts and passkeys from before, as `credentialKey` names them. Null if the adapter can't list them.
     */
    accounts: v.nullable(v.array(v.string())),
    passkeys: v.nullable(v.array(v.string())),
  }),
])

export type UndoData = v.InferOutput<typeof undoData>
/** The data of one kind of event. */
export type UndoDataFor<Kind extends UndoKind> = Extract<UndoData, { kind: Kind }>

/** Reads the data of a record. Returns `undefined` if it isn't valid. */
export function readUndoData(text: string): UndoData | undefined {
  return parseJson(v.pipe(v.looseObject({}), v.transform(withKind), undoData), text)
}

// The first records had only factors, and no kind
const withKind = (data: Readonly<Record<string, unknown>>) => ({ kind: "factor-added", ...data })

/** Returns the text that names the subject of an event. The link is bound to it. */
export function undoSubject(data: UndoData): string {
  switch (data.kind) {
    case "factor-added":
      return data.factorId
    case "passkey-added":
    case "passkey-removed":
      return data.credentialId
    case "account-linked":
    case "account-unlinked":
      return JSON.stringify([data.account.provider, data.account.providerAccountId])
    case "email-changed":
      return JSON.stringify([data.from, data.to])
    default:
      return ""
  }
}
