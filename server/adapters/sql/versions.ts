import { AdapterConflict } from "../values.ts"
import type { Database } from "./database.ts"
import { toText } from "../core/columns.ts"

/** The version of this package. A test compares it with package.json. */
export const VERSION = "0.1.0"

/** How long a version must have been the only one before it removes what older ones need. */
const ALONE = 7 * 24 * 60 * 60_000
/** The year 9999, so that a row stays when expired ones are deleted. */
const NEVER = 253_402_300_799_000
const KEY = "version:"

interface StoredVersion {
  readonly version: string
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** Returns the version that migrated last, and when it took over from another one. */
async function newestVersion({ run, names }: Database): Promise<StoredVersion | undefined> {
  const rows = await run((db) =>
    db
      .selectFrom(names.counters)
      .select(["key", "count"])
      .where("key", ">=", KEY)
      .where("key", "<", "version;") // the character after the colon
      .execute(),
  )
  const versions = rows.map((row) => ({ version: toText(row.key).slice(KEY.length), since: Number(row.count) }))
  return versions.toSorted((one, other) => other.since - one.since)[0]
}

/** Stores when this version took over from another one. A rollback starts its time anew. */
export async function recordVersion(database: Database): Promise<void> {
  const { run, names } = database
  const newest = await newestVersion(database)
  if (newest?.version === VERSION) return
  const key = KEY + VERSION
  await run((db) => db.deleteFrom(names.counters).where("key", "=", key).execute())
  const row = { key, count: Math.max(Date.now(), (newest?.since ?? 0) + 1), expires: NEVER }
  await run((db) => db.insertInto(names.counters).values(row).execute()).catch(
    (error: unknown) => (error instanceof AdapterConflict ? undefined : Promise.reject(error)), // another instance stored it
  )
}

/** @throws {Error} unless this version has been the only one for {@link ALONE} */
export async function requireOnlyVersion(database: Database): Promise<void> {
  const newest = await newestVersion(database)
  if (newest?.version !== VERSION)
    throw new Error(
      `Last migration: version ${newest?.version ?? "unknown"} ran it, but this is ${VERSION}. Run \`latchkit migrate\`, deploy ${VERSION} everywhere, and wait 7 days`,
    )
  const from = newest.since + ALONE
  if (Date.now() < from)
    throw new Error(
      `Too early: ${VERSION} took over on ${new Date(newest.since).toISOString()}. Run this from ${new Date(from).toISOString()}, unless you roll back until then`,
    )
}
