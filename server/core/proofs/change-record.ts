import * as v from "valibot"
import type { AccountRecord, AccountRecordKind, AccountRecordOperations } from "../../adapters/account-record.ts"
import { AuthError } from "../../errors.ts"

/** Each lost comparison means that another writer succeeded, and a user's records have few writers. */
const MAX_TRIES = 50
/** Tries without a pause. After them, the pauses have random lengths of up to this many milliseconds. */
const QUICK_TRIES = 8
const LONGEST_PAUSE = 50

/** The operations that a change needs. */
export type RecordChanges = Pick<AccountRecordOperations, "getAccountRecord" | "updateAccountRecord">

/** A decision about a record: its new fields, if any, and the result. */
interface Change<Result> {
  update?: Partial<Pick<AccountRecord, "data" | "expires">>
  result: Result
}

/**
 * Changes a record by compare-and-set. If another writer was faster, it reads the record again, and `decide` decides
 * again. So of several parallel uses of one code, the later ones see that it is used. If the request has read the
 * record already, pass it as `known`.
 *
 * @throws {AuthError} `AdapterError` if other writers are always faster
 */
export async function changeRecord<Result>(
  store: RecordChanges,
  { kind, id, known }: { kind: AccountRecordKind; id: string; known?: AccountRecord | undefined },
  decide: (record: AccountRecord | null) => Promise<Change<Result>>,
): Promise<Result> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const record = (attempt === 0 && known) || (await store.getAccountRecord(kind, id))
    const { update, result } = await decide(record)
    if (!record || !update) return result
    const { data, expires, version } = { ...record, ...update }
    if (await store.updateAccountRecord({ kind, id, data, expires, version })) return result
    // Many writers at the same pace would let one of them lose each time
    if (attempt >= QUICK_TRIES) await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE))
  }
  throw new AuthError("AdapterError", `A record of the kind ${kind} changed ${MAX_TRIES} times while it was updated`)
}

/**
 * Stores a record, in place of an earlier one if there is one. An earlier one that expired may be deleted meanwhile.
 *
 * @throws {AuthError} `AdapterError` if other writers are always faster
 */
export async function putRecord(store: AccountRecordOperations, record: Omit<AccountRecord, "version">): Promise<void> {
  const { kind, id, data, expires } = record
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    if (await store.createAccountRecord(record)) return
    const replace = async (found: AccountRecord | null) => ({ update: { data, expires }, result: found !== null })
    if (await changeRecord(store, { kind, id }, replace)) return
  }
  throw new AuthError("AdapterError", `A record of the kind ${kind} was deleted ${MAX_TRIES} times while it was stored`)
}

/** Returns the value of a stored JSON text, or `undefined` if it isn't JSON or doesn't match the schema. */
export function parseJson<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | undefined {
  try {
    const { success, output } = v.safeParse(schema, JSON.parse(text))
    return success ? output : undefined
  } catch {
    return undefined
  }
}
