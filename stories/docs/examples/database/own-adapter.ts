import {
  AdapterConflict,
  type Adapter,
  type AdapterAccount,
  type AdapterSession,
  type AdapterUser,
} from "latchkit/adapters"

/** Keeps users in three maps. It supports sign-in with a provider and stored sessions, and nothing else. */
export function OwnAdapter(): Adapter {
  const users = new Map<string, AdapterUser>()
  const accounts = new Map<string, AdapterAccount>()
  const sessions = new Map<string, AdapterSession>()
  const copy = <T extends object>(row: T | undefined): T | null => (row ? { ...row } : null)
  const accountKey = (of: { provider: string; providerAccountId: string }) =>
    JSON.stringify([of.provider, of.providerAccountId])
  const byEmail = (email: string) =>
    email === "" ? undefined : [...users.values()].find((user) => user.email === email)

  return {
    createUser(user) {
      if (byEmail(user.email)) throw new AdapterConflict("This address is taken")
      users.set(user.id, { ...user })
      return { ...user }
    },
    getUser: (id) => copy(users.get(id)),
    getUserByEmail: (email) => copy(byEmail(email)),
    getUserByAccount: (key) => copy(users.get(accounts.get(accountKey(key))?.userId ?? "")),
    updateUser({ id, ...changes }) {
      const user = users.get(id)
      if (!user) throw new Error(`There is no user ${id}`)
      users.set(id, { ...user, ...changes })
      return { ...user, ...changes }
    },
    linkAccount(account) {
      if (accounts.has(accountKey(account)))
        throw new AdapterConflict("This account is linked")
      accounts.set(accountKey(account), { ...account })
      return { ...account }
    },
    createSession(session) {
      if (!/^[!-~]+$/.test(session.sessionToken))
        throw new Error("A blank token opens nothing")
      if (sessions.has(session.sessionToken))
        throw new AdapterConflict("This token is taken")
      sessions.set(session.sessionToken, { ...session })
      return { ...session }
    },
    getSessionAndUser(sessionToken) {
      const session = copy(sessions.get(sessionToken))
      const user = copy(users.get(session?.userId ?? ""))
      return session && user && { session, user }
    },
    updateSession({ sessionToken, ...changes }, now) {
      const session = sessions.get(sessionToken)
      if (!session || (now && session.expires <= now)) return null
      sessions.set(sessionToken, { ...session, ...changes })
      return { ...session, ...changes }
    },
    deleteSession(sessionToken) {
      const session = sessions.get(sessionToken)
      sessions.delete(sessionToken)
      return session
    },
  }
}
