import { expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { mailbox } from "../../test-kit/mailbox.ts"
import {
  ACME,
  errorParam,
  oauthService,
  signedInName,
  type Browser,
  type OAuthService,
} from "../../test-kit/oauth-service.ts"

const DAY = 24 * 3600_000
const ada = { sub: "ada", name: "Ada", email: "ada@app.test", email_verified: true }
const eve = { sub: "eve", name: "Eve", email: "eve@app.test", email_verified: true }
const victim = "victim@app.test"

/** Creates a service with the OpenID provider and sign-in by email. */
async function createLinkingService(config: Partial<AuthConfig> = {}, provider: Partial<OIDCConfig> = {}) {
  const { mail, newest } = mailbox()
  const service = await oauthService({ providers: [{ ...ACME, ...provider }, mail], ...config })
  const byMail = async (browser: Browser, email: string): Promise<Response> => {
    await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email })
    return browser.get(newest().url)
  }
  return { ...service, byMail }
}

/** Removes transactions, so that Latchkit calls the adapter functions that the test replaces. */
function withoutTransactions(service: OAuthService): void {
  Reflect.deleteProperty(service.adapter, "transaction")
}

async function findUserId({ adapter }: OAuthService, email: string): Promise<string> {
  return (await adapter.getUserByEmail(email))?.id ?? expect.fail(`nobody has ${email}`)
}

test("the first sign-in creates the user and links the account, and the second finds them", async () => {
  const events = { createUser: vi.fn(), linkAccount: vi.fn(), signIn: vi.fn() }
  const service = await oauthService({ events })
  for (let visit = 0; visit < 2; visit++) {
    const browser = service.browser()
    await service.enter(browser, ada)
    expect(await signedInName(browser)).toBe("ada@app.test")
  }
  const id = await findUserId(service, "ada@app.test")
  expect(id).not.toBe("ada")
  expect(await service.adapter.listAccounts(id)).toHaveLength(1)
  expect([events.createUser, events.linkAccount, events.signIn].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 2])
  expect(events.signIn.mock.calls.map(([{ isNewUser }]) => isNewUser as boolean)).toEqual([true, false])
})

test("stores new tokens at each sign-in, and keeps the ones that the provider omits", async () => {
  const service = await oauthService()
  service.issuer.responses.token = (answer) => ({ ...answer, refresh_token: "kept" })
  await service.enter(service.browser(), ada)
  const before = await service.adapter.getAccount("ada", "acme")
  service.issuer.responses.token = (answer) => answer
  await service.enter(service.browser(), ada)
  const after = await service.adapter.getAccount("ada", "acme")
  expect(after?.access_token).not.toBe(before?.access_token)
  expect(after?.refresh_token).toBe("kept")
})

test("name and image follow the provider if the app allows it", async () => {
  const updateUser = vi.fn()
  const service = await oauthService({ events: { updateUser } }, { syncProfile: true })
  await service.enter(service.browser(), ada)
  await service.enter(service.browser(), { ...ada, name: "Ada L.", email: "other@app.test" })
  expect(await service.adapter.getUserByEmail("ada@app.test")).toMatchObject({ name: "Ada L." })
  expect(updateUser).toHaveBeenCalledOnce()
})

test("a later sign-in fills an empty name and picture, and changes no name", async () => {
  const service = await oauthService()
  await service.enter(service.browser(), { ...ada, name: undefined })
  expect(await service.adapter.getUserByEmail("ada@app.test")).toMatchObject({ name: null })
  await service.enter(service.browser(), { ...ada, name: "Ada L." })
  await service.enter(service.browser(), { ...ada, name: "Somebody Else" })
  expect(await service.adapter.getUserByEmail("ada@app.test")).toMatchObject({ name: "Ada L." })
})

test("links another account if a signed-in user starts the sign-in", async () => {
  const service = await oauthService()
  const browser = service.browser()
  await service.enter(browser, ada)
  await service.enter(browser, { ...eve, email: "else@app.test" })
  expect(await signedInName(browser)).toBe("ada@app.test")
  expect(await service.adapter.listAccounts(await findUserId(service, "ada@app.test"))).toHaveLength(2)
})

