import type { AccountKey, Adapter, AdapterUser } from "../adapters/contract.ts"
import { MemoryAdapter } from "../adapters/memory.ts"

/**
 * An adapter whose table of users has no unique key on addresses, and which has no transactions, as some adapters of
 * Auth.js. Its account records and claims are in another store.
 */
export function looseAdapter() {
  const { transaction: _, ...strict } = MemoryAdapter()
  const emails = new Map<string, string>()
  const withEmail = <User extends AdapterUser>(user: User): User => ({ ...user, email: emails.get(user.id) ?? "" })
  const readUser = async (id: string) => {
    const user = await strict.getUser(id)
    return user && withEmail(user)
  }
  const adapter = {
    ...strict,
    getUser: readUser,
    createUser: async ({ email, ...user }: AdapterUser) => {
      const created = await strict.createUser({ ...user, email: "" })
      emails.set(created.id, email)
      return withEmail(created)
    },
    updateUser: async ({ email, ...changes }: Partial<AdapterUser> & Pick<AdapterUser, "id">) => {
      const updated = await strict.updateUser(changes)
      if (email !== undefined) emails.set(updated.id, email)
      return withEmail(updated)
    },
    deleteUser: async (id: string) => {
      await strict.deleteUser(id)
      emails.delete(id)
    },
    getUserByEmail: async (email: string) => {
      const [id] = [...emails].find(([, one]) => one === email) ?? []
      return id === undefined ? null : readUser(id)
    },
    getUserByAccount: async (key: AccountKey) => {
      const user = await strict.getUserByAccount(key)
      return user && withEmail(user)
    },
    getSessionAndUser: async (key: string) => {
      const found = await strict.getSessionAndUser(key)
      return found && { ...found, user: withEmail(found.user) }
    },
  } satisfies Adapter
  const usersWith = (email: string) => [...emails].filter(([, one]) => one === email).map(([id]) => id)
  return { adapter, usersWith }
}
