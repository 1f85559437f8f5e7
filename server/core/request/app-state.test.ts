import { expect, test, vi } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import type { VerificationRequest } from "../../providers/types.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import type { Browser } from "../../test-kit/oauth-service.ts"
import { ADA, EVE, passkeyService } from "../../test-kit/passkey-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

async function createService(config: Pick<AuthConfig, "session"> = {}) {
  const mails: VerificationRequest[] = []
  const sendVerificationRequest = (mail: VerificationRequest): void => void mails.push(mail)
  const authorize = () => ({ id: "ada", email: ADA.email, name: "Ada" })
  const password = { id: "credentials", name: "Password", type: "credentials", credentials: {}, authorize } as const
  const mail = { id: "email", name: "Email", type: "email", sendsCode: true, sendVerificationRequest } as const
  const [signIn, jwt] = [vi.fn((_: object) => true), vi.fn(({ token }: { token: object }) => ({ ...token }))]
  const events = { signIn: vi.fn(), createUser: vi.fn() }
  const service = await passkeyService({ providers: [password, mail], callbacks: { signIn, jwt }, events, ...config })
  await service.adapter.createUser({ ...ADA, id: "ada", emailVerified: new Date(), image: null })
  return { ...service, signIn, jwt, events, newest: () => mails.at(-1) ?? expect.fail("no mail was sent") }
}

type Service = Awaited<ReturnType<typeof createService>>
const FIELDS_WITH_STATE = { carry: "invite-42" }

async function requestMagicLink({ newest }: Service, browser: Browser, email = ADA.email): Promise<URL> {
  await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email, ...FIELDS_WITH_STATE })
  return new URL(newest().url)
}

const SIGN_IN_METHODS: Record<string, (world: Service, browser: Browser) => Promise<Response>> = {
  "an OpenID provider": ({ enter }, browser) => enter(browser, EVE, FIELDS_WITH_STATE),
  "a password": (_, browser) => browser.signInWith("credentials", FIELDS_WITH_STATE),
  "a magic link": async (service, browser) => browser.get((await requestMagicLink(service, browser)).href),
  "a magic link in another browser": async (service, browser) => {
    const fields = Object.fromEntries((await requestMagicLink(service, browser)).searchParams)
    const other = cookieClient(service.auth)
    return other.post("/callback/email", { csrfToken: await other.csrfToken(), ...fields })
  },
  "an emailed code": async (service, browser) => {
    await requestMagicLink(service, browser)
    return browser.post("/callback/email", { csrfToken: await browser.csrfToken(), code: service.newest().code ?? "" })
  },
  "a passkey": async (service, browser) => {
    const [before, phone] = [service.browser(), softAuthenticator()]
    await service.enter(before, EVE)
    await service.register(before, phone)
    return service.post(
      browser,
      "authenticate",
      phone.get(await service.ask(browser, "authenticate")),
      FIELDS_WITH_STATE,
    )
  },
}

test.each(Object.entries(SIGN_IN_METHODS))("returns the app state after a sign-in with %s", async (_, enter) => {
  for (const strategy of ["jwt", "database"] as const) {
    const service = await createService({ session: { strategy } })
    await enter(service, service.browser())
    expect(service.signIn).toHaveBeenLastCalledWith(expect.objectContaining({ carried: "invite-42" }))
    expect(service.events.signIn).toHaveBeenLastCalledWith(expect.objectContaining({ carried: "invite-42" }))
    if (strategy === "jwt") expect(service.jwt.mock.calls.at(-1)?.[0]).toMatchObject({ carried: "invite-42" })
  }
})

test("passes the app state to the createUser event, and no key at all if the app sent none", async () => {
  const service = await createService()
  await service.enter(service.browser(), EVE, FIELDS_WITH_STATE)
  expect(service.events.createUser).toHaveBeenCalledWith(expect.objectContaining({ carried: "invite-42" }))
  await service.enter(service.browser(), EVE)
  expect(service.events.signIn.mock.lastCall?.[0]).not.toHaveProperty("carried")
})

test("accepts app state from a server-side signIn call", async () => {
  const service = await createService({ session: { strategy: "jwt" } })
  await service.auth.signIn({ headers: {} }, "credentials", FIELDS_WITH_STATE)
  expect(service.signIn).toHaveBeenLastCalledWith(expect.objectContaining({ carried: "invite-42" }))
})

test("ignores app state from another magic link, changed app state, and a callback's own parameter (threat 334)", async () => {
  const service = await createService()
  const [mine, hers] = [
    await requestMagicLink(service, service.browser(), "eve@app.test"),
    await requestMagicLink(service, service.browser()),
  ]
  const other = cookieClient(service.auth)
  for (const carried of [mine.searchParams.get("carried") ?? "", "invite-1", ""]) {
    const fields = { ...Object.fromEntries(hers.searchParams), carried, carry: "forged" }
    await other.post("/callback/email", { csrfToken: await other.csrfToken(), ...fields })
    expect(service.signIn.mock.lastCall?.[0]).not.toHaveProperty("carried", "forged")
  }
  expect(service.events.signIn).toHaveBeenCalledOnce()
  expect(service.events.signIn.mock.lastCall?.[0]).not.toHaveProperty("carried")
  const browser = service.browser()
  await browser.get(`${await service.start(browser, EVE)}&carry=forged&carried=forged`)
  expect(service.events.signIn.mock.lastCall?.[0]).not.toHaveProperty("carried")
})

test.each(["acme", "email"])(
  "rejects app state that doesn't fit in a cookie when a sign-in with %s starts (threat 335)",
  async (provider) => {
    const service = await createService()
    const browser = service.browser()
    for (const carry of ["x".repeat(1001), "字".repeat(900)]) {
      const fields = { csrfToken: await browser.csrfToken(), email: ADA.email, carry }
      const answer = await browser.post(`/signin/${provider}`, fields)
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []])
    }
    expect(() => service.newest()).toThrow("no mail was sent")
  },
)

test("keeps the app state and drops the callback URL if both don't fit in a cookie (threat 335)", async () => {
  const service = await createService()
  const browser = service.browser()
  const carry = "字".repeat(600)
  const fields = { carry, callbackUrl: `/in?${"x".repeat(1900)}` }
  const answer = await service.enter(browser, EVE, fields)
  expect(answer.headers.get("location")).toBe("https://app.test/")
  expect(service.events.signIn).toHaveBeenLastCalledWith(expect.objectContaining({ carried: carry }))
  await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: ADA.email, ...fields })
  for (const [name, { value }] of browser.jar) expect(name.length + value.length).toBeLessThanOrEqual(4096)
})