test("links nothing to an expired session (threat 116)", async () => {
  const time = { now: Date.now() }
  const service = await oauthService({ clock: () => time.now })
  const browser = service.browser()
  await service.enter(browser, ada)
  const old = new Map(browser.jar)
  const id = await findUserId(service, "ada@app.test")
  time.now += 31 * DAY
  service.issuer.responses.claims = (claims) => ({
    ...claims,
    iat: Math.floor(time.now / 1000),
    exp: Math.floor(time.now / 1000) + 600,
  })
  const attacker = service.browser(old)
  await service.enter(attacker, eve)
  expect(await signedInName(attacker)).toBe("eve@app.test")
  expect(await service.adapter.listAccounts(id)).toHaveLength(1)
  expect(await service.adapter.listSessions(id)).toEqual([])
})

test("links nothing if another user is signed in at the callback than at the start (threat 117)", async () => {
  const service = await oauthService()
  const [adas, browser] = [service.browser(), service.browser()]
  await service.enter(adas, ada)
  const answer = await service.start(browser, eve)
  for (const [name, cookie] of adas.jar) if (name.includes("session")) browser.jar.set(name, cookie)
  expect(errorParam(await browser.get(answer))).toBe("OAuthCallbackError")
  expect(await service.adapter.listAccounts(await findUserId(service, "ada@app.test"))).toHaveLength(1)
  expect(await service.adapter.getAccount("eve", "acme")).toBeNull()
})

test("an attacker's callback links nothing to the victim (threat 118)", async () => {
  const linkAccount = vi.fn()
  const service = await oauthService({ events: { linkAccount } })
  const [attacker, target] = [service.browser(), service.browser()]
  await service.enter(target, ada)
  const answer = await service.start(attacker, eve)
  expect((await target.get(answer)).headers.get("location")).toBe("https://app.test/")
  for (const [name, cookie] of attacker.jar) if (/state|pkce|nonce/.test(name)) target.jar.set(name, cookie)
  expect(errorParam(await target.get(answer))).not.toBeNull()
  expect(await service.adapter.getAccount("eve", "acme")).toBeNull()
  expect(linkAccount).toHaveBeenCalledOnce()
  expect(await signedInName(target)).toBe("ada@app.test")
})

test("doesn't link an address that another user has, by default (threat 119)", async () => {
  const service = await oauthService()
  await service.adapter.createUser({ id: "victim", email: victim, emailVerified: new Date() })
  const browser = service.browser()
  expect(errorParam(await service.enter(browser, { ...eve, email: victim }))).toBe("OAuthAccountNotLinked")
  expect(await signedInName(browser)).toBeNull()
  expect(await service.adapter.listAccounts("victim")).toEqual([])
})

test.each([
  ["neither side verified the address", { email_verified: false }, null, "OAuthAccountNotLinked"],
  [
    "the provider doesn't say if it verified the address",
    { email_verified: undefined },
    new Date(),
    "OAuthAccountNotLinked",
  ],
  ["the provider didn't verify the address", { email_verified: false }, new Date(), "OAuthAccountNotLinked"],
  ["Latchkit didn't verify the address", { email_verified: true }, null, "OAuthAccountNotLinked"],
  ["both verified the address", { email_verified: true }, new Date(), null],
])("linking by address if the app allows it: %s (threat 120)", async (_, claims, emailVerified, error) => {
  const service = await oauthService({}, { allowDangerousEmailAccountLinking: true })
  await service.adapter.createUser({ id: "victim", email: victim, emailVerified })
  const browser = service.browser()
  expect(errorParam(await service.enter(browser, { ...eve, ...claims, email: victim }))).toBe(error)
  expect(await service.adapter.listAccounts("victim")).toHaveLength(error === null ? 1 : 0)
})

test.each(["False", "NO", " false ", "0", "unverified", 0, null, [], "null"])(
  "an address is unverified if `email_verified` is %j (threat 120)",
  async (email_verified) => {
    const service = await oauthService({}, { allowDangerousEmailAccountLinking: true })
    await service.adapter.createUser({ id: "victim", email: victim, emailVerified: new Date(1) })
    const answer = await service.enter(service.browser(), { ...eve, email: victim, email_verified })
    expect(errorParam(answer)).toBe("OAuthAccountNotLinked")
  },
)

