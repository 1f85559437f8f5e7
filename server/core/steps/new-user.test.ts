import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { describe, expect, test } from "vitest"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { SqlAdapter, sqliteDialect } from "../../adapters/sql.ts"
import type { AuthConfig } from "../../service/config.ts"
import { BOB, FIRST_SIGN_INS, newUserService, signedIn, type FirstSignIn } from "../../test-kit/new-user-service.ts"

const HOME = "https://app.test/"
const location = (response: Response) => response.headers.get("location")

const ADAPTERS: Record<string, () => Promise<Adapter>> = {
  memory: async () => MemoryAdapter(),
  SQLite: async () => {
    const adapter = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) }))
    await adapter.migrate()
    return adapter
  },
}

const CASES = Object.entries(ADAPTERS).flatMap(([name, adapter]) =>
  (["jwt", "database"] as const).map((strategy) => ({ name, adapter, strategy })),
)

/** Users accept terms, by the id that the step gets. */
function withTerms(): Partial<AuthConfig> {
  const accepted = new Set<string>()
  return {
    steps: [
      {
        id: "terms",
        url: "/terms",
        needed: ({ user }) => !accepted.has(String(user.id)),
        handle: ({ user, fields }) => void (fields["accept"] && accepted.add(String(user.id))),
      },
    ],
  }
}

const service = async ({ adapter, strategy }: (typeof CASES)[number], config: Partial<AuthConfig> = {}) =>
  newUserService({ adapter: await adapter(), config: { session: { strategy }, ...config } })

const EVENTS: Record<FirstSignIn, readonly string[]> = {
  "a provider": ["createUser", "linkAccount", "signIn"],
  "a provider that verifies the address": ["createUser", "linkAccount", "signIn"],
  "a magic link": ["createUser", "signIn"],
  "an emailed code": ["createUser", "signIn"],
  "a password": ["createUser", "signIn"],
  "a passkey": ["createUser", "linkAccount", "signIn"],
  "an invitation": ["createUser", "acceptInvitation", "signIn"],
}

describe.each(CASES)("a first sign-in, in $name, with $strategy sessions,", (options) => {
  test.each(FIRST_SIGN_INS)("with %s stores no user before its last step (threat 400)", async (way) => {
    const security: { type: string; userId: string | null }[] = []
    const { browser, begin, submit, stored, events, user, emails } = await service(options, {
      ...withTerms(),
      events: { security: (event) => void security.push(event) },
    })
    const bob = browser()
    expect(location(await begin(bob, way))).toBe("https://app.test/terms")
    const sent = emails.length
    expect(location(await submit(bob, "terms"))).toBe("https://app.test/terms")
    expect([stored(), events, await user(), await signedIn(bob)]).toEqual([[], [], null, null])
    expect(security.filter(({ userId }) => userId !== null)).toEqual([])
    expect(location(await submit(bob, "terms", { accept: "yes" }))).toBe(HOME)
    expect([await signedIn(bob), events, emails.length]).toEqual([BOB, EVENTS[way], sent])
    const isProven = way !== "a provider" && way !== "a provider that verifies the address"
    const name = isProven ? null : "Bob"
    expect(await user()).toMatchObject({ name, emailVerified: isProven ? expect.any(Date) : null })
  })

  test.each(FIRST_SIGN_INS)("with %s stores its second factor together with the user (threat 400)", async (way) => {
    const service = await newUserService({
      adapter: await options.adapter(),
      config: { session: { strategy: options.strategy }, secondFactor: { required: true } },
    })
    const { browser, begin, card, submit, codeFor, stored, user, adapter, time, emails, emailed } = service
    const bob = browser()
    expect(location(await begin(bob, way))).toContain("/step/enroll-totp")
    const { secretText = "" } = await card(bob)
    expect((await card(bob))["secretText"]).toBe(secretText)
    expect(location(await submit(bob, "enroll-totp", { code: "000000" }))).toContain("InvalidCode")
    const code = await codeFor(secretText)
    expect(location(await submit(bob, "enroll-totp", { code, name: "Phone" }))).toContain("/step/recovery-codes")
    const [recoveryCode = ""] = (await card(bob))["codes"] ?? []
    expect([stored(), await user(), emails.filter(({ kind }) => kind === "factor-added")]).toEqual([[], null, []])
    expect(location(await submit(bob, "recovery-codes"))).toBe(HOME)
    expect(await signedIn(bob)).toBe(BOB)
    const { id = "" } = (await user()) ?? {}
    expect(await adapter.listAccountRecords("factor", id)).toHaveLength(1)
    if (way !== "a provider") expect((await emailed("factor-added")).identifier).toBe(BOB) // that address is unproven
    if (way === "a passkey" || way === "a password" || way === "an invitation") return // they begin another way later
    for (const method of ["totp", "recovery"]) {
      const again = browser()
      time.now += 60_000
      expect(location(await begin(again, way))).toContain("/step/second-factor")
      const typed = method === "totp" ? await codeFor(secretText) : recoveryCode
      expect(location(await submit(again, "second-factor", { method, code: code }))).toContain("InvalidCode")
      expect(location(await submit(again, "second-factor", { method, code: typed }))).toBe(HOME)
    }
  })

  test("that was abandoned leaves the address to its owner, whatever way they come (threat 400)", async () => {
    for (const way of FIRST_SIGN_INS) {
      const { browser, byProvider, begin, submit, user, adapter, events } = await service(options, withTerms())
      const attacker = browser()
      for (let turn = 0; turn < 3; turn++) await byProvider(attacker, { sub: "eve", name: "Eve" })
      const owner = browser()
      expect(location(await begin(owner, way)), way).toBe("https://app.test/terms")
      expect(location(await submit(owner, "terms", { accept: "yes" })), way).toBe(HOME)
      const before = await user()
      expect([await signedIn(owner), before?.name]).not.toContain("Eve")
      expect(location(await submit(attacker, "terms", { accept: "yes" })), way).toContain("error=OAuthAccountNotLinked")
      expect([await signedIn(attacker), await signedIn(owner)]).toEqual([null, BOB])
      expect([await user(), events]).toEqual([before, EVENTS[way]])
      expect(await adapter.getUserByAccount({ provider: "acme", providerAccountId: "eve" })).toBeNull()
    }
  })

  test("that another one overtakes is over: the rules for an existing user apply (threat 400)", async () => {
    for (const way of ["a magic link", "a provider"] as const) {
      const { browser, begin, submit, user } = await service(options, withTerms())
      const [first, second] = [browser(), browser()]
      await begin(first, way)
      await begin(second, way)
      expect(location(await submit(second, "terms", { accept: "yes" }))).toBe(HOME)
      const created = await user()
      expect(location(await submit(first, "terms", { accept: "yes" }))).toContain("error=AttemptExpired")
      expect([await signedIn(first), await signedIn(second), await user()]).toEqual([null, BOB, created])
    }
  })
})
