import { describe, expect, test, vi } from "vitest"
import type { AccountDetails } from "../../../../client/account-contract.ts"
import { renderAccountEmail } from "../../../providers/email/mail.ts"
import { Password } from "../../../providers/password.ts"
import type { AccountEmail } from "../../../providers/types.ts"
import { authjs } from "../../../migrate/authjs/index.ts"
import { ADA, pauseService, signedIn, type Browser } from "../../../test-kit/pause-service.ts"
import { FAST_HASH } from "../../../test-kit/password-account-service.ts"

const SITE = "https://app.test"
const FIRST = "the thief's first password"
const SECOND = "the thief's second password"
const location = (response: Response) => response.headers.get("location") ?? ""
const tokenIn = ({ url }: { url: string }) => new URL(url).searchParams.get("token") ?? ""

/** Ada, and a thief who is signed in as her. */
async function robbedAda(strategy: "jwt" | "database", more: Parameters<typeof pauseService>[0] = {}) {
  const service = await pauseService({
    strategy,
    more: [Password({ hash: FAST_HASH, resetAddsPassword: true })],
    ...more,
    config: { steps: [], ...more.config },
  })
  const { browser, prove, notices, issuer, adapter, ada } = service
  const thief = browser()
  await prove(thief, "magic link")
  const sent = (kind: AccountEmail["kind"], count = 1): Promise<AccountEmail> =>
    vi.waitFor(
      () => {
        const found = notices.filter((one) => one.kind === kind)
        expect(found).toHaveLength(count)
        return found.at(-1) ?? expect.fail("no email")
      },
      { interval: 2 },
    )
  const post = async (from: Browser, path: string, fields: Record<string, string>) =>
    from.post(path, { csrfToken: await from.csrfToken(), ...fields })
  const press = (from: Browser, email: AccountEmail) => post(from, "/undo", { token: tokenIn(email) })
  const link = async (from: Browser, sub: string) => {
    const started = await post(from, "/signin/acme", {})
    const person = { sub, email: `${sub}@evil.test`, email_verified: true }
    return from.get(`/callback/acme?${issuer.authorize(location(started), person)}`)
  }
  const changePassword = (from: Browser, password: string, change = "change-password") =>
    post(from, "/account", { change, password })
  const worksWith = async (password: string) => {
    const from = browser()
    await post(from, "/callback/password", { email: ADA.email, password })
    return (await signedIn(from)) === ADA.email
  }
  const accounts = async () =>
    (await adapter.listAccounts(ada.id)).map(({ providerAccountId }) => providerAccountId).toSorted()
  return { ...service, kindsSent: service.sent, thief, sent, post, press, link, changePassword, worksWith, accounts }
}