test("evicts the user's creator when the mailbox's owner proves the address (threat 121)", async () => {
  const service = await createLinkingService()
  const attacker = service.browser()
  await service.enter(attacker, { ...eve, email: victim, email_verified: false })
  const id = await findUserId(service, victim)
  const passkey = {
    credentialPublicKey: "a2V5",
    counter: 0,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
  }
  await service.adapter.createAuthenticator({
    ...passkey,
    credentialID: "trojan",
    providerAccountId: "trojan",
    userId: id,
  })
  const owner = service.browser()
  await service.byMail(owner, victim)
  expect(await signedInName(owner)).toBe(victim)
  expect(await service.adapter.listAccounts(id)).toEqual([])
  expect(await service.adapter.getAuthenticator("trojan")).toBeNull()
  expect(await signedInName(attacker)).toBeNull()
  expect(errorParam(await service.enter(service.browser(), { ...eve, email: victim, email_verified: false }))).toBe(
    "OAuthAccountNotLinked",
  )
})

test("ends a session that was kept alive when the mailbox is proven (threat 123)", async () => {
  const service = await createLinkingService({ session: { updateAge: 0 } })
  const attacker = service.browser()
  await service.enter(attacker, { ...eve, email: victim, email_verified: false })
  for (let poll = 0; poll < 5; poll++) expect(await signedInName(attacker)).toBe(victim)
  await service.byMail(service.browser(), victim)
  expect(await signedInName(attacker)).toBeNull()
})

test("ends a sealed session that was kept alive when the mailbox is proven (threat 123)", async () => {
  const service = await createLinkingService({ session: { strategy: "jwt", updateAge: 0 } })
  const [attacker, copy, owner] = [service.browser(), service.browser(), service.browser()]
  await service.enter(attacker, { ...eve, email: victim, email_verified: false })
  expect(await signedInName(attacker)).toBe(victim)
  for (const [name, cookie] of attacker.jar) copy.jar.set(name, cookie)
  expect(errorParam(await service.byMail(owner, victim))).toBeNull()
  expect(await signedInName(owner)).toBe(victim)
  expect([await signedInName(attacker), await signedInName(copy)]).toEqual([null, null])
  const user = await service.adapter.getUserByEmail(victim)
  expect(await service.adapter.listAccounts(user?.id ?? "")).toEqual([])
  expect(user?.sessionEpoch).toEqual(user?.emailVerified)
  const again = service.browser()
  expect(errorParam(await service.enter(again, { ...eve, email: victim, email_verified: false }))).toBe(
    "OAuthAccountNotLinked",
  )
})

test("keeps every session and account if the user proves the mailbox while signed in, with sealed sessions too", async () => {
  const service = await createLinkingService({ session: { strategy: "jwt" } })
  const [laptop, phone] = [service.browser(), service.browser()]
  for (const each of [laptop, phone]) await service.enter(each, { ...ada, email_verified: false })
  expect(errorParam(await service.byMail(laptop, "ada@app.test"))).toBeNull()
  expect([await signedInName(laptop), await signedInName(phone)]).toEqual(["ada@app.test", "ada@app.test"])
  expect(await service.adapter.listAccounts(await findUserId(service, "ada@app.test"))).toHaveLength(1)
})

test("keeps the account of a provider that verified the address at the first sign-in by email", async () => {
  const service = await createLinkingService()
  await service.enter(service.browser(), ada)
  await service.byMail(service.browser(), "ada@app.test")
  expect(await service.adapter.listAccounts(await findUserId(service, "ada@app.test"))).toHaveLength(1)
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBe("ada@app.test")
})

test("a company's own provider proves addresses of its domains only, so it prepares no one else's account (threat 121)", async () => {
  const service = await createLinkingService({ flow: "identifier-first", domains: { "corp.test": "acme" } })
  const [insider, attacker, owner] = [service.browser(), service.browser(), service.browser()]
  await service.enter(insider, { ...ada, email: "ada@corp.test" })
  await service.byMail(service.browser(), "ada@corp.test")
  expect(await service.adapter.listAccounts(await findUserId(service, "ada@corp.test"))).toHaveLength(1)
  await service.enter(attacker, { ...eve, email: victim })
  await service.byMail(owner, victim)
  expect([await signedInName(owner), await signedInName(attacker)]).toEqual([victim, null])
  expect(await service.adapter.listAccounts(await findUserId(service, victim))).toEqual([])
  expect(errorParam(await service.enter(service.browser(), { ...eve, email: victim }))).toBe("OAuthAccountNotLinked")
})

