import type { Adapter, AdapterPayload } from "oidc-provider"

/** Stores the provider's data in memory. */
export function memoryAdapter(): (name: string) => Adapter {
  const models = new Map<string, Map<string, AdapterPayload>>()
  const all = () => [...models.values()]
  return (name) => {
    const entries = models.get(name) ?? new Map<string, AdapterPayload>()
    models.set(name, entries)
    const where = (fits: (payload: AdapterPayload) => boolean) => [...entries.values()].find(fits)
    return {
      upsert: async (id, payload) => void entries.set(id, payload),
      find: async (id) => entries.get(id),
      findByUid: async (uid) => where((payload) => payload.uid === uid),
      findByUserCode: async (code) => where((payload) => payload.userCode === code),
      consume: async (id) => {
        const payload = entries.get(id)
        if (payload) entries.set(id, { ...payload, consumed: Math.floor(Date.now() / 1000) })
      },
      destroy: async (id) => void entries.delete(id),
      revokeByGrantId: async (grantId) => {
        for (const model of all()) for (const [id, payload] of model) if (payload.grantId === grantId) model.delete(id)
      },
    }
  }
}
