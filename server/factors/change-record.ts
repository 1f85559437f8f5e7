import type { AccountRecord, AccountRecordKind, AccountRecordOperations } from "../adapters/account-record.ts"
import { AuthError } from "../errors.ts"

/** Each lost comparison means that another writer succeeded, and a user's records have few writers. */
const MAX_TRIES = 50

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
  store: AccountRecordOperations,
  { kind, id, known }: { kind: AccountRecordKind; id: string; known?: AccountRecord | undefined },
  decide: (record: AccountRecord | null) => Promise<Change<Result>>,
): Promise<Result> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const record = (attempt === 0 && known) || (await store.getAccountRecord(kind, id))
    const { update, result } = await decide(record)
    if (!record || !update) return result
    const { data, expires, version } = { ...record, ...update }
    if (await store.updateAccountRecord({ kind, id, data, expires, version })) return result
  }
  throw new AuthError("AdapterError", `A record of the kind ${kind} changed ${MAX_TRIES} times while it was updated`)
}
