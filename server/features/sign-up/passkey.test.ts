import { describe, expect, test } from "vitest"
import { MemoryAdapter, type FullAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { Passkey } from "../../providers/passkey.ts"
import { Password } from "../../providers/password.ts"
import type { AccountEmail, EmailConfig } from "../../providers/types.ts"
import { softAuthenticator, type Forgery, type SoftAuthenticator } from "../../test-kit/authenticator.ts"
import { backgroundWork } from "../../test-kit/background-work.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { signedIn, type Browser } from "../../test-kit/password-account-service.ts"

const GRACE = "grace@app.test"
const PASSKEY_PAGE = "https://app.test/auth/sign-up?status=passkey"

type CreationOptions = Parameters<SoftAuthenticator["create"]>[0]

/** Creates an auth instance in which new users sign up with a passkey. */
function signUpService(config: Partial<AuthConfig> = {}) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const adapter = MemoryAdapter()
  const emails: AccountEmail[] = []
  const events: string[] = []
  const email: EmailConfig = {
    ...{ id: "email", name: "Email", type: "email", sendVerificationRequest: () => undefined },
    sendAccountEmail: (sent) => void emails.push(sent),
  }
  const { waitUntil, ended } = backgroundWork()
  const auth = createAuth(
    {
      providers: [Passkey({ signUp: true }), email],
      adapter,
      secret: "s".repeat(32),
      clock: () => time.now,
      events: {
        createUser: () => void events.push("createUser"),
        linkAccount: () => void events.push("linkAccount"),
        signIn: () => void events.push("signIn"),
      },
      logger: { error: () => undefined, warn: () => undefined },
      ...config,
    },
    { env: { AUTH_URL: "https://app.test/auth" }, waitUntil },
  )
  const browser = () => cookieClient(auth)
  const post = async (from: Browser, fields: Record<string, string>) =>
    from.post("/sign-up", { csrfToken: await from.csrfToken(), ...fields })
  const newest = async (): Promise<AccountEmail> => {
    await ended()
    const last = emails.at(-1)
    if (!last) throw new Error("No email was sent")
    return last
  }
  /** Proves the address with the code of the email. */
  const prove = async (from: Browser, address = GRACE) => {
    await post(from, { email: address })
    return post(from, { code: (await newest()).code ?? "" })
  }
  const options = async (from: Browser): Promise<CreationOptions> => {
    const response = await from.get("/sign-up?status=passkey", { accept: "application/json" })
    return ((await response.json()) as { passkeyOptions: CreationOptions }).passkeyOptions // the shape of the response
  }
  const create = async (from: Browser, device = softAuthenticator(), forgery?: Forgery) =>
    post(from, { data: device.create(await options(from), forgery) })
  const signInWith = async (device: SoftAuthenticator) => {
    const from = browser()
    const asked = (await (await from.get("/webauthn-options")).json()) as { options: never } // the shape of the response
    const fields = { csrfToken: await from.csrfToken(), action: "authenticate", data: device.get(asked.options) }
    await from.post("/callback/passkey", fields)
    return signedIn(from)
  }
  const later = (minutes: number) => void (time.now += minutes * 60_000)
  const tokenIn = ({ url }: AccountEmail) => new URL(url).searchParams.get("token") ?? ""
  return {
    ...{ auth, adapter, emails, events, browser, post, newest, prove, options, create, signInWith, later, tokenIn },
  }
}

/** Checks that no user and no account exists. */
async function expectNothing(adapter: FullAdapter, device?: SoftAuthenticator): Promise<void> {
  expect(await adapter.getUserByEmail(GRACE)).toBeNull()
  for (const { id } of device?.held ?? [])
    expect(await adapter.getAuthenticator(Buffer.from(id).toString("base64"))).toBeNull()
}

