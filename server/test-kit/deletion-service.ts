import type { AccountDetails } from "../../client/account-contract.ts"
import type { Adapter } from "../adapters/contract.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import type { SessionStrategyName } from "../core/config/callbacks.ts"
import type { AccountOptions } from "../features/account/options.ts"
import type { AuthConfig } from "../service/config.ts"
import { Password } from "../providers/password.ts"
import { FAST_HASH } from "./password-account-service.ts"
import { pauseService, type Browser, type SignInMethod } from "./pause-service.ts"

export const DAY = 24 * 60 * 60 * 1000

interface DeletionServiceOptions {
  strategy?: SessionStrategyName
  adapter?: Adapter
  graceDays?: number
  account?: AccountOptions
  config?: Partial<AuthConfig>
}

/** Ada with every sign-in method, whose account can be deleted. Tests control the clock. */
export async function deletionService({
  strategy = "database",
  adapter = MemoryAdapter(),
  graceDays = 0,
  account = {},
  config = {},
}: DeletionServiceOptions = {}) {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const deleted: unknown[] = []
  const service = await pauseService({
    strategy,
    adapter,
    more: [Password({ hash: FAST_HASH, resetAddsPassword: true })],
    config: {
      steps: [],
      secondFactor: {},
      clock: () => time.now,
      account: { deletion: { graceDays }, ...account },
      ...config,
      events: { deleteUser: ({ user }) => void deleted.push(user), ...config.events },
    },
  })
  const { browser, prove } = service
  const enter = async (method: SignInMethod = "oidc"): Promise<Browser> => {
    const from = browser()
    await prove(from, method)
    return from
  }
  const change = async (from: Browser, fields: Record<string, string>): Promise<Response> =>
    from.postJson("/account", { csrfToken: await from.csrfToken(), ...fields })
  const requestDeletion = (from: Browser) => change(from, { change: "delete-account" })
  const details = async (from: Browser) => (await (await from.get("/account")).json()) as AccountDetails | null // the endpoint's JSON
  return {
    ...service,
    time,
    deleted,
    enter,
    change,
    requestDeletion,
    details,
    later: (days: number) => void (time.now += days * DAY),
  }
}

/** Returns everything that an adapter stores of a user. */
export async function leftovers(adapter: Adapter, id: string, email: string) {
  const kinds = ["attempt", "factor", "recovery-codes", "trusted-device", "password", "pending-change", "undo"] as const
  const records = await Promise.all(kinds.map(async (kind) => (await adapter.listAccountRecords?.(kind, id)) ?? []))
  return {
    user: (await adapter.getUser?.(id)) ?? null,
    byEmail: (await adapter.getUserByEmail?.(email)) ?? null,
    accounts: (await adapter.listAccounts?.(id)) ?? [],
    sessions: (await adapter.listSessions?.(id)) ?? [],
    passkeys: (await adapter.listAuthenticatorsByUserId?.(id)) ?? [],
    records: records.flat(),
    request: (await adapter.getAccountRecord?.("deletion", id)) ?? null,
  }
}

/** The result of {@link leftovers} for a user who was deleted. */
export const NOTHING = {
  user: null,
  byEmail: null,
  accounts: [],
  sessions: [],
  passkeys: [],
  records: [],
  request: null,
}