test.each([
  ["links nothing to another domain's user", victim, "OAuthAccountNotLinked"],
  ["links to a user of its domain", "ada@corp.test", null],
])("a company's own provider %s, if the app links by address (threat 120)", async (_, email, error) => {
  const service = await createLinkingService(
    { flow: "identifier-first", domains: { "corp.test": "acme" } },
    { allowDangerousEmailAccountLinking: true },
  )
  await service.byMail(service.browser(), email)
  const browser = service.browser()
  expect(errorParam(await service.enter(browser, { ...eve, email }))).toBe(error)
  expect(await signedInName(browser)).toBe(error === null ? email : null)
})

test("rejects the magic link if the adapter can't evict an attacker (threat 121)", async () => {
  const service = await createLinkingService()
  await service.enter(service.browser(), { ...eve, email: victim, email_verified: false })
  withoutTransactions(service)
  for (const name of ["listAccounts", "linkAccount"]) Reflect.deleteProperty(service.adapter, name)
  const owner = service.browser()
  expect(errorParam(await service.byMail(owner, victim))).toBe("AccountNotLinked")
  expect(await signedInName(owner)).toBeNull()
  expect(service.logged()).toContain("linkAccount")
})

test.each([
  ["the linked provider verified the address", true, null],
  ["it did not", false, "OAuthAccountNotLinked"],
])("linking a second provider by address, without sign-in by email, if %s", async (_, verified, error) => {
  const service = await oauthService({}, { allowDangerousEmailAccountLinking: true })
  await service.enter(service.browser(), { ...ada, email_verified: verified })
  const browser = service.browser()
  expect(errorParam(await service.enter(browser, { ...ada, sub: "ada at work" }))).toBe(error)
  expect(await service.adapter.listAccounts(await findUserId(service, "ada@app.test"))).toHaveLength(error ? 1 : 2)
})

test("doesn't merge a provider's account into a user whose address is unverified (threat 124)", async () => {
  const service = await oauthService({}, { allowDangerousEmailAccountLinking: true })
  await service.adapter.createUser({ id: "classic", email: victim, emailVerified: null })
  expect(errorParam(await service.enter(service.browser(), { ...ada, email: victim }))).toBe("OAuthAccountNotLinked")
})

test("a magic link to a former address doesn't sign in as the user who left it (threat 125)", async () => {
  const service = await createLinkingService()
  const browser = service.browser()
  await service.adapter.createUser({ id: "ada", email: "old@app.test", emailVerified: new Date() })
  await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: "old@app.test" })
  await service.adapter.updateUser({ id: "ada", email: "new@app.test" })
  await service.byMail(browser, "old@app.test")
  expect(await service.adapter.listSessions("ada")).toEqual([])
})

test("an account stays with the user who has it (threat 126)", async () => {
  const service = await oauthService()
  const [adas, eves] = [service.browser(), service.browser()]
  await service.enter(adas, ada)
  await service.enter(eves, eve)
  expect(errorParam(await service.enter(adas, eve))).toBe("OAuthAccountNotLinked")
  expect(await signedInName(adas)).toBe("ada@app.test")
  expect((await service.adapter.getAccount("eve", "acme"))?.userId).toBe(await findUserId(service, "eve@app.test"))
})

test.each([null, undefined, "", " ", "not an address", "a@b.test,c@d.test"])(
  "two people whose provider sends %j as the address get two users (threat 128)",
  async (email) => {
    const service = await oauthService()
    withoutTransactions(service)
    const looked = vi.spyOn(service.adapter, "getUserByEmail")
    const [first, second] = [service.browser(), service.browser()]
    await service.enter(first, { ...ada, email })
    await service.enter(second, { ...eve, email })
    const owners = await Promise.all(
      ["ada", "eve"].map((id) => service.adapter.getUserByAccount({ provider: "acme", providerAccountId: id })),
    )
    expect(new Set(owners.map((owner) => owner?.id)).size).toBe(2)
    expect(looked).not.toHaveBeenCalled()
  },
)

test.each(["VICTÍM@APP.TEST", "victi\u0301m@app.test", " victím@app.test "])(
  "%j counts as the same address in another spelling (threat 129)",
  async (email) => {
    const service = await oauthService()
    await service.adapter.createUser({ id: "victim", email: "victím@app.test", emailVerified: new Date() })
    expect(errorParam(await service.enter(service.browser(), { ...eve, email }))).toBe("OAuthAccountNotLinked")
  },
)

