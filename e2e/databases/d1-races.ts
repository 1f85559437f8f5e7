import type { FullAdapter } from "../../server/adapters/memory.ts"
import { hoursFromNow, newAccount, newSession, newUser } from "../../server/testing/adapter-rules/rule.ts"

/** One of the parallel requests of a race. Returns whether it won, or its number. */
type Race = (adapter: FullAdapter, key: string, index: number) => Promise<unknown>

const RECORD = { kind: "factor", userId: null, data: "{}", expires: null } as const

const RACERS = ["mover", "remover", "leaver"] as const

/** Returns the id of a user in the races of `key`. It is a UUID if the key is one, so that an app's column can hold it. */
export function racerId(key: string, racer: (typeof RACERS)[number]): string {
  return key.slice(0, -1) + String(RACERS.indexOf(racer))
}

/** Stores what the races of `key` are about. */
export const prepare: Race = async (adapter, key) => {
  await adapter.createVerificationToken({ identifier: key, token: key, expires: hoursFromNow(1) })
  for (const id of [`${key}-cas`, `${key}-take`]) await adapter.createAccountRecord({ ...RECORD, id })
  for (const racer of RACERS)
    await adapter.createUser(newUser({ id: racerId(key, racer), email: `${key}-${racer}@app.test` }))
  for (let index = 0; index < 5; index++)
    await adapter.linkAccount(newAccount(racerId(key, "remover"), { provider: `p${index}`, providerAccountId: key }))
}

const lost = (error: unknown): false => {
  // By name, because the adapter may be bundled
  if (error instanceof Error && error.name === "AdapterConflict") return false
  throw error
}

export const RACES: Readonly<Record<string, Race>> = {
  prepare,
  claim: async (adapter, key) => adapter.claimOnce(key, hoursFromNow(1)),
  increment: async (adapter, key) => adapter.increment(key, hoursFromNow(1)),
  "use a token": async (adapter, key) => (await adapter.useVerificationToken({ identifier: key, token: key })) !== null,
  "take a record": async (adapter, key) => (await adapter.takeAccountRecord("factor", `${key}-take`)) !== null,
  "update a record": async (adapter, key, index) =>
    adapter.updateAccountRecord({ ...RECORD, id: `${key}-cas`, version: 1, data: `[${index}]` }),
  "sign up with one address": async (adapter, key) => {
    const user = newUser({ email: `${key}@app.test` })
    return adapter
      .transaction(async (within) => {
        if (await within.getUserByEmail?.(user.email)) return false
        await within.createUser?.(user)
        await within.linkAccount?.(newAccount(user.id, { provider: key }))
        await within.createSession?.(newSession(user.id))
        await within.createAccountRecord?.({ ...RECORD, kind: "password", id: user.id, userId: user.id })
        return true
      })
      .catch(lost)
  },
  "link one account to new users": async (adapter, key) =>
    adapter
      .transaction(async (within) => {
        const user = newUser({ email: `${crypto.randomUUID()}@${key}.test` })
        await within.createUser?.(user)
        await within.linkAccount?.(newAccount(user.id, { provider: "link", providerAccountId: key }))
        return true
      })
      .catch(lost),
  "change the address once": async (adapter, key, index) =>
    adapter.transaction(async (within) => {
      // The row is locked before it is read, as in a change of the address
      const user = await within.updateUser?.({ id: racerId(key, "mover") })
      if (!user || user.sessionEpoch) return false
      await within.updateUser?.({ id: user.id, email: `moved-${index}@${key}.test`, sessionEpoch: new Date() })
      await within.deleteSessions?.(user.id)
      await within.createSession?.(newSession(user.id))
      return true
    }),
  "remove sign-in methods": async (adapter, key, index) =>
    adapter.transaction(async (within) => {
      await within.updateUser?.({ id: racerId(key, "remover") })
      const left = (await within.listAccounts?.(racerId(key, "remover"))) ?? []
      const account = left[index % left.length]
      if (left.length < 2 || !account) return false
      await within.unlinkAccount?.({ provider: account.provider, providerAccountId: account.providerAccountId })
      return true
    }),
  "delete a user who adds records": async (adapter, key, index) => {
    const id = racerId(key, "leaver")
    if (index % 10 === 5) return (await adapter.deleteUser(id)) ? true : false
    return adapter
      .transaction(async (within) => {
        await within.updateUser?.({ id })
        await within.createAccountRecord?.({ ...RECORD, id: `${key}-${index}`, userId: id })
        return false
      })
      .catch(lost)
  },
}
