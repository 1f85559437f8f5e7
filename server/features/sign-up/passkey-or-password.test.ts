// A sign-up page that offers a password, and a passkey instead of it
import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { Passkey } from "../../providers/passkey.ts"
import { Password } from "../../providers/password.ts"
import type { AccountEmail, EmailConfig } from "../../providers/types.ts"
import { softAuthenticator, type SoftAuthenticator } from "../../test-kit/authenticator.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { FAST_HASH, signedIn, type Browser } from "../../test-kit/password-account-service.ts"

const GRACE = "grace@app.test"
const PASSWORD = "one comet over nantucket"
const PASSKEY_PAGE = "https://app.test/auth/sign-up?status=passkey"

type CreationOptions = Parameters<SoftAuthenticator["create"]>[0]

function signUpService() {
  const adapter = MemoryAdapter()
  const emails: AccountEmail[] = []
  const email: EmailConfig = {
    ...{ id: "email", name: "Email", type: "email", sendVerificationRequest: () => undefined },
    sendAccountEmail: (sent) => void emails.push(sent),
  }
  const auth = createAuth(
    {
      providers: [Password({ hash: FAST_HASH }), Passkey({ signUp: true }), email],
      adapter,
      secret: "s".repeat(32),
      rateLimit: false,
      logger: { error: () => undefined, warn: () => undefined },
    },
    { env: { AUTH_URL: "https://app.test/auth" } },
  )
  const browser = () => cookieClient(auth)
  const post = async (from: Browser, fields: Record<string, string>) =>
    from.post("/sign-up", { csrfToken: await from.csrfToken(), ...fields })
  /** Asks for an account. Returns the email. */
  const ask = async (from: Browser, fields: Record<string, string>): Promise<AccountEmail> => {
    const before = emails.length
    await post(from, { email: GRACE, ...fields })
    await expect.poll(() => emails.length).toBeGreaterThan(before)
    return emails.at(-1) ?? expect.fail("no email")
  }
  const options = async (from: Browser): Promise<CreationOptions | undefined> => {
    const response = await from.get("/sign-up?status=passkey", { accept: "application/json" })
    return ((await response.json()) as { passkeyOptions?: CreationOptions }).passkeyOptions // the shape of the response
  }
  const create = async (from: Browser, device = softAuthenticator()) =>
    post(from, { data: device.create((await options(from)) ?? expect.fail("no options")) })
  const tokenIn = ({ url }: AccountEmail) => new URL(url).searchParams.get("token") ?? ""
  const signIn = async (password: string) => {
    const from = browser()
    await from.post("/callback/password", { csrfToken: await from.csrfToken(), email: GRACE, password })
    return signedIn(from)
  }
  return { adapter, emails, browser, post, ask, options, create, tokenIn, signIn }
}