test("a profile that spreads claims sets no role, id or verification date (threat 130)", async () => {
  const claims = { ...eve, id: "victim", role: "admin", emailVerified: true, isAdmin: true }
  const profile = (given: object) => ({ ...given, id: "eve" })
  const service = await oauthService({}, { profile })
  withoutTransactions(service)
  const created = vi.spyOn(service.adapter, "createUser")
  await service.enter(service.browser(), claims)
  const [[user] = []] = created.mock.calls
  expect(Object.keys(user ?? {}).sort()).toEqual(["email", "emailVerified", "id", "image", "name"])
  expect(user).toMatchObject({ emailVerified: null, id: expect.not.stringMatching(/^(?:victim|eve)$/) })
})

test("stores only as much of a provider's name and picture as a page shows (threat 203)", async () => {
  const service = await oauthService({}, { syncProfile: true, idToken: false })
  const flood = { name: `Ada\u0000\r\n${"é".repeat(20_000)}`, picture: `data:image/png;base64,${"A".repeat(500_000)}` }
  for (const shown of [flood, { name: "Ada" }, flood]) {
    const browser = service.browser()
    service.issuer.responses.userinfo = (person) => ({ ...person, ...shown })
    expect(errorParam(await service.enter(browser, ada))).toBeNull()
    expect((await (await browser.get("/session")).text()).length).toBeLessThan(1000)
  }
  const user = await service.adapter.getUserByEmail(ada.email)
  expect([user?.name?.slice(0, 6), user?.name?.length, user?.image]).toEqual(["Ada éé", 256, null])
})

test("stores a provider's name without marks that turn other text around, and keeps the joiners of emoji (threat 499)", async () => {
  const service = await oauthService({}, { idToken: false })
  service.issuer.responses.userinfo = (person) => ({
    ...person,
    name: "\u202eAda\u2066\u200b Byron \u{1f469}\u200d\u{1f4bb} \u845b\u{e0100}\u3164\u00ad\u{e0041}",
  })
  await service.enter(service.browser(), ada)
  const user = await service.adapter.getUserByEmail(ada.email)
  expect(user?.name).toBe("Ada  Byron \u{1f469}\u200d\u{1f4bb} \u845b\u{e0100}")
})

test("stores nothing and runs no event if linking fails, and a retry succeeds (threat 132)", async () => {
  const events = { createUser: vi.fn(), linkAccount: vi.fn(), signIn: vi.fn() }
  const service = await oauthService({ events })
  const { transaction } = service.adapter
  service.adapter.transaction = (run) =>
    transaction((within) => run({ ...within, linkAccount: () => Promise.reject(new Error("connection lost")) }))
  const browser = service.browser()
  expect(errorParam(await service.enter(browser, ada))).toBe("Configuration")
  expect(await signedInName(browser)).toBeNull()
  expect(await service.adapter.getUserByEmail("ada@app.test")).toBeNull()
  expect(Object.values(events).flatMap(({ mock }) => mock.calls)).toEqual([])
  service.adapter.transaction = transaction
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBe("ada@app.test")
})

test("deletes the new user if linking its account fails without transactions (threat 132)", async () => {
  const service = await oauthService()
  const { linkAccount } = service.adapter
  withoutTransactions(service)
  service.adapter.linkAccount = () => Promise.reject(new Error("connection lost"))
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await service.adapter.getUserByEmail("ada@app.test")).toBeNull()
  service.adapter.linkAccount = linkAccount
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBe("ada@app.test")
})

test("an event handler that throws changes nothing (threat 132)", async () => {
  const broken = () => {
    throw new Error("audit is down")
  }
  const service = await oauthService({ events: { createUser: broken, linkAccount: broken, signIn: broken } })
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBe("ada@app.test")
})

test.each(["db at 10.0.0.1 is down", "NEXT_REDIRECT"])(
  "a `signIn` callback that throws %j denies access, and only the log says why (threat 134)",
  async (message) => {
    const service = await oauthService({ callbacks: { signIn: () => Promise.reject(new Error(message)) } })
    const browser = service.browser()
    const answer = await service.enter(browser, ada)
    expect(errorParam(answer)).toBe("AccessDenied")
    expect(answer.headers.get("location")).not.toContain(message)
    expect(service.logged()).toContain(message)
    expect(await signedInName(browser)).toBeNull()
    expect(await service.adapter.getUserByEmail("ada@app.test")).toBeNull()
  },
)

