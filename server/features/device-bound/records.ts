import * as v from "valibot"
import { requireAccountRecords } from "../../adapters/required.ts"
import type { Settings } from "../../core/config/settings.ts"
import { sweepExpired } from "../../core/config/background.ts"
import { sha256 } from "../../core/crypto/bytes.ts"
import { parseJson } from "../../core/proofs/change-record.ts"
import { securityState } from "../../core/users/security-state.ts"
import { isStoredSession } from "../../core/sessions/stored-session.ts"
import type { Binding } from "./cookie.ts"

const KIND = "bound-session"
const ONE_DAY = 24 * 60 * 60 * 1000

/** Marks a session as bound. It outlives every copy of the session's cookie, so no copy counts as never bound. */
const markData = v.object({
  id: v.string(),
  /** Milliseconds since the epoch. */
  boundAt: v.number(),
})

const bindingData = v.object({
  /** The key of the session that is bound. A step-up replaces it. */
  key: v.string(),
  /** Seconds that the session may idle. */
  maxAge: v.number(),
  /** The user's security epoch. Older bindings have none. */
  epoch: v.optional(v.string()),
  jwk: v.record(v.string(), v.string()),
})

/** A binding with the browser's public key. */
export type StoredBinding = v.InferOutput<typeof bindingData> & { readonly id: string; readonly userId: string | null }

// A session may be shared by the sites of a domain, so a mark counts on all of them
const markId = (key: string) => sha256(JSON.stringify(["bound session", key]))
const bindingId = (site: string, id: string) => sha256(JSON.stringify(["binding", site, id]))

export interface Place {
  readonly settings: Settings
  readonly site: { readonly url: string }
}

const bindingStore = ({ settings }: Place) => requireAccountRecords(settings.adapter, "`session.deviceBound`")

/** Returns when a session was bound, and to which binding. Returns `undefined` if it never was. */
export async function findMark(place: Place, key: string): Promise<v.InferOutput<typeof markData> | undefined> {
  const record = await bindingStore(place).getAccountRecord(KIND, await markId(key))
  return record ? (parseJson(markData, record.data) ?? { id: "", boundAt: 0 }) : undefined // bound, even if it can't be read
}

/** Binds a session. Returns `false` if it is bound already: that never changes. */
export async function createBinding(place: Place, binding: StoredBinding): Promise<boolean> {
  const { id, userId, ...data } = binding
  const [store, expires] = [bindingStore(place), expiryFor(place, binding)]
  const stored = { kind: KIND, userId, expires } as const
  const own = await bindingId(place.site.url, id)
  if (!(await store.createAccountRecord({ ...stored, id: own, data: JSON.stringify(data) }))) return false
  if (await createMark(place, binding, place.settings.now())) return true
  await store.takeAccountRecord(KIND, own)
  return false
}

async function createMark(place: Place, binding: StoredBinding, boundAt: number): Promise<boolean> {
  const data: v.InferOutput<typeof markData> = { id: binding.id, boundAt }
  const record = { id: await markId(binding.key), userId: binding.userId, data: JSON.stringify(data) }
  sweepExpired(place.settings)
  return bindingStore(place).createAccountRecord({ kind: KIND, ...record, expires: expiryFor(place, binding) })
}

// The session's cookie is extended only while it is used, and that needs a refresh
const expiryFor = ({ settings }: Place, { maxAge }: Pick<StoredBinding, "maxAge">) =>
  new Date(settings.now() + maxAge * 1000 + 2 * ONE_DAY)

/** Returns a binding by its id, or `undefined` if it ended. */
export async function findBinding(place: Place, id: string): Promise<StoredBinding | undefined> {
  return (await readBinding(place, id))?.binding
}

async function readBinding(place: Place, id: string) {
  const record = await bindingStore(place).getAccountRecord(KIND, await bindingId(place.site.url, id))
  if (!record || (record.expires && record.expires.getTime() <= place.settings.now())) return undefined
  const data = parseJson(bindingData, record.data)
  return data && { record, binding: { ...data, id, userId: record.userId } }
}

/** Keeps a binding and its mark longer than its session, which a refresh lets go on. Writes at most once a day. */
export async function extendBinding(place: Place, binding: StoredBinding): Promise<void> {
  const store = bindingStore(place)
  const due = expiryFor(place, binding)
  for (const id of [await markId(binding.key), await bindingId(place.site.url, binding.id)]) {
    const record = await store.getAccountRecord(KIND, id)
    if (record?.expires && due.getTime() - record.expires.getTime() > ONE_DAY)
      await store.updateAccountRecord({ ...record, expires: due }) // a parallel refresh may do it instead
  }
}

/**
 * Moves a binding to the session that replaces its own, of the user's new security epoch if there is one. Returns
 * `false` if the binding ended meanwhile.
 */
export async function moveBinding(place: Place, { id, key }: Binding, epoch?: string): Promise<boolean> {
  const binding = await readBinding(place, id)
  if (!binding) return false
  const { id: _, userId: __, ...data } = { ...binding.binding, key, ...(epoch !== undefined && { epoch }) }
  if (!(await createMark(place, { ...binding.binding, key }, 0))) return false // the bound cookie comes with the new session
  return bindingStore(place).updateAccountRecord({ ...binding.record, data: JSON.stringify(data) })
}

/**
 * Returns whether a binding's session ended, although the binding is still stored. A reset, a revocation, and disabling
 * or deleting the user end sessions without it.
 */
export async function isEnded({ settings }: Place, { key, userId, epoch }: StoredBinding): Promise<boolean> {
  if (!(await isStoredSession(settings, key))) return true
  const state = await securityState(settings, userId ?? undefined)
  return state.isGone || (epoch !== undefined && state.epoch !== epoch)
}

/** Ends a binding. Its mark stays, so a copy of the session's cookie stays useless. */
export async function endBinding(place: Place, id: string): Promise<void> {
  await bindingStore(place).takeAccountRecord(KIND, await bindingId(place.site.url, id))
}
