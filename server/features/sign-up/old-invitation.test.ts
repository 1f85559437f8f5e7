import { describe, expect, test } from "vitest"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { looseAdapter } from "../../test-kit/loose-adapter.ts"
import { GRACE, NEW_PASSWORD, passwordAccountService, signedIn } from "../../test-kit/password-account-service.ts"

const EMAIL = GRACE.email
const OTHER = "hopper@navy.test"

async function inviteService(adapter: Adapter = MemoryAdapter()) {
  const issuer = await fakeIssuer({ clock: () => Date.UTC(2026, 0, 1) })
  const accepted: unknown[] = []
  const acme = {
    id: "acme",
    name: "Acme",
    type: "oidc",
    issuer: issuer.issuer,
    clientId: "client",
    clientSecret: "secret",
  } as const
  const service = passwordAccountService({
    adapter,
    providers: [acme],
    config: {
      fetch: issuer.fetch,
      account: { administration: true, deletion: true, changeEmail: true },
      events: { acceptInvitation: ({ data }) => void accepted.push(data) },
    },
  })
  const { auth, browser, newest, post, tokenIn, links, sent, signUp, later } = service
  const byProvider = async (email_verified: boolean) => {
    const from = browser()
    const started = await post(from, "/signin/acme", {})
    const claims = { sub: "grace", name: "Grace", email: EMAIL, email_verified }
    await from.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", claims)}`)
    return from
  }
  const byLink = async () => {
    const from = browser()
    await post(from, "/signin/email", { email: EMAIL })
    await sent()
    await post(from, "/callback/email", { code: links.at(-1)?.code ?? "" })
    return from
  }
  const byForm = async () => {
    const from = browser()
    await signUp(from)
    return from
  }
  const invite = async (email = EMAIL) => {
    expect((await auth.invite({ email, data: { role: "admin" }, expiresIn: 90 * 86_400 })).status).toBe("sent")
    return newest("invitation")
  }
  /** Opens an old invitation, and chooses a password there. */
  const use = async (url: string) => {
    later(24 * 60)
    const stranger = browser()
    await stranger.get(url)
    await stranger.get("/sign-up?status=confirm")
    await post(stranger, "/sign-up", { token: tokenIn({ url }), password: NEW_PASSWORD })
    return signedIn(stranger)
  }
  const userId = async () => (await service.adapter.getUserByEmail(EMAIL))?.id ?? expect.fail("no user has the address")
  return { ...service, byProvider, byLink, byForm, invite, use, userId, accepted }
}

type Service = Awaited<ReturnType<typeof inviteService>>

const WAYS: Record<string, (service: Service) => Promise<ReturnType<Service["browser"]>>> = {
  "a provider that verified it": (service) => service.byProvider(true),
  "a provider that didn't verify it": (service) => service.byProvider(false),
  "a magic link": (service) => service.byLink(),
  "the sign-up form": (service) => service.byForm(),
}

describe.each([
  ["a database", (): Adapter => MemoryAdapter()],
  ["a database without transactions", (): Adapter => looseAdapter().adapter],
])("an invitation in %s", (_, open) => {
  test.each(Object.entries(WAYS))(
    "is void after its address got an account by %s (threat 682)",
    async (__, signUpBy) => {
      const service = await inviteService(open())
      const { browser, signIn, invite, use, accepted, adapter, userId } = service
      const { url } = await invite()
      const grace = await signUpBy(service)
      expect(await signedIn(grace)).toBe(EMAIL)
      const id = await userId()
      expect([await use(url), accepted, await userId()]).toEqual([null, [], id])
      const stranger = browser()
      await signIn(stranger, { email: EMAIL, password: NEW_PASSWORD })
      expect(await signedIn(stranger)).toBeNull()
      await adapter.deleteUser(id) // by the app's own code
      expect([await use(url), await adapter.getUserByEmail(EMAIL)]).toEqual([null, null])
    },
  )

  test("is void after its user was disabled or deleted, and a new one works (threat 682)", async () => {
    const { auth, adapter, invite, use, userId } = await inviteService(open())
    await adapter.createUser({ id: "g", name: null, email: EMAIL, emailVerified: null })
    const first = await invite()
    await auth.users.disable("g")
    expect(await use(first.url)).toBeNull()
    await auth.users.enable("g")
    expect(await use(first.url)).toBeNull()
    const second = await invite()
    await auth.users.delete(await userId())
    expect([await use(second.url), await adapter.getUserByEmail(EMAIL)]).toEqual([null, null])
    expect(await use((await invite()).url)).toBe(EMAIL)
  })

  test("is void after its user moved to another address (threat 682)", async () => {
    const { adapter, byForm, invite, newest, post, use } = await inviteService(open())
    const old = await invite()
    const taken = await invite(OTHER)
    const grace = await byForm()
    await post(grace, "/account", { change: "change-email", email: OTHER })
    await post(grace, "/change-email", { code: (await newest("email-change")).code ?? "" })
    expect(await signedIn(grace)).toBe(OTHER)
    expect([await use(taken.url), await use(old.url)]).toEqual([null, null])
    expect(await adapter.getUserByEmail(EMAIL)).toBeNull()
  })
})