test("a magic link to another address ends the open session and opens the other user's (threat 135)", async () => {
  const service = await createLinkingService()
  const browser = service.browser()
  await service.byMail(browser, "ada@app.test")
  const before = new Map(browser.jar)
  await service.byMail(browser, "eve@app.test")
  expect(await signedInName(browser)).toBe("eve@app.test")
  expect(await signedInName(service.browser(before))).toBeNull()
  expect(await service.adapter.listSessions(await findUserId(service, "ada@app.test"))).toEqual([])
})

test("20 parallel first sign-ins of one person, by provider and by email, create one user (threat 269)", async () => {
  const createUser = vi.fn()
  const service = await createLinkingService({ events: { createUser } })
  const person = { ...ada, email: "race@app.test" }
  const browsers = Array.from({ length: 20 }, () => service.browser())
  const answers = await Promise.all(
    browsers.map(async (browser) => ({ browser, url: await service.start(browser, person) })),
  )
  const entered = await Promise.all([
    ...answers.map(({ browser, url }) => browser.get(url)),
    service.byMail(service.browser(), "race@app.test"),
  ])
  expect(entered.every((answer) => answer.status < 500)).toBe(true)
  expect(createUser).toHaveBeenCalledOnce()
  const id = await findUserId(service, "race@app.test")
  expect((await service.adapter.listAccounts(id)).length).toBeLessThanOrEqual(1)
})

test("rejects a user that the adapter returned for another lookup (threat 273)", async () => {
  const service = await oauthService({}, { allowDangerousEmailAccountLinking: true })
  const target = await service.adapter.createUser({ id: "victim", email: victim, emailVerified: new Date() })
  withoutTransactions(service)
  service.adapter.getUserByEmail = () => target
  const browser = service.browser()
  await service.enter(browser, eve)
  expect(await service.adapter.listSessions("victim")).toEqual([])
  expect(await service.adapter.listAccounts("victim")).toEqual([])
})

test("removes a passkey that an attacker added before the mailbox was proven, and its account (threat 122)", async () => {
  const service = await createLinkingService()
  const attacker = service.browser()
  await service.enter(attacker, { ...eve, email: victim, email_verified: false })
  const userId = await findUserId(service, victim)
  const passkey = { credentialID: "cGFzc2tleQ==", providerAccountId: "cGFzc2tleQ==", userId }
  await service.adapter.linkAccount({ ...passkey, provider: "passkey", type: "webauthn" })
  await service.adapter.createAuthenticator({
    ...passkey,
    credentialPublicKey: "a2V5",
    counter: 0,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
  })
  const owner = service.browser()
  await service.byMail(owner, victim)
  expect(await signedInName(owner)).toBe(victim)
  expect(await signedInName(attacker)).toBeNull()
  expect(await service.adapter.listAuthenticatorsByUserId(userId)).toEqual([])
  expect(await service.adapter.listAccounts(userId)).toEqual([])
})

test("rejects a user that the database stored with another address (threat 141)", async () => {
  const { transaction: _, ...memory } = MemoryAdapter()
  const service = await oauthService({
    adapter: { ...memory, createUser: (user) => memory.createUser({ ...user, email: "folded@app.test" }) },
  })
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBeNull()
  expect(service.logged()).toContain("stored another address")
})

test("links nothing to another user that the database returns for an id (threat 141)", async () => {
  const service = await oauthService()
  withoutTransactions(service)
  const browser = service.browser()
  await service.enter(browser, ada)
  await service.enter(service.browser(), eve)
  const id = await findUserId(service, "eve@app.test")
  const { getUser } = service.adapter
  service.adapter.getUser = () => getUser(id)
  await service.enter(browser, { ...ada, sub: "ada at work", email: "ada@work.test" })
  expect(await service.adapter.listAccounts(id)).toHaveLength(1)
})

test("signs nobody in if the database confuses two account ids (threat 141)", async () => {
  const { transaction: _, wantsTokenHashes: __, ...memory } = MemoryAdapter()
  const folded = (id: string) => id.replace(/\?$/, "")
  const service = await oauthService({
    adapter: {
      ...memory,
      getUserByAccount: ({ provider, providerAccountId: id }) =>
        memory.getUserByAccount({ provider, providerAccountId: folded(id) }),
      getAccount: (id, provider) => memory.getAccount(folded(id), provider),
    },
  })
  await service.enter(service.browser(), ada)
  const browser = service.browser()
  await service.enter(browser, { ...eve, sub: "ada?" })
  expect(await signedInName(browser)).toBeNull()
  expect(service.logged()).toContain("returned the user of another account")
})
