import type { AccountRecordOperations } from "../adapters/account-record.ts"
import type { Adapter } from "../adapters/contract.ts"
import { hasAccountRecords } from "../adapters/required.ts"
import { problem, type Finding } from "../core/config/finding.ts"
import type { Settings } from "../core/config/settings.ts"
import type { PasswordHasher } from "../core/crypto/passwords/hasher.ts"
import { asError } from "../errors.ts"
import { openRecords, withDatabase, type AnyDatabase, type StoredRecords } from "./database.ts"
import { databaseClockFindings } from "./database-clock.ts"
import { factorFindings } from "./rotate.ts"
import { emailFindings } from "./stored-emails.ts"
import { passwordFindings } from "./stored-passwords.ts"
import { uniqueKeyFindings } from "./unique-keys.ts"

interface StoredValues {
  url: string
  prefix: string | undefined
  settings: Pick<Settings, "adapter" | "secrets">
  hasher: PasswordHasher
}

/** Checks the clock, the keys and the rows of a database. */
export async function storedFindings({ url, ...values }: StoredValues): Promise<readonly Finding[]> {
  try {
    await withDatabase(url, () => Promise.resolve())
  } catch (thrown) {
    return [problem(`The database can't be opened. ${asError(thrown).message}.`)]
  }
  return [
    ...(await databaseClockFindings(url)),
    ...(await uniqueKeyFindings(url)),
    ...(await emailFindings(url)),
    ...(await withDatabase(url, (db: AnyDatabase) => recordFindings(db, values))),
  ]
}

async function recordFindings(
  db: AnyDatabase,
  { prefix, settings: { adapter, secrets }, hasher }: Omit<StoredValues, "url">,
): Promise<readonly Finding[]> {
  if (adapter && !hasAccountRecords(adapter)) return [] // as those of Auth.js
  try {
    const records = await openRecords(db, prefix).catch((thrown: unknown) => {
      // Only the adapter knows names of the app's own, and a table that is in another database
      if (adapter?.listUsers) return recordsThrough(adapter, adapter.listUsers.bind(adapter))
      throw thrown
    })
    return [...(await factorFindings(records, secrets)), ...(await passwordFindings(records, hasher))]
  } catch (thrown) {
    return [problem(`Second factors and passwords can't be read. ${asError(thrown).message}.`)]
  }
}

/** Users whose records are read before the next users. */
const PAGE = 500

/** Returns the records of all users. It needs two queries for each user. */
function recordsThrough(adapter: AccountRecordOperations, listUsers: NonNullable<Adapter["listUsers"]>): StoredRecords {
  return {
    getAccountRecord: (kind, id) => adapter.getAccountRecord(kind, id),
    updateAccountRecord: (update) => adapter.updateAccountRecord(update),
    async *ofKind(kind) {
      const pages: { after?: string } = {}
      while (true) {
        const users = await listUsers({ ...pages, limit: PAGE })
        for (const { id } of users) yield* await adapter.listAccountRecords(kind, id)
        const last = users.at(-1)
        if (!last || users.length < PAGE) return
        pages.after = last.id
      }
    },
  }
}
