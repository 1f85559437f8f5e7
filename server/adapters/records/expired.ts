import { sessionRemovalSteps } from "./sessions.ts"
import type { Records, RecordStep, TableName } from "./client.ts"

const BATCH = 100 // the database rejects transactions of more than 1000 steps

/**
 * Deletes sessions, verification tokens and account records that expired at `now` or before: of each kind `limit` at
 * most. Returns how many.
 */
export async function deleteExpired(records: Records, now: Date, limit?: number): Promise<number> {
  const sessions = await records.until("svc_sessions", now, limit)
  const steps = await Promise.all(sessions.map((row) => sessionRemovalSteps(records, row)))
  const tables: readonly TableName[] = ["svc_verificationTokens", "svc_account_records"]
  const others = await Promise.all(
    tables.map(async (table) =>
      (await records.until(table, now, limit)).map(({ id }): RecordStep => ({ delete: { table, id } })),
    ),
  )
  const all = [...steps, ...others.flat().map((step) => [step])]
  for (let start = 0; start < all.length; start += BATCH) await records.run(all.slice(start, start + BATCH).flat())
  return all.length
}