describe("a sign-up page with a password and a passkey", () => {
  test("has one form, whose second button needs a script and no password", async () => {
    const { browser } = signUpService()
    const page = await (await browser().get("/sign-up")).text()
    expect(page.match(/<form/g)).toHaveLength(1)
    expect(page).toContain('type="password"')
    const [button = ""] = /<button[^>]*name="passkey"[^>]*>/.exec(page) ?? []
    expect(button).toMatch(/ formnovalidate/)
    expect(button).toMatch(/ hidden/)
    expect(page.indexOf('type="submit"')).toBeLessThan(page.indexOf('name="passkey"')) // the Enter key presses the first
  })

  test("creates an account with a password, as without the other button", async () => {
    const { browser, ask, post, signIn, adapter } = signUpService()
    const grace = browser()
    const { code = "" } = await ask(grace, { password: PASSWORD })
    await post(grace, { code })
    expect(await signedIn(grace)).toBe(GRACE)
    expect(await signIn(PASSWORD)).toBe(GRACE)
    const user = await adapter.getUserByEmail(GRACE)
    expect(await adapter.listAuthenticatorsByUserId(user?.id ?? "")).toEqual([])
  })

  test("creates an account with a passkey, and drops a password that was typed", async () => {
    const { browser, ask, post, create, signIn, adapter } = signUpService()
    const grace = browser()
    const { code = "" } = await ask(grace, { password: PASSWORD, passkey: "" })
    expect((await post(grace, { code })).headers.get("location")).toBe(PASSKEY_PAGE)
    expect(await adapter.getUserByEmail(GRACE)).toBeNull()
    await create(grace)
    expect(await signedIn(grace)).toBe(GRACE)
    expect(await signIn(PASSWORD)).toBeNull()
    const user = await adapter.getUserByEmail(GRACE)
    expect(await adapter.listAuthenticatorsByUserId(user?.id ?? "")).toHaveLength(1)
  })

  test("goes on with the emailed link in another browser, which creates the passkey", async () => {
    const { browser, ask, post, create, options, tokenIn } = signUpService()
    const [asking, owner] = [browser(), browser()]
    const link = await ask(asking, { passkey: "" })
    await owner.get(link.url)
    expect(await (await owner.get("/sign-up?status=confirm")).text()).not.toContain('type="password"')
    expect((await post(owner, { token: tokenIn(link) })).headers.get("location")).toBe(PASSKEY_PAGE)
    expect(await options(asking)).toBeUndefined()
    await create(owner)
    expect(await signedIn(owner)).toBe(GRACE)
  })

  test("a proof of a sign-up with a password never creates a passkey, and keeps no stranger's password (threat 526)", async () => {
    const { browser, ask, post, options, tokenIn, signIn, adapter } = signUpService()
    const [stranger, owner] = [browser(), browser()]
    const link = await ask(stranger, { password: PASSWORD })
    await owner.get(link.url)
    const proof = { token: tokenIn(link), passkey: "" }
    const answered = await post(owner, proof) // as if a page added the field
    expect(answered.headers.get("location")).not.toBe(PASSKEY_PAGE)
    expect([await options(owner), await options(stranger)]).toEqual([undefined, undefined])
    const data = softAuthenticator().create({
      challenge: "AAAA",
      rp: { id: "app.test" },
      user: { id: "AAAA" },
    } as never)
    expect((await post(owner, { data })).status).toBe(400)
    expect((await post(stranger, { data })).status).toBe(400)
    expect(await adapter.getUserByEmail(GRACE)).toBeNull()
    await post(owner, { ...proof, password: "two comets over nantucket" })
    expect(await signedIn(owner)).toBe(GRACE)
    expect(await signIn(PASSWORD)).toBeNull()
    expect(await signIn("two comets over nantucket")).toBe(GRACE)
  })

  test.each([{ passkey: "" }, { password: PASSWORD }])("looks the same for a known address (%j)", async (fields) => {
    const { browser, ask, post, emails } = signUpService()
    const first = browser()
    await post(first, { code: (await ask(first, { password: PASSWORD })).code ?? "" })
    const look = async (email: string) => {
      const response = await post(browser(), { email, ...fields })
      const headers = [...response.headers].map(([name, value]) => [name, name === "set-cookie" ? "" : value])
      const cookies = response.headers
        .getSetCookie()
        .map((line) => line.replace(/=[^;]*/, (value) => `=${value.length}`))
      return { status: response.status, headers, cookies, body: await response.text() }
    }
    expect(await look(GRACE)).toEqual(await look("alice@app.test"))
    await expect
      .poll(() =>
        emails
          .slice(1)
          .map(({ kind, identifier }) => [kind, identifier])
          .sort(),
      ) // in any order
      .toEqual([
        ["already-registered", GRACE],
        ["confirm-sign-up", "alice@app.test"],
      ])
  })

  test("shows what is wrong with the address at its field, and the form again", async () => {
    const { browser, post } = signUpService()
    const grace = browser()
    const page = await post(grace, { email: "grace", passkey: "" })
    expect(page.status).toBe(400)
    const text = await page.text()
    expect(text).toContain('type="password"')
    expect(text).toContain('aria-invalid="true"')
  })
})
