import { expect, test } from "vitest"
import type { AdapterUser } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { ACME } from "../../test-kit/oauth-service.ts"
import { GRACE, passwordAccountService, signedIn } from "../../test-kit/password-account-service.ts"

const NOW = Date.UTC(2026, 0, 1)

/** Signs Grace in with a provider that verified her address. Her row has this value as the proof of the address. */
async function entersWith(emailVerified: unknown, strategy: "jwt" | "database") {
  const adapter = MemoryAdapter()
  const stored = { id: "9", name: null, image: null, email: GRACE.email, emailVerified: null }
  await adapter.createUser(stored)
  const read = (user: AdapterUser | null) => user && { ...user, emailVerified: emailVerified as null } // as a database may return it
  const broken = {
    ...adapter,
    getUser: async (id: string) => read(await adapter.getUser(id)),
    getUserByEmail: async (email: string) => read(await adapter.getUserByEmail(email)),
  }
  const { transaction: _, ...plain } = broken
  const clock = () => NOW
  const issuer = await fakeIssuer({ clock })
  const config = { fetch: issuer.fetch, clock, rateLimit: false, session: { strategy }, secondFactor: {} } as const
  const acme = { ...ACME, allowDangerousEmailAccountLinking: true }
  const { browser, post } = passwordAccountService({ adapter: plain, config, providers: [acme] })
  const from = browser()
  const started = await post(from, "/signin/acme", {})
  const person = { sub: "grace", email: GRACE.email, email_verified: true }
  await from.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", person)}`)
  return signedIn(from)
}

const YEAR = 365 * 24 * 60 * 60 * 1000
const CASES: [value: unknown, counts: boolean][] = [
  [new Date(NOW - YEAR), true],
  [new Date(NOW), true],
  ["2025-03-04T05:06:07.000Z", true],
  [null, false],
  [undefined, false],
  [0, false],
  [1, false],
  [true, false],
  [false, false],
  ["", false],
  ["false", false],
  ["true", false],
  ["0", false],
  [new Date(Number.NaN), false],
  [new Date(0), false],
  ["1970-01-01T00:00:00.000Z", false],
  [new Date(NOW + 100 * YEAR), false],
  [new Date("2099-01-01"), false],
  ["2099-01-01T00:00:00.000Z", false],
  [{}, false],
]

test.each(["jwt", "database"] as const)(
  "only a valid date in the past counts as a proof of the address, with %s sessions (threat 564)",
  async (strategy) => {
    for (const [value, counts] of CASES)
      expect([value, await entersWith(value, strategy)]).toEqual([value, counts ? GRACE.email : null])
  },
)
