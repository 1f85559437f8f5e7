import { inspect } from "node:util"
import { describe, expect, test } from "vitest"
import type { AccountDetails, LinkedAccount } from "../../../client/account-contract.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { mailbox } from "../../test-kit/mailbox.ts"
import { ACME, oauthService, signedInName, type Browser, type OAuthService } from "../../test-kit/oauth-service.ts"
import { passwordConfig, passwordService, ADA } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const ada = { sub: "ada", name: "Ada", email: "ada@app.test", email_verified: true }
const second = { sub: "ada at work", name: "Ada", email: "ada@work.test", email_verified: true }
const eve = { sub: "eve", name: "Eve", email: "eve@app.test", email_verified: true }
const SESSION = "__Host-latchkit.session-token"

async function fetchDetails(browser: Browser): Promise<AccountDetails> {
  return (await readAccount(browser)) ?? expect.fail("nobody is signed in")
}

async function readAccount(browser: Browser): Promise<AccountDetails | null> {
  return (await (await browser.get("/account")).json()) as AccountDetails | null // the endpoint's JSON
}

async function changeAccount(browser: Browser, fields: Record<string, string>): Promise<Response> {
  return browser.postJson("/account", { csrfToken: await browser.csrfToken(), ...fields })
}

async function signInWith(service: OAuthService, ...people: (typeof ada)[]): Promise<Browser> {
  const browser = service.browser()
  for (const person of people) await service.enter(browser, person)
  return browser
}

async function findByLabel(browser: Browser, label: string): Promise<LinkedAccount> {
  const { accounts } = await fetchDetails(browser)
  return accounts?.find((account) => account.label === label) ?? expect.fail(`no account of ${label}`)
}

const labels = async (browser: Browser) => (await fetchDetails(browser)).accounts?.map(({ label }) => label)

