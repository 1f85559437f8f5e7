import { describe, expect, test } from "vitest"
import type { PasswordOptions } from "../../providers/password-settings.ts"
import Passkey from "../../providers/passkey.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { ACME } from "../../test-kit/oauth-service.ts"
import {
  GRACE,
  NEW_PASSWORD,
  passwordAccountService,
  signedIn,
  type Browser,
} from "../../test-kit/password-account-service.ts"

const ANNE = { sub: "anne", email: "anne@app.test", email_verified: true }
const location = (response: Response) => response.headers.get("location") ?? ""

/** Anne, who signs in with a provider and has no password. */
async function anneService(password: PasswordOptions = {}) {
  const issuer = await fakeIssuer({ clock: () => Date.UTC(2026, 0, 1) })
  const config = { fetch: issuer.fetch, rateLimit: false } as const
  const service = passwordAccountService({ config, password, providers: [ACME, Passkey()] })
  const { adapter, browser, post, emails, sent, newest, tokenIn } = service
  const enter = async () => {
    const from = browser()
    const started = await post(from, "/signin/acme", {})
    await from.get(`/callback/acme?${issuer.authorize(location(started), ANNE)}`)
    expect(await signedIn(from)).toBe(ANNE.email)
    return from
  }
  const anne = await enter()
  const { id } = (await adapter.getUserByEmail(ANNE.email)) ?? expect.fail("no user")
  const authenticator = softAuthenticator()
  const addPasskey = async (from: Browser) => {
    const asked = await from.get("/webauthn-options/passkey?action=register")
    const { options } = (await asked.json()) as { options: Parameters<typeof authenticator.create>[0] } // as asked for
    await post(from, "/callback/passkey", { action: "register", data: authenticator.create(options) })
  }
  /** Asks for a reset, and returns the parts of the response that every browser may see. */
  const ask = async (email: string, from = browser()) => {
    const response = await post(from, "/forgot-password", { email })
    const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ""))
    const page = await (await from.get(location(response))).text()
    const shown = page.replaceAll(email, "…").replaceAll(/[\w-]{22,}/g, "…")
    return { response: [response.status, location(response), cookies, await response.text(), shown], from }
  }
  const hash = async () => {
    const { data = "{}" } = (await adapter.getAccountRecord("password", id)) ?? {}
    return (JSON.parse(data) as { hash?: string | null }).hash ?? null // its content
  }
  const change = async (from: Browser, fields: Record<string, string>) =>
    from.postJson("/account", { csrfToken: await from.csrfToken(), ...fields })
  const undo = async (kind: Parameters<typeof newest>[0]) => {
    const mail = await newest(kind)
    emails.length = 0
    return post(browser(), "/undo", { token: tokenIn(mail) })
  }
  /** Returns the kinds of the emails that were sent since. */
  const kinds = async () => (await sent()).map(({ kind }) => kind)
  return { ...service, anne, enter, addPasskey, ask, hash, change, undo, kinds }
}

describe("a forgotten password of a user who has none", () => {
  test("leads to the user's sign-in methods, and sets no password (threat 562)", async () => {
    const { anne, addPasskey, ask, newest, emails, post, browser, signIn, hash } = await anneService()
    await addPasskey(anne)
    const { response, from } = await ask(ANNE.email)
    expect(response).toEqual((await ask("nobody@app.test")).response)
    const mail = await newest("no-password")
    expect(mail).toMatchObject({ identifier: ANNE.email, methods: ["Email", "Acme", "Passkeys"] })
    expect([mail.code, mail.url]).toEqual([undefined, "https://app.test/auth/signin"])
    emails.length = 0
    await post(from, "/forgot-password", { resend: "1" })
    expect(await newest("no-password")).toMatchObject({ identifier: ANNE.email })
    for (const code of ["000000", ""]) await post(from, "/reset-password", { code })
    await post(from, "/reset-password", { password: NEW_PASSWORD })
    await signIn(browser(), { email: ANNE.email, password: NEW_PASSWORD })
    expect(await hash()).toBeNull()
  })

  test("sets none after the user removed it (threat 562)", async () => {
    const { anne, ask, change, newest, hash } = await anneService()
    await change(anne, { change: "set-password", password: NEW_PASSWORD })
    await change(anne, { change: "remove-password" })
    await ask(ANNE.email)
    expect(await newest("no-password")).toMatchObject({ identifier: ANNE.email })
    expect(await hash()).toBeNull()
  })

  test("sets one if the app allows it", async () => {
    const { browser, post, ask, newest, tokenIn, signIn } = await anneService({ resetAddsPassword: true })
    await ask(ANNE.email)
    const token = tokenIn(await newest("reset-password"))
    await post(browser(), "/reset-password", { token, password: NEW_PASSWORD })
    const from = browser()
    await signIn(from, { email: ANNE.email, password: NEW_PASSWORD })
    expect(await signedIn(from)).toBe(ANNE.email)
  })

  test("an address without an account gets no email", async () => {
    const { ask, kinds } = await anneService()
    await ask("nobody@app.test")
    expect(await kinds()).toEqual([])
  })
})

describe("the link of a security email", () => {
  test("starts no reset for a user who never had a password (threat 562)", async () => {
    const { anne, addPasskey, undo, kinds, change, hash } = await anneService()
    await addPasskey(anne)
    expect(location(await undo("passkey-added"))).toBe("https://app.test/auth/forgot-password?status=sent")
    expect(await kinds()).toEqual(["no-password"])
    expect(await hash()).toBeNull()
    expect((await change(anne, { change: "set-password", password: NEW_PASSWORD })).status).toBe(401) // it ended
  })

  test("removes a password that a thief added, and starts no reset (threat 562)", async () => {
    const { anne, change, undo, kinds, hash } = await anneService()
    await change(anne, { change: "set-password", password: NEW_PASSWORD })
    await undo("password-added")
    expect([await hash(), await kinds()]).toEqual([null, ["no-password"]])
  })

  test.each([
    ["password-removed", { change: "remove-password" }],
    ["password-changed", { change: "change-password", password: NEW_PASSWORD }],
  ] as const)("starts a reset after a thief's change: %s", async (kind, fields) => {
    const { browser, signUp, change, undo, post, newest, tokenIn, signIn, forgot } = await anneService()
    const grace = browser()
    await signUp(grace)
    await change(grace, fields)
    expect(location(await undo(kind))).toContain("/forgot-password?status=sent")
    await newest("reset-password")
    const again = await forgot(browser())
    await post(browser(), "/reset-password", { token: tokenIn(again), password: "another word of the owner" })
    await signIn(grace, { email: GRACE.email, password: "another word of the owner" })
    expect(await signedIn(grace)).toBe(GRACE.email)
  })
})