describe.each(["jwt", "database"] as const)("with %s sessions, the link of a security email", (strategy) => {
  test("unlinks the account that was linked, and no other (threat 494)", async () => {
    const { thief, sent, press, link, accounts, browser, notices } = await robbedAda(strategy)
    const before = await accounts()
    await link(thief, "thief")
    const email = await sent("account-linked")
    expect(email).toMatchObject({ identifier: ADA.email, linkedProvider: "Acme" })
    expect(renderAccountEmail(email).text).toMatch(/Added on .*: Acme/)
    expect(await accounts()).toEqual([...before, "thief"].toSorted())
    const owner = browser()
    expect((await owner.get(email.url)).status).toBe(200)
    expect(location(await press(owner, email))).toBe(`${SITE}/auth/forgot-password?status=sent`)
    expect(await accounts()).toEqual(before)
    expect([await signedIn(thief), await signedIn(owner)]).toEqual([null, null])
    await sent("reset-password")
    const again = browser()
    await link(again, "thief")
    expect(await signedIn(again)).not.toBe(ADA.email)
    expect(notices.filter(({ kind }) => kind === "account-linked")).toHaveLength(1)
  })

  test("never shows a later address to a reader of the older one's mail (threat 494)", async () => {
    const { adapter, ada, thief, sent, press, post, link, browser } = await robbedAda(strategy)
    await link(thief, "home")
    const email = await sent("account-linked")
    await adapter.updateUser({ id: ada.id, email: "secret@home.test" })
    const reader = browser()
    const pressed = await press(reader, email)
    expect(await (await reader.get(email.url)).text()).not.toContain("secret@")
    const page = await reader.get(location(pressed).replace(`${SITE}/auth`, ""))
    const text = await page.text()
    expect([text.includes("s••@home.test"), text.includes("secret@")]).toEqual([true, false])
    const again = await post(reader, "/forgot-password", { resend: "1" })
    expect(location(again)).toBe(`${SITE}/auth/forgot-password?status=sent&resent=1`)
    expect((await sent("reset-password", 2)).identifier).toBe("secret@home.test")
  })

  test.each([
    ["without `Password()`", { more: [] }],
    ["if users can't change their address", { config: { account: { changeEmail: false } } }],
    ["in neither case", { more: [], config: { account: { changeEmail: false } } }],
  ])("ends every session %s (threat 494)", async (_, more) => {
    const { thief, sent, press, link, accounts, browser, prove } = await robbedAda(strategy, more)
    const before = await accounts()
    await link(thief, "thief")
    const email = await sent("account-linked")
    const owner = browser()
    expect((await owner.get(email.url)).status).toBe(200)
    await press(owner, email)
    expect([await accounts(), await signedIn(thief), await signedIn(owner)]).toEqual([before, null, null])
    await prove(owner, "magic link")
    expect(await signedIn(owner)).toBe(ADA.email)
  })

  test.each([
    [`Bond<a href="https://evil.test">x</a>`, `Bond<a href="https://evil.test">x</a>`],
    ["\u202eBond\r\nBcc: z@evil.test\u0000", "BondBcc: z@evil.test"],
    ["Bond".repeat(2500), "Bond".repeat(30)],
  ])("escapes and cuts the provider's name %j, which is in no subject (threat 496)", async (name, shown) => {
    const { thief, sent, link } = await robbedAda(strategy, { acme: { name } })
    await link(thief, "thief")
    const email = await sent("account-linked")
    expect(email.linkedProvider).toBe(shown)
    const { subject, text, html } = renderAccountEmail(email)
    expect(subject).toBe("A sign-in method was added to your app.test account")
    expect(html).not.toContain('<a href="https://evil.test')
    expect(text).toContain(shown)
  })

  test("removes the passkey that was added, and no other (threat 494)", async () => {
    const { thief, sent, press, adapter, ada, authenticator, browser } = await robbedAda(strategy)
    const passkeys = async () => (await adapter.listAuthenticatorsByUserId(ada.id)).length
    const response = await thief.get("/webauthn-options/passkey?action=register")
    const { options } = (await response.json()) as { options: Parameters<typeof authenticator.create>[0] } // as asked for
    const data = authenticator.create({ ...options, excludeCredentials: [] })
    await thief.post("/callback/passkey", { csrfToken: await thief.csrfToken(), action: "register", data })
    expect(await passkeys()).toBe(2)
    await press(browser(), await sent("passkey-added"))
    expect([await passkeys(), await signedIn(thief)]).toEqual([1, null])
  })

  test("removes the second factor that the added passkey became, so that the owner isn't asked for it (threat 494)", async () => {
    const { thief, sent, press, post, adapter, ada, authenticator, browser, prove } = await robbedAda(strategy, {
      config: { secondFactor: {} },
    })
    const registration = await thief.get("/webauthn-options/passkey?action=register")
    const { options } = (await registration.json()) as { options: Parameters<typeof authenticator.create>[0] } // as asked for
    const created = authenticator.create({ ...options, excludeCredentials: [] })
    await post(thief, "/callback/passkey", { action: "register", data: created })
    const card = await (await thief.get("/two-step/security-key", { accept: "application/json" })).json()
    const { passkeyOptions } = card as { passkeyOptions: Parameters<typeof authenticator.get>[0] } // the card's props
    await post(thief, "/two-step/security-key", { data: authenticator.get(passkeyOptions) })
    await sent("factor-added")
    await press(browser(), await sent("passkey-added"))
    expect(await adapter.listAccountRecords("factor", ada.id)).toEqual([])
    expect(await adapter.getAccountRecord("recovery-codes", ada.id)).toBeNull()
    const owner = browser()
    await prove(owner, "magic link")
    expect([await signedIn(thief), await signedIn(owner)]).toEqual([null, ADA.email])
  })

  test("ends the sessions of a thief who unlinked an account or removed a passkey, once (threat 494)", async () => {
    const { thief, sent, press, post, accounts, adapter, ada, browser } = await robbedAda(strategy)
    const details = async () => (await (await thief.get("/account")).json()) as AccountDetails
    const { accounts: linked, passkeys } = await details()
    const acme = linked?.find(({ provider }) => provider === "acme") ?? expect.fail("not linked")
    await post(thief, "/account", { change: "unlink", id: "someone else's" })
    await post(thief, "/account", { change: "unlink", id: acme.id })
    const unlinked = await sent("account-unlinked")
    expect(unlinked).toMatchObject({ identifier: ADA.email, linkedProvider: "Acme" })
    expect(renderAccountEmail(unlinked).text).toMatch(/Removed on .*: Acme/)
    await post(thief, "/account", { change: "remove-passkey", id: passkeys?.[0]?.id ?? "" })
    const removed = await sent("passkey-removed")
    expect(await adapter.listAuthenticatorsByUserId(ada.id)).toEqual([])
    expect(await signedIn(thief)).toBe(ADA.email)
    const left = await accounts()
    const page = await browser().get(removed.url, { accept: "text/html" })
    expect(await page.text()).toContain("A passkey was removed from your")
    expect(location(await press(browser(), removed))).toBe(`${SITE}/auth/forgot-password?status=sent`)
    expect([await signedIn(thief), await accounts()]).toEqual([null, left])
    expect(location(await press(browser(), removed))).toContain("error=Verification")
    // The link of the other event works, and gives the account back to no one
    await press(browser(), unlinked)
    expect(await accounts()).toEqual(left)
  })

  test("removes a password that was added or changed, and starts a reset (threat 494)", async () => {
    const { thief, sent, press, changePassword, worksWith, browser, post } = await robbedAda(strategy)
    await changePassword(thief, FIRST, "set-password")
    const added = await sent("password-added")
    expect(await worksWith(FIRST)).toBe(true)
    await changePassword(thief, SECOND)
    const changed = await sent("password-changed")
    expect(await worksWith(SECOND)).toBe(true)
    expect(renderAccountEmail(changed).html).toContain(changed.url)
    // The link of the older event must not leave the newer password of the thief
    await press(browser(), added)
    expect([await worksWith(FIRST), await worksWith(SECOND), await signedIn(thief)]).toEqual([false, false, null])
    const reset = await sent("reset-password")
    await post(browser(), "/reset-password", { token: tokenIn(reset), password: "Ada's own new password" })
    expect(await worksWith("Ada's own new password")).toBe(true)
  })

  test("keeps a password that the owner of the mailbox set later (threat 494)", async () => {
    const { thief, sent, press, changePassword, worksWith, browser, post } = await robbedAda(strategy)
    await changePassword(thief, FIRST, "set-password")
    const added = await sent("password-added")
    await new Promise((resolve) => setTimeout(resolve, 2))
    await post(browser(), "/forgot-password", { email: ADA.email })
    const token = tokenIn(await sent("reset-password"))
    await post(browser(), "/reset-password", { token, password: "Ada's own new password" })
    await press(browser(), added)
    expect([await worksWith(FIRST), await worksWith("Ada's own new password")]).toEqual([false, true])
  })

  test("ends all sessions after a password was removed, and works once (threat 494)", async () => {
    const { thief, sent, press, changePassword, worksWith, browser } = await robbedAda(strategy)
    await changePassword(thief, FIRST, "set-password")
    await changePassword(thief, "", "remove-password")
    const removed = await sent("password-removed")
    expect(await signedIn(thief)).toBe(ADA.email)
    await press(browser(), removed)
    expect([await signedIn(thief), await worksWith(FIRST)]).toEqual([null, false])
    expect(location(await press(browser(), removed))).toContain("error=Verification")
  })
})

test("the `authjs()` preset sends no email about a linked account", async () => {
  const { thief, link, accounts, kindsSent } = await robbedAda("jwt", { more: [], config: authjs() })
  await link(thief, "second")
  expect(await accounts()).toContain("second")
  expect(await kindsSent()).toEqual([])
})