describe("GET account", () => {
  test("returns null for an anonymous user", async () => {
    const service = await oauthService()
    const answer = await service.browser().get("/account")
    expect([answer.status, await answer.text()]).toEqual([200, "null"])
    expect(answer.headers.get("cache-control")).toContain("no-store")
  })

  test("returns nothing of another user's, whatever the database lists (threat 141)", async () => {
    const service = await oauthService()
    const { adapter } = service
    await signInWith(service, eve)
    const id = (await adapter.getUserByEmail("eve@app.test"))?.id ?? expect.fail("Eve is not stored")
    const { listAccounts } = adapter
    adapter.listAccounts = async (own) => [...(await listAccounts(own)), ...(await listAccounts(id))]
    expect(await labels(await signInWith(service, ada))).toEqual(["ada@app.test"])
  })

  test("returns the user, the accounts, the providers to link and the sessions", async () => {
    const service = await oauthService()
    const browser = await signInWith(service, ada)
    expect(await fetchDetails(browser)).toEqual({
      user: { name: "Ada", email: "ada@app.test", image: null },
      accounts: [
        {
          id: expect.stringMatching(/^[0-9a-f]{64}$/),
          provider: "acme",
          name: "Acme",
          type: "oidc",
          label: "ada@app.test",
          removable: false,
        },
      ],
      linkable: [],
      passkeys: null,
      profile: { fields: ["name"] },
      exportable: true,
      sessions: [
        {
          id: expect.stringMatching(/^[0-9a-f]{64}$/),
          current: true,
          createdAt: expect.stringMatching(/Z$/),
          expires: expect.stringMatching(/Z$/),
          userAgent: null,
          device: { type: null, browser: null, system: null },
          lastActiveAt: expect.stringMatching(/Z$/),
        },
      ],
    })
  })

  test("names providers by their label in the browser's language, as the sign-in card does", async () => {
    const label = { en: "Acme account", de: "Acme-Konto" }
    const mail = {
      id: "email",
      name: "Email",
      label: "Post",
      type: "email",
      sendVerificationRequest: () => undefined,
    } as const
    const other: OIDCConfig = { ...ACME, id: "other", name: "Other", label: { de: "Anderes" } }
    const service = await oauthService({ providers: [{ ...ACME, label }, other, mail] })
    const browser = await signInWith(service, ada)
    const names = async (language: string) => {
      const response = await browser.get("/account", { accept: "application/json", "accept-language": language })
      const { accounts, linkable, emailMethod }: AccountDetails = await response.json()
      return [...(accounts ?? []), ...linkable, ...(emailMethod ? [emailMethod] : [])].map(({ name }) => name)
    }
    expect(await names("en")).toEqual(["Acme account", "Anderes", "Post"])
    expect(await names("de-CH")).toEqual(["Acme-Konto", "Anderes", "Post"])
  })

  test("offers the OAuth and OpenID Connect providers that aren't linked", async () => {
    const mail = { id: "email", name: "Email", type: "email", sendVerificationRequest: () => undefined } as const
    const service = await oauthService({ providers: [ACME, { ...ACME, id: "other", name: "Other" }, mail] })
    const { linkable } = await fetchDetails(await signInWith(service, ada))
    expect(linkable).toEqual([
      {
        id: "other",
        name: "Other",
        type: "oidc",
        signinUrl: "https://app.test/auth/signin/other",
        callbackUrl: "https://app.test/auth/callback/other",
      },
    ])
  })

  test.each<[string, Partial<AuthConfig>, Partial<AccountDetails>]>([
    ["sealed sessions aren't listed", { session: { strategy: "jwt" } }, { sessions: null }],
    ["`passkeys` is null if passkeys are off", {}, { passkeys: null }],
  ])("%s", async (_, config, expected) => {
    expect(await fetchDetails(await signInWith(await oauthService(config), ada))).toMatchObject(expected)
  })

  test("says that the app has passwords of its own, and still keeps the last method that Latchkit knows", async () => {
    const service = await oauthService({ providers: [ACME, ...passwordConfig().providers] })
    const browser = await signInWith(service, ada)
    const { ownPasswords, accounts } = await fetchDetails(browser)
    expect({ ownPasswords, accounts }).toMatchObject({ ownPasswords: true, accounts: [{ removable: false }] })
    const rejected = await changeAccount(browser, { change: "unlink", id: accounts?.[0]?.id ?? "" })
    expect([rejected.status, await rejected.json()]).toEqual([409, { error: "LastSignInMethod" }])
  })

  test("a list that the adapter can't return is null, and such providers aren't offered", async () => {
    const service = await oauthService()
    const browser = await signInWith(service, ada)
    for (const name of ["listAccounts", "listSessions", "linkAccount", "createAccountRecord"])
      Reflect.deleteProperty(service.adapter, name)
    expect(await fetchDetails(browser)).toMatchObject({ accounts: null, sessions: null, linkable: [] })
  })

  test("returns only the user without an adapter", async () => {
    const browser = cookieClient(passwordService())
    await browser.signInWith("credentials", ADA)
    expect(await fetchDetails(browser)).toMatchObject({ accounts: null, linkable: [], passkeys: null, sessions: null })
  })

  test("`auth.account` returns the same to the app's own code", async () => {
    const service = await oauthService()
    const browser = await signInWith(service, ada)
    const asked = await service.auth.getAccount({ headers: { cookie: browser.cookieHeader() } })
    expect(asked).toEqual(await fetchDetails(browser))
    expect(await service.auth.getAccount({ headers: {} })).toBeNull()
  })

  test("neither it nor the session contains a provider's account id, a token or a session hash (threat 281)", async () => {
    const service = await oauthService()
    const browser = await signInWith(service, { ...ada, sub: "subject-4711" })
    const text = JSON.stringify(await fetchDetails(browser)) + (await (await browser.get("/session")).text())
    const [account] = await service.adapter.listAccounts((await findUserId(service, ada.email)) ?? "")
    const [session] = await service.adapter.listSessions((await findUserId(service, ada.email)) ?? "")
    for (const secret of ["subject-4711", account?.access_token, account?.id_token, session?.sessionToken])
      expect(text).not.toContain(secret ?? expect.fail("nothing is stored"))
  })
})

async function findUserId({ adapter }: OAuthService, email: string): Promise<string | undefined> {
  return (await adapter.getUserByEmail(email))?.id
}

