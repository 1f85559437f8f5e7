import type { TokenOperations } from "../contract.ts"
import { requireExpiry, requireKeys } from "../values.ts"
import { createRow, hashId, type Records } from "./client.ts"

const TABLE = "svc_account_records"

/** No account record has these kinds, so no query of account records finds a counter. */
const KINDS = { claim: "latchkit:claim", count: "latchkit:count" } as const
type CounterKind = keyof typeof KINDS

/** How often a count is tried again if its row is created or deleted meanwhile. */
const TRIES = 5

/** Creates the operations that count, on the table of account records. A counter's value is its `version`. */
export function counters(
  records: Records,
): Pick<TokenOperations, "claimOnce" | "releaseOnce" | "increment" | "decrement"> {
  // The database rejects a second row with the same id
  const rowId = (kind: CounterKind, key: string) => hashId("n", kind, key)
  const create = async (kind: CounterKind, key: string, expires: Date): Promise<boolean> => {
    const id = await rowId(kind, key)
    const fields = {
      kind: KINDS[kind],
      recordId: id,
      owner: null,
      data: "",
      version: 1,
      expires: expires.toISOString(),
    }
    return createRow(
      () => records.run([{ insert: { table: TABLE, record: { id, ...fields }, createOnly: true } }]),
      () => records.first(TABLE, { id }),
    )
  }
  return {
    claimOnce: (key, expires) => create("claim", requireKey(key), requireDate(expires)),
    releaseOnce: async (key) => void (await records.remove(TABLE, await rowId("claim", requireKey(key)))),
    async increment(key, expires) {
      const id = await rowId("count", requireKey(key))
      requireDate(expires)
      for (let turn = 0; turn < TRIES; turn++) {
        const row = await records.update(TABLE, id, { version: { $increment: 1 } })
        if (row) return Number(row["version"])
        if (await create("count", key, expires)) return 1
      }
      throw new Error(
        `A counter of ${TABLE} could not be increased in ${TRIES} tries. Check that its column \`version\` is an int`,
      )
    },
    async decrement(key) {
      await records.update(TABLE, await rowId("count", requireKey(key)), { version: { $increment: -1 } })
    },
  }
}

function requireKey(key: string): string {
  requireKeys({ key }, ["key"])
  return key
}

function requireDate(expires: Date): Date {
  requireExpiry({ expires })
  return expires
}
