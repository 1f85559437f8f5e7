import { describe, expect, test } from "vitest"
import { MemoryAdapter, type FullAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { BOB, newUserService, signedIn, type Browser } from "../../test-kit/new-user-service.ts"
import { numberedUsers } from "../../test-kit/numbered-users.ts"

const HOME = "https://app.test/"
const location = (response: Response) => response.headers.get("location")

/** A service whose users accept terms. */
async function termsService({
  adapter = MemoryAdapter(),
  config = {},
  acme = {},
}: Partial<Parameters<typeof newUserService>[0]> = {}) {
  const accepted = new Set<string>()
  const steps: AuthConfig["steps"] = [
    {
      id: "terms",
      url: "/terms",
      needed: ({ user }) => !accepted.has(String(user.id)),
      handle: ({ user, fields }) => void (fields["accept"] && accepted.add(String(user.id))),
    },
  ]
  const service = await newUserService({ adapter, config: { steps, ...config }, acme })
  return { ...service, accepted, accept: (from: Browser) => service.submit(from, "terms", { accept: "yes" }) }
}

/** Enrolls an authenticator app in the open step, and saves its recovery codes. Returns the last response. */
async function enroll({ card, submit, codeFor }: Awaited<ReturnType<typeof newUserService>>, from: Browser) {
  const { secretText = "" } = await card(from)
  await submit(from, "enroll-totp", { code: await codeFor(secretText) })
  return submit(from, "recovery-codes")
}

/** Memory, as an adapter without transactions. */
const separateWrites = (): FullAdapter => Object.assign(MemoryAdapter(), { transaction: undefined })

describe("a planned user", () => {
  test("is created once, however often the last form is sent (threats 400, 404)", async () => {
    const { auth, browser, begin, card, events, accepted, post } = await termsService()
    const bob = browser()
    await begin(bob, "a provider")
    const { attempt = "" } = await card(bob)
    const { step } = await auth.openStep(bob.request("/terms"))
    accepted.add(step?.userId ?? "")
    const forms = Array.from({ length: 50 }, () =>
      post(cookieClient(auth, new Map(bob.jar)), "/step/terms", { attempt }),
    )
    const done = (await Promise.all(forms)).filter((response) => location(response) === HOME)
    expect([done.length, events]).toEqual([1, ["createUser", "linkAccount", "signIn"]])
  })

  test("isn't created if the app denies the sign-in meanwhile (threats 400, 409)", async () => {
    const access = { allowed: true }
    const callbacks = { signIn: () => access.allowed }
    const { browser, begin, accept, stored, user } = await termsService({ config: { callbacks } })
    const bob = browser()
    await begin(bob, "a provider")
    access.allowed = false
    expect(location(await accept(bob))).toContain("error=AccessDenied")
    expect([stored(), await user(), await signedIn(bob)]).toEqual([[], null, null])
  })

  test("leaves no row behind, also after 100 sign-ins that nobody finished (threat 400)", async () => {
    const { adapter, browser, byProvider, stored, kinds, time } = await termsService()
    for (let turn = 0; turn < 100; turn++)
      await byProvider(browser(), { sub: `eve-${turn}`, email: `${turn}@app.test` })
    expect([stored(), kinds]).toEqual([[], Array.from({ length: 100 }, () => "attempt")])
    time.now += 11 * 60_000
    expect(await adapter.deleteExpired(new Date(time.now))).toBeGreaterThanOrEqual(100)
    expect(await adapter.getUserByEmail("7@app.test")).toBeNull()
  })

  test("gets the id of an adapter that assigns ids, and the event has the one that steps got", async () => {
    const created: unknown[] = []
    const service = await termsService({
      adapter: numberedUsers(),
      config: {
        secondFactor: { required: true },
        events: { createUser: ({ user, plannedId }) => void created.push([user.id, plannedId]) },
      },
    })
    const { browser, begin, auth, submit, accepted, adapter } = service
    const bob = browser()
    await begin(bob, "a provider")
    await enroll(service, bob)
    const { step } = await auth.openStep(bob.request("/terms"))
    expect(location(await submit(bob, "terms", { accept: "yes" }))).toBe(HOME)
    expect(await signedIn(bob)).toBe(BOB)
    expect([created, [...accepted]]).toEqual([[["1", step?.userId]], [step?.userId]])
    expect(await adapter.listAccountRecords("factor", "1")).toHaveLength(1)
  })
})

describe("a link by the address", () => {
  test.each(["jwt", "database"] as const)(
    "is stored after the last step only (threat 400, %s sessions)",
    async (strategy) => {
      const acme = { allowDangerousEmailAccountLinking: true }
      const { browser, begin, accept, stored, events, adapter, log, kinds, accepted, emails } = await termsService({
        acme,
        config: { session: { strategy } },
      })
      const own = browser()
      await begin(own, "a magic link")
      expect(location(await accept(own))).toBe(HOME)
      accepted.clear()
      events.length = log.names.length = kinds.length = 0
      const again = browser()
      expect(location(await begin(again, "a provider that verifies the address"))).toBe("https://app.test/terms")
      const owner = () => adapter.getUserByAccount({ provider: "acme", providerAccountId: "bob" })
      expect([stored(), events, await owner(), emails]).toEqual([[], [], null, []])
      expect(location(await accept(again))).toBe(HOME)
      expect([events, (await owner())?.email]).toEqual([["linkAccount", "signIn"], BOB])
    },
  )
})

test.each(["jwt", "database"] as const)(
  "a provider's new name, picture and tokens are stored after the last step only (threat 400, %s sessions)",
  async (strategy) => {
    const { browser, byProvider, accept, stored, events, user, log, kinds, accepted, adapter } = await termsService({
      acme: { syncProfile: true },
      config: { session: { strategy } },
    })
    const own = browser()
    await byProvider(own)
    await accept(own)
    accepted.clear()
    const [before, account] = [await user(), await adapter.getAccount("bob", "acme")]
    events.length = log.names.length = kinds.length = 0
    const thief = browser()
    const picture = "https://evil.test/eve.png"
    expect(location(await byProvider(thief, { name: "Eve", picture }))).toBe("https://app.test/terms")
    expect([stored(), events]).toEqual([[], []])
    expect([await user(), await adapter.getAccount("bob", "acme")]).toEqual([before, account])
    expect(location(await accept(thief))).toBe(HOME)
    expect([events, await user()]).toMatchObject([["updateUser", "signIn"], { name: "Eve", image: picture }])
    expect(await adapter.getAccount("bob", "acme")).not.toEqual(account)
  },
)

describe("beside an adapter without transactions,", () => {
  test("a factor that can't be stored leaves no user without it", async () => {
    const memory = separateWrites()
    const failing: { kind?: string } = { kind: "factor" }
    const createAccountRecord: FullAdapter["createAccountRecord"] = async (record) => {
      if (record.kind === failing.kind) throw new Error("The database is down")
      return memory.createAccountRecord(record)
    }
    const service = await newUserService({
      adapter: { ...memory, createAccountRecord },
      config: { secondFactor: { required: true } },
    })
    const { browser, begin, user, adapter } = service
    for (const way of ["a provider", "a magic link", "a password", "a passkey", "an invitation"] as const) {
      failing.kind = "factor"
      const bob = browser()
      await begin(bob, way)
      expect(location(await enroll(service, bob)), way).toContain("error=")
      expect([await user(), await signedIn(bob)], way).toEqual([null, null])
      expect(await adapter.getUserByAccount({ provider: "acme", providerAccountId: "bob" })).toBeNull()
    }
  })
})