describe("POST account", () => {
  test("unlinks one of two accounts, and returns the rest", async () => {
    const service = await oauthService()
    const browser = await signInWith(service, ada, second)
    expect((await fetchDetails(browser)).accounts).toMatchObject([{ removable: true }, { removable: true }])
    const answer = await changeAccount(browser, {
      change: "unlink",
      id: (await findByLabel(browser, "ada@work.test")).id,
    })
    expect(await answer.json()).toMatchObject({ accounts: [{ label: "ada@app.test", removable: false }] })
    expect(await signedInName(browser)).toBe("ada@app.test")
    expect(await signedInName(await signInWith(service, second))).toBe("ada@work.test")
  })

  test("keeps the last sign-in method", async () => {
    const browser = await signInWith(await oauthService(), ada)
    const answer = await changeAccount(browser, {
      change: "unlink",
      id: (await findByLabel(browser, "ada@app.test")).id,
    })
    expect([answer.status, await answer.json()]).toEqual([409, { error: "LastSignInMethod" }])
    expect(await labels(browser)).toEqual(["ada@app.test"])
  })

  test("ends another session, or all others", async () => {
    const service = await oauthService()
    const [laptop, phone, tablet] = [
      await signInWith(service, ada),
      await signInWith(service, ada),
      await signInWith(service, ada),
    ]
    const { sessions } = await fetchDetails(laptop)
    expect(sessions?.map(({ current }) => current)).toEqual([true, false, false])
    const answer = await changeAccount(laptop, { change: "revoke-session", id: sessions?.[1]?.id ?? "" })
    expect(((await answer.json()) as AccountDetails).sessions).toHaveLength(2)
    expect([await signedInName(phone), await signedInName(tablet)].filter(Boolean)).toHaveLength(1)
    await changeAccount(laptop, { change: "revoke-other-sessions" })
    expect([await signedInName(laptop), await signedInName(phone), await signedInName(tablet)]).toEqual([
      "ada@app.test",
      null,
      null,
    ])
  })

  test("ends the current session: returns null and clears the cookie", async () => {
    const browser = await signInWith(await oauthService(), ada)
    const id = (await fetchDetails(browser)).sessions?.[0]?.id ?? ""
    expect(await (await changeAccount(browser, { change: "revoke-session", id })).json()).toBeNull()
    expect(browser.cookie(SESSION)).toBeUndefined()
  })

  test("redirects a form back to its page, on this site only", async () => {
    const service = await oauthService()
    const browser = await signInWith(service, ada, second)
    const { id } = await findByLabel(browser, "ada@work.test")
    const post = async (callbackUrl: string) => {
      const answer = await browser.post("/account", {
        csrfToken: await browser.csrfToken(),
        change: "unlink",
        id,
        callbackUrl,
      })
      return [answer.status, answer.headers.get("location")]
    }
    expect(await post("/account")).toEqual([303, "https://app.test/account"])
    expect(await post("/account?tab=2")).toEqual([303, "https://app.test/account?tab=2&error=NotFound"])
    expect(await post("https://evil.test/")).toEqual([303, "https://app.test/?error=NotFound"])
  })

  test("an account that was linked again can be unlinked again", async () => {
    const service = await oauthService()
    const browser = await signInWith(service, ada)
    for (let round = 0; round < 2; round++) {
      await service.enter(browser, second)
      const answer = await changeAccount(browser, {
        change: "unlink",
        id: (await findByLabel(browser, "ada@work.test")).id,
      })
      expect(answer.status).toBe(200)
    }
  })
})

