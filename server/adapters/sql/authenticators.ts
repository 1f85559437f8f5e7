import type { AdapterAuthenticator, AuthenticatorChanges, AuthenticatorOperations } from "../contract.ts"
import { AdapterConflict, AUTHENTICATOR_CHANGES, isKey, pickChanges, requireKeys } from "../values.ts"
import { matchesExactly, toMilliseconds } from "../core/columns.ts"
import { toAuthenticator, toAuthenticatorRow } from "../core/rows.ts"
import type { Database } from "./database.ts"

const COLUMNS = [
  "credentialID",
  "userId",
  "providerAccountId",
  "credentialPublicKey",
  "counter",
  "credentialDeviceType",
  "credentialBackedUp",
  "transports",
  "name",
  "createdAt",
  "lastUsedAt",
] as const

export function authenticators(database: Database): AuthenticatorOperations {
  const { names } = database
  return {
    async createAuthenticator(authenticator) {
      requireKeys(authenticator, ["credentialID", "userId", "providerAccountId"])
      await database.run((db) =>
        db.insertInto(names.authenticators).values(toAuthenticatorRow(authenticator)).execute(),
      )
      return authenticator
    },
    getAuthenticator: (id) => findAuthenticator(database, id),
    async listAuthenticatorsByUserId(userId) {
      if (!isKey("userId", userId)) return []
      const rows = await database.run((db) =>
        db
          .selectFrom(names.authenticators)
          .select(COLUMNS)
          .where("userId", "=", userId)
          .orderBy("credentialID")
          .execute(),
      )
      return rows.filter((row) => matchesExactly(row, { userId })).map(toAuthenticator)
    },
    updateAuthenticatorCounter: (id, counter) => updateCounter(database, id, counter),
    updateAuthenticator: (changes) => updateAuthenticator(database, changes),
    async deleteAuthenticator(id) {
      const found = await findAuthenticator(database, id)
      if (found)
        await database.run((db) => db.deleteFrom(names.authenticators).where("credentialID", "=", id).execute())
      return found
    },
  }
}

async function findAuthenticator(database: Database, credentialID: string): Promise<AdapterAuthenticator | null> {
  if (!isKey("credentialID", credentialID)) return null
  const row = await database.run((db) =>
    db
      .selectFrom(database.names.authenticators)
      .select(COLUMNS)
      .where("credentialID", "=", credentialID)
      .executeTakeFirst(),
  )
  return row && matchesExactly(row, { credentialID }) ? toAuthenticator(row) : null
}

async function updateCounter(database: Database, credentialID: string, counter: number): Promise<AdapterAuthenticator> {
  requireKeys({ credentialID }, ["credentialID"])
  // WebAuthn Level 3, section 6.1.1: the count must rise, unless both are 0. Of two parallel uses, the later one fails
  const { numUpdatedRows } = await database.run((db) =>
    db
      .updateTable(database.names.authenticators)
      .set({ counter })
      .where("credentialID", "=", credentialID)
      .where((column) => column.or([column("counter", "<", counter), column(column("counter", "+", counter), "=", 0)]))
      .executeTakeFirst(),
  )
  const updated = numUpdatedRows > 0n ? await findAuthenticator(database, credentialID) : null
  if (!updated) throw new AdapterConflict("The credential doesn't exist, or its counter didn't rise")
  return updated
}

async function updateAuthenticator(
  database: Database,
  { credentialID, ...changes }: AuthenticatorChanges,
): Promise<AdapterAuthenticator | null> {
  if (!isKey("credentialID", credentialID)) return null
  const { lastUsedAt, credentialBackedUp, ...texts }: Omit<AuthenticatorChanges, "credentialID"> = pickChanges(
    changes,
    AUTHENTICATOR_CHANGES,
  )
  const set = {
    ...texts,
    ...(lastUsedAt !== undefined && { lastUsedAt: toMilliseconds(lastUsedAt) }),
    ...(credentialBackedUp !== undefined && { credentialBackedUp: Number(credentialBackedUp) }),
  }
  if (Object.keys(set).length > 0)
    await database.run((db) =>
      db.updateTable(database.names.authenticators).set(set).where("credentialID", "=", credentialID).execute(),
    )
  return findAuthenticator(database, credentialID)
}