describe("a sign-up with a passkey", () => {
  test.each(["jwt", "database"] as const)("creates the account after the emailed code (%s)", async (strategy) => {
    const { browser, post, newest, create, adapter, events, signInWith } = signUpService({ session: { strategy } })
    const grace = browser()
    const page = await (await grace.get("/sign-up")).text()
    expect(page).not.toContain('type="password"')
    const asked = await post(grace, { email: GRACE })
    expect(asked.headers.get("location")).toBe("https://app.test/auth/sign-up?status=sent")
    const proven = await post(grace, { code: (await newest()).code ?? "" })
    expect(proven.headers.get("location")).toBe(PASSKEY_PAGE)
    await expectNothing(adapter)
    expect(await (await grace.get("/sign-up?status=passkey")).text()).toContain("data-options=")
    const device = softAuthenticator()
    const done = await create(grace, device)
    expect(done.headers.get("location")).toBe("https://app.test/")
    expect(await signedIn(grace)).toBe(GRACE)
    expect((await adapter.getUserByEmail(GRACE))?.emailVerified).toBeInstanceOf(Date)
    expect(events).toEqual(["createUser", "linkAccount", "signIn"])
    expect(await signInWith(device)).toBe(GRACE)
  })

  test("goes on in the browser that opens the link, and not in the one that asked (threat 526)", async () => {
    const { browser, post, newest, create, options, adapter, tokenIn, signInWith } = signUpService()
    const attacker = browser()
    await post(attacker, { email: GRACE })
    const link = await newest()
    const owner = browser()
    await owner.get(link.url)
    const proven = await post(owner, { token: tokenIn(link) })
    expect(proven.headers.get("location")).toBe(PASSKEY_PAGE)
    expect((await post(attacker, { code: link.code ?? "" })).headers.get("location")).toContain("error=InvalidCode")
    expect(await options(attacker)).toBeUndefined()
    const stolen = softAuthenticator().create(await options(owner))
    expect((await post(attacker, { data: stolen })).status).toBe(400)
    await expectNothing(adapter)
    const device = softAuthenticator()
    expect((await create(owner, device)).headers.get("location")).toBe("https://app.test/")
    expect(await signInWith(device)).toBe(GRACE)
  })

  test("needs the proof of the address before it creates anything (threat 526)", async () => {
    const { browser, post, options, prove, adapter } = signUpService()
    const stranger = browser()
    await post(stranger, { email: GRACE })
    expect(await options(stranger)).toBeUndefined()
    const eve = browser()
    await prove(eve, "eve@app.test")
    const data = softAuthenticator().create(await options(eve))
    expect((await post(stranger, { data })).status).toBe(400)
    await expectNothing(adapter)
  })

  test("leaves nothing behind if the ceremony fails, is canceled or expires (threat 526)", async () => {
    const { browser, prove, options, create, adapter, later, signInWith } = signUpService()
    const grace = browser()
    const device = softAuthenticator()
    await prove(grace)
    await options(grace) // the user closes the dialog
    const failed = await create(grace, device, { flags: 0x41 }) // without verification of the user
    expect(failed.status).toBe(400)
    expect(await failed.text()).toContain("That passkey didn&#39;t work")
    await expectNothing(adapter, device)
    later(61)
    expect((await create(grace, device).catch(() => undefined))?.status).not.toBe(302)
    await expectNothing(adapter, device)
    await prove(grace)
    const retried = softAuthenticator()
    expect((await create(grace, retried)).headers.get("location")).toBe("https://app.test/")
    expect(await signInWith(retried)).toBe(GRACE)
  })

  test("leaves no user behind if the passkey can't be stored (threat 526)", async () => {
    for (const transaction of [true, false]) {
      const base = MemoryAdapter()
      const createAuthenticator = () => Promise.reject(new Error("The disk is full"))
      const adapter = { ...base, createAuthenticator, ...(!transaction && { transaction: undefined }) } as FullAdapter // an adapter without transactions
      const { browser, prove, create } = signUpService({ adapter })
      const grace = browser()
      await prove(grace)
      await create(grace)
      await expectNothing(base)
      expect(await signedIn(grace)).toBeNull()
    }
  })

  test("takes a passkey only once, for its own sign-up and its own action (threat 526)", async () => {
    const { browser, prove, options, post, adapter } = signUpService()
    const [grace, eve] = [browser(), browser()]
    await prove(grace)
    await prove(eve, "eve@app.test")
    const device = softAuthenticator()
    const data = device.create(await options(grace))
    const csrfToken = await grace.csrfToken()
    await grace.post("/callback/passkey", { csrfToken, action: "register", data })
    expect((await post(eve, { data })).status).toBe(400)
    await expectNothing(adapter, device)
    const own = device.create(await options(grace))
    const both = await Promise.all([post(grace, { data: own }), post(grace, { data: own })])
    expect(both.filter((response) => response.headers.get("location") === "https://app.test/")).toHaveLength(1)
    expect(await adapter.listAuthenticatorsByUserId((await adapter.getUserByEmail(GRACE))?.id ?? "")).toHaveLength(1)
  })

  test("takes no other ceremony's passkey (threat 526)", async () => {
    const { browser, prove, create, post, adapter } = signUpService()
    const eve = browser()
    await prove(eve, "eve@app.test")
    await create(eve)
    await prove(eve)
    const response = await eve.get("/webauthn-options/passkey?action=register")
    const { options } = (await response.json()) as { options: CreationOptions } // the shape of the response
    const data = softAuthenticator().create(options)
    expect((await post(eve, { data })).status).toBe(400)
    await expectNothing(adapter)
  })

  test("rejects an address that got an account in the meantime (threat 526)", async () => {
    const { browser, prove, create, adapter } = signUpService()
    const [grace, other] = [browser(), browser()]
    await prove(grace)
    await prove(other)
    await create(other)
    const device = softAuthenticator()
    await create(grace, device)
    expect(await signedIn(grace)).toBeNull()
    const user = await adapter.getUserByEmail(GRACE)
    expect(await adapter.listAuthenticatorsByUserId(user?.id ?? "")).toHaveLength(1)
  })

  test("looks the same for a known address, whose owner gets another email (threat 526)", async () => {
    const { browser, prove, create, post, emails, newest } = signUpService()
    const first = browser()
    await prove(first)
    await create(first)
    emails.length = 0
    const look = async (email: string) => {
      const response = await post(browser(), { email })
      const names = [...response.headers].map(([name, value]) => [name, name === "set-cookie" ? "" : value])
      const cookies = response.headers
        .getSetCookie()
        .map((line) => line.replace(/=[^;]*/, (value) => `=${value.length}`))
      return { status: response.status, names, cookies, body: await response.text() }
    }
    expect(await look(GRACE)).toEqual(await look("alice@app.test"))
    await newest()
    expect(emails.map(({ kind, identifier }) => [kind, identifier]).sort()).toEqual([
      ["already-registered", GRACE],
      ["confirm-sign-up", "alice@app.test"],
    ])
  })

  test("gives each passkey a random user handle and no list of others (threat 526)", async () => {
    const { browser, prove, options } = signUpService()
    const grace = browser()
    await prove(grace)
    const [one, two] = [await options(grace), await options(grace)]
    expect(one.user.id).not.toBe(two.user.id)
    expect(Buffer.from(one.user.id, "base64url").toString()).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(one).toMatchObject({ excludeCredentials: [], user: { name: GRACE } })
  })

  test("counts a new passkey as no factor until it signs in (threat 527)", async () => {
    const { browser, prove, create, auth } = signUpService()
    const grace = browser()
    await prove(grace)
    await create(grace)
    expect(await auth.require(grace.request("/keys"))).toMatchObject({ user: { email: GRACE } })
    const strong = auth.require(grace.request("/keys"), { phishingResistant: true })
    await expect(strong).rejects.toMatchObject({ type: "StepUpRequired" })
  })

  test("doesn't create a user whom the `signIn` callback rejects", async () => {
    const { browser, prove, create, adapter, events } = signUpService({ callbacks: { signIn: () => false } })
    const grace = browser()
    await prove(grace)
    await create(grace)
    await expectNothing(adapter)
    expect(events).toEqual([])
  })
})