describe("an attack on the account page", () => {
  test("rejects another user's ids", async () => {
    const service = await oauthService()
    const [victim, attacker] = [
      await signInWith(service, ada, second),
      await signInWith(service, eve, { ...eve, sub: "eve2" }),
    ]
    const before = await fetchDetails(victim)
    for (const { id } of before.accounts ?? [])
      expect((await changeAccount(attacker, { change: "unlink", id })).status).toBe(404)
    for (const { id } of before.sessions ?? [])
      expect((await changeAccount(attacker, { change: "revoke-session", id })).status).toBe(404)
    await changeAccount(attacker, { change: "revoke-other-sessions" })
    expect(await fetchDetails(victim)).toEqual(before)
  })

  test.each(["", "acme", "ada", "0", "f".repeat(64), '["acme","ada"]', "x".repeat(60_000), "../ada", "__proto__"])(
    "rejects the forged id %j",
    async (id) => {
      const browser = await signInWith(await oauthService(), ada, second)
      for (const name of ["unlink", "revoke-session"])
        expect((await changeAccount(browser, { change: name, id })).status).toBe(404)
      expect((await fetchDetails(browser)).accounts).toHaveLength(2)
    },
  )

  test("rejects a session's stored hash as its id", async () => {
    const service = await oauthService()
    const [browser, other] = [await signInWith(service, ada), await signInWith(service, ada)]
    for (const { sessionToken } of await service.adapter.listSessions((await findUserId(service, ada.email)) ?? ""))
      expect((await changeAccount(browser, { change: "revoke-session", id: sessionToken })).status).toBe(404)
    expect(
      (await changeAccount(browser, { change: "revoke-session", id: other.cookie(SESSION)?.value ?? "" })).status,
    ).toBe(404)
    expect(await signedInName(other)).toBe("ada@app.test")
  })

  test("an anonymous user changes nothing", async () => {
    const service = await oauthService()
    const owner = await signInWith(service, ada, second)
    const { id } = await findByLabel(owner, "ada@work.test")
    const answer = await changeAccount(service.browser(), { change: "unlink", id })
    expect([answer.status, await answer.json()]).toEqual([401, { error: "SessionRequired" }])
    const gone = service.browser(new Map(owner.jar))
    await owner.post("/signout", { csrfToken: await owner.csrfToken() })
    expect((await changeAccount(gone, { change: "unlink", id })).status).toBe(401)
    expect(await labels(await signInWith(service, ada))).toHaveLength(2)
  })

  test("another site's page changes nothing, with or without a token", async () => {
    const service = await oauthService()
    const browser = await signInWith(service, ada, second)
    const { id } = await findByLabel(browser, "ada@work.test")
    const csrfToken = await browser.csrfToken()
    const foreign = [
      { origin: "https://evil.test" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]
    for (const headers of foreign) {
      expect((await browser.post("/account", { csrfToken, change: "unlink", id }, headers)).status).toBe(403)
      expect((await browser.postJson("/account", { csrfToken, change: "unlink", id }, headers)).status).toBe(403)
    }
    for (const token of ["", "x", await service.browser().csrfToken()]) {
      const answer = await browser.postJson("/account", { csrfToken: token, change: "unlink", id })
      expect([answer.status, await answer.json()]).toEqual([400, { error: "MissingCSRF" }])
      const form = await browser.post("/account", { csrfToken: token, change: "unlink", id })
      expect(form.headers.get("location")).toBe("https://app.test/auth/account?error=MissingCSRF")
    }
    const callbackUrl = "/settings?tab=2"
    const own = await browser.post("/account", { callbackUrl, change: "unlink", id })
    expect(own.headers.get("location")).toBe("https://app.test/settings?tab=2&error=MissingCSRF")
    expect((await browser.get(`/account?change=unlink&id=${id}&csrfToken=${csrfToken}`)).status).toBe(200)
    expect(await labels(browser)).toHaveLength(2)
  })

  test.each([true, false])(
    "unlinking the last two accounts at once leaves one (transactions: %j)",
    async (transactions) => {
      const service = await oauthService()
      if (!transactions) Reflect.deleteProperty(service.adapter, "transaction")
      const browser = await signInWith(service, ada, second)
      const csrfToken = await browser.csrfToken()
      const { accounts } = await fetchDetails(browser)
      const answers = await Promise.all(
        (accounts ?? []).map(({ id }) => browser.postJson("/account", { csrfToken, change: "unlink", id })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await labels(browser)).toHaveLength(1)
    },
  )

  test("two processes without transactions unlink the last two accounts at once, and one restores its account", async () => {
    const service = await oauthService()
    const browser = await signInWith(service, ada, second)
    Reflect.deleteProperty(service.adapter, "transaction")
    const userId = (await findUserId(service, ada.email)) ?? ""
    const { unlinkAccount } = service.adapter
    service.adapter.unlinkAccount = async (key) => {
      for (const account of await service.adapter.listAccounts(userId)) await unlinkAccount(account)
      return unlinkAccount(key)
    }
    const { id } = await findByLabel(browser, "ada@work.test")
    expect((await changeAccount(browser, { change: "unlink", id })).status).toBe(409)
    expect(await labels(browser)).toEqual(["ada@work.test"])
  })

  test.each(["", "delete", "constructor", "__proto__", "toString"])("rejects the change %j", async (name) => {
    const browser = await signInWith(await oauthService(), ada)
    expect((await changeAccount(browser, { change: name })).status).toBe(400)
  })

  test("a database that fails changes nothing, and its error isn't shown", async () => {
    const service = await oauthService()
    const browser = await signInWith(service, ada, second)
    const { id } = await findByLabel(browser, "ada@work.test")
    const { listAccounts } = service.adapter
    Reflect.deleteProperty(service.adapter, "transaction")
    service.adapter.listAccounts = () => Promise.reject(new Error("password=hunter2"))
    for (const answer of [await browser.get("/account"), await changeAccount(browser, { change: "unlink", id })]) {
      expect(answer.status).toBe(503)
      expect(await answer.text()).not.toContain("hunter2")
    }
    service.adapter.listAccounts = listAccounts
    expect(await labels(browser)).toHaveLength(2)
  })
})

test("a debug log contains no token of a session, an email or a provider (threat 280)", async () => {
  const lines: string[] = []
  const note = (...said: unknown[]) => void lines.push(inspect(said, { depth: 10 }))
  const { mail, newest } = mailbox()
  const service = await oauthService({
    providers: [ACME, mail],
    debug: true,
    logger: { debug: note, warn: note, error: note },
  })
  const browser = await signInWith(service, ada)
  await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: ada.email })
  await browser.get(`/callback/email?token=wrong&email=${ada.email}`)
  await browser.get(newest().url)
  await browser.get("/callback/acme?code=wrong&state=wrong")
  await browser.postJson("/account", { csrfToken: "wrong", change: "unlink" })
  expect(lines).not.toEqual([])
  const userId = (await findUserId(service, ada.email)) ?? ""
  const [account] = await service.adapter.listAccounts(userId)
  const sessions = await service.adapter.listSessions(userId)
  const secrets = [account?.access_token, account?.id_token, newest().token, browser.cookie(SESSION)?.value]
  for (const secret of [...secrets, ...sessions.map(({ sessionToken }) => sessionToken)])
    expect(lines.join("\n")).not.toContain(secret ?? expect.fail("nothing is stored"))
})
