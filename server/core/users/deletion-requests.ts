import * as v from "valibot"
import type { AccountRecord, AccountRecordOperations } from "../../adapters/account-record.ts"
import { changeRecord, parseJson } from "../proofs/change-record.ts"

/** The owner of all requests, so that one lookup lists them. It isn't the id of a user. */
const OWNER = "latchkit:deletions"

const requestData = v.object({
  /** When the account is deleted, in milliseconds since the epoch. */
  due: v.number(),
  /** When it was asked for. */
  at: v.number(),
  /** Where the user is told that the account was deleted: nowhere if a user asked whose address isn't proven. */
  email: v.optional(v.string()),
  /** The language of that email, as in `Accept-Language`. */
  language: v.optional(v.string()),
  /** Whether rows are being deleted. Then the user's own records may be gone already. */
  started: v.optional(v.boolean()),
  /** Tells it from another request for the same user. */
  key: v.optional(v.string()),
})

/** A deletion that waits to be carried out, or whose server stopped meanwhile. */
export interface DeletionRequest extends v.InferOutput<typeof requestData> {
  readonly userId: string
}

/** Stores that an account is to be deleted. Returns `false` if it is stored already. */
export async function storeRequest(
  store: AccountRecordOperations,
  { userId, ...request }: DeletionRequest,
): Promise<boolean> {
  const data = JSON.stringify({ ...request, key: crypto.randomUUID() })
  return store.createAccountRecord({ kind: "deletion", id: userId, userId: OWNER, data, expires: null })
}

/** Returns the deletion of a user that waits, or `undefined`. */
export async function findRequest(
  store: Partial<AccountRecordOperations>,
  userId: string,
): Promise<DeletionRequest | undefined> {
  const record = await store.getAccountRecord?.("deletion", userId)
  return record ? readRequest(record) : undefined
}

/** Returns all deletions that wait. */
export async function listRequests(store: AccountRecordOperations): Promise<DeletionRequest[]> {
  const records = await store.listAccountRecords("deletion", OWNER)
  return records.flatMap((record) => readRequest(record) ?? [])
}

/** Stores that rows are being deleted. If the request is gone, it writes nothing. */
export async function startRequest(store: AccountRecordOperations, { userId, key }: DeletionRequest): Promise<void> {
  await changeRecord(store, { kind: "deletion", id: userId }, async (record) => {
    const data = record ? parseJson(requestData, record.data) : undefined
    const isNew = data && data.key === key && !data.started
    return { result: undefined, ...(isNew && { update: { data: JSON.stringify({ ...data, started: true }) } }) }
  })
}

/** Removes a request. Of several parallel calls, exactly one returns it. */
export async function takeRequest(
  store: AccountRecordOperations,
  userId: string,
): Promise<DeletionRequest | undefined> {
  const record = await store.takeAccountRecord("deletion", userId)
  return record ? readRequest(record) : undefined
}

function readRequest({ id: userId, data }: AccountRecord): DeletionRequest | undefined {
  const request = parseJson(requestData, data)
  return request && { ...request, userId }
}