test("has no sign-up page without `signUp`", async () => {
  const { browser } = signUpService({ providers: [Passkey()] })
  expect((await browser().get("/sign-up")).status).toBe(404)
  expect(await (await browser().get("/signin")).text()).not.toContain("sign-up")
})

const EMAIL: EmailConfig = {
  ...{ id: "email", name: "Email", type: "email", sendVerificationRequest: () => undefined },
  sendAccountEmail: () => undefined,
}

test.each([
  ["without an email provider", { providers: [Passkey({ signUp: true })] }, /needs an email provider with/],
  [
    "with invitations only",
    { providers: [Passkey({ signUp: true }), Password({ signUp: "invite" }), EMAIL] },
    /`signUp` of `Password\(\)` is "invite"/,
  ],
  [
    "with fields of the app",
    { providers: [Passkey({ signUp: true }), Password({ fields: { company: { label: "Company" } } }), EMAIL] },
    /has the fields company/,
  ],
  ["with an adapter that can't delete users", { adapter: { ...MemoryAdapter(), deleteUser: undefined } }, /deleteUser/],
])("reports the configuration %s", async (_, config, message) => {
  const problems: string[] = []
  const error = (problem: Error) => void problems.push(problem.message)
  const { browser } = signUpService({ ...(config as Partial<AuthConfig>), logger: { error, warn: () => undefined } }) // invalid on purpose
  expect((await browser().get("/sign-up")).status).toBe(500)
  expect(problems.some((problem) => message.test(problem))).toBe(true)
})
