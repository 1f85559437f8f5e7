import { expect, test, vi } from "vitest"
import { MemoryAdapter } from "../adapters/memory.ts"
import type { AuthConfig } from "../config/types.ts"
import type { OIDCConfig } from "../providers/types.ts"
import { mailbox } from "../testing/mailbox.ts"
import { errorParam, oauthService, signedInName, type Browser, type OAuthService } from "../testing/oauth-service.ts"

const DAY = 24 * 3600_000
const ada = { sub: "ada", name: "Ada", email: "ada@app.test", email_verified: true }
const eve = { sub: "eve", name: "Eve", email: "eve@app.test", email_verified: true }
const victim = "victim@app.test"

/** The service with sign-in by mail beside the OpenID provider. */
async function createLinkingService(config: Partial<AuthConfig> = {}, provider: Partial<OIDCConfig> = {}) {
  const { mail, newest } = mailbox()
  const acme: OIDCConfig = {
    id: "acme",
    name: "Acme",
    type: "oidc",
    issuer: "https://issuer.test",
    clientId: "client",
    clientSecret: "s",
    ...provider,
  }
  const service = await oauthService({ providers: [acme, mail], ...config })
  const byMail = async (browser: Browser, email: string): Promise<Response> => {
    await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email })
    return browser.get(newest().url)
  }
  return { ...service, byMail }
}

/** Lets a test reach into what the service calls: within a transaction it would be given other functions. */
function withoutTransactions(service: OAuthService): void {
  Reflect.deleteProperty(service.adapter, "transaction")
}

async function findUserId({ adapter }: OAuthService, email: string): Promise<string> {
  return (await adapter.getUserByEmail(email))?.id ?? expect.fail(`nobody has ${email}`)
}

test("a first visit makes a user and links the account, and the second finds them", async () => {
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

test("tokens are refreshed at each sign-in, and what the provider leaves out stays", async () => {
  const service = await oauthService()
  service.issuer.answers.token = (answer) => ({ ...answer, refresh_token: "kept" })
  await service.enter(service.browser(), ada)
  const before = await service.adapter.getAccount("ada", "acme")
  service.issuer.answers.token = (answer) => answer
  await service.enter(service.browser(), ada)
  const after = await service.adapter.getAccount("ada", "acme")
  expect(after?.access_token).not.toBe(before?.access_token)
  expect(after?.refresh_token).toBe("kept")
})

test("name and image follow the provider where the host says so", async () => {
  const updateUser = vi.fn()
  const service = await oauthService({ events: { updateUser } }, { syncProfile: true })
  await service.enter(service.browser(), ada)
  await service.enter(service.browser(), { ...ada, name: "Ada L.", email: "other@app.test" })
  expect(await service.adapter.getUserByEmail("ada@app.test")).toMatchObject({ name: "Ada L." })
  expect(updateUser).toHaveBeenCalledOnce()
})

test("somebody who is signed in and starts it links a further account to themselves", async () => {
  const service = await oauthService()
  const browser = service.browser()
  await service.enter(browser, ada)
  await service.enter(browser, { ...eve, email: "else@app.test" })
  expect(await signedInName(browser)).toBe("ada@app.test")
  expect(await service.adapter.listAccounts(await findUserId(service, "ada@app.test"))).toHaveLength(2)
})

test("attack 116: an expired session links nothing", async () => {
  const time = { now: Date.now() }
  const service = await oauthService({ clock: () => time.now })
  const browser = service.browser()
  await service.enter(browser, ada)
  const old = new Map(browser.jar)
  const id = await findUserId(service, "ada@app.test")
  time.now += 31 * DAY
  service.issuer.answers.claims = (claims) => ({
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

test("attack 117: who is somebody else at the callback than at the start links nothing", async () => {
  const service = await oauthService()
  const [adas, browser] = [service.browser(), service.browser()]
  await service.enter(adas, ada)
  const answer = await service.start(browser, eve)
  for (const [name, cookie] of adas.jar) if (name.includes("session")) browser.jar.set(name, cookie)
  expect(errorParam(await browser.get(answer))).toBe("OAuthCallbackError")
  expect(await service.adapter.listAccounts(await findUserId(service, "ada@app.test"))).toHaveLength(1)
  expect(await service.adapter.getAccount("eve", "acme")).toBeNull()
})

test("attack 118: a callback that somebody else started links nothing to a victim", async () => {
  const linkAccount = vi.fn()
  const service = await oauthService({ events: { linkAccount } })
  const [attacker, target] = [service.browser(), service.browser()]
  await service.enter(target, ada)
  const answer = await service.start(attacker, eve)
  expect(errorParam(await target.get(answer))).not.toBeNull()
  for (const [name, cookie] of attacker.jar) if (/state|pkce|nonce/.test(name)) target.jar.set(name, cookie)
  expect(errorParam(await target.get(answer))).not.toBeNull()
  expect(await service.adapter.getAccount("eve", "acme")).toBeNull()
  expect(linkAccount).toHaveBeenCalledOnce()
})

test("attack 119: an address that another user has links nothing by itself", async () => {
  const service = await oauthService()
  await service.adapter.createUser({ id: "victim", email: victim, emailVerified: new Date() })
  const browser = service.browser()
  expect(errorParam(await service.enter(browser, { ...eve, email: victim }))).toBe("OAuthAccountNotLinked")
  expect(await signedInName(browser)).toBeNull()
  expect(await service.adapter.listAccounts("victim")).toEqual([])
})

test.each([
  ["neither side has proven it", { email_verified: false }, null, "OAuthAccountNotLinked"],
  ["the provider has not said", { email_verified: undefined }, new Date(), "OAuthAccountNotLinked"],
  ["the provider has not proven it", { email_verified: false }, new Date(), "OAuthAccountNotLinked"],
  ["we have not proven it", { email_verified: true }, null, "OAuthAccountNotLinked"],
  ["both have proven it", { email_verified: true }, new Date(), null],
])("attack 120: linking by address where the host allows it, when %s", async (_, claims, emailVerified, error) => {
  const service = await oauthService({}, { allowDangerousEmailAccountLinking: true })
  await service.adapter.createUser({ id: "victim", email: victim, emailVerified })
  const browser = service.browser()
  expect(errorParam(await service.enter(browser, { ...eve, ...claims, email: victim }))).toBe(error)
  expect(await service.adapter.listAccounts("victim")).toHaveLength(error === null ? 1 : 0)
})

test.each(["False", "NO", " false ", "0", "unverified", 0, null, [], "null"])(
  "attack 120: an address whose verification is %j is not proven",
  async (email_verified) => {
    const service = await oauthService({}, { allowDangerousEmailAccountLinking: true })
    await service.adapter.createUser({ id: "victim", email: victim, emailVerified: new Date(0) })
    const answer = await service.enter(service.browser(), { ...eve, email: victim, email_verified })
    expect(errorParam(answer)).toBe("OAuthAccountNotLinked")
  },
)

test("attack 121: whoever prepared a user with a stranger's address is out when its owner proves the mailbox", async () => {
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

test("attack 123: a session that was kept alive dies when the mailbox is proven", async () => {
  const service = await createLinkingService({ session: { updateAge: 0 } })
  const attacker = service.browser()
  await service.enter(attacker, { ...eve, email: victim, email_verified: false })
  for (let poll = 0; poll < 5; poll++) expect(await signedInName(attacker)).toBe(victim)
  await service.byMail(service.browser(), victim)
  expect(await signedInName(attacker)).toBeNull()
})

test("attack 123: a session in a cookie that was kept alive is over when the mailbox is proven", async () => {
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

test("a user who proves the mailbox while signed in keeps every session and account, in a cookie too", async () => {
  const service = await createLinkingService({ session: { strategy: "jwt" } })
  const [laptop, phone] = [service.browser(), service.browser()]
  for (const each of [laptop, phone]) await service.enter(each, { ...ada, email_verified: false })
  expect(errorParam(await service.byMail(laptop, "ada@app.test"))).toBeNull()
  expect([await signedInName(laptop), await signedInName(phone)]).toEqual(["ada@app.test", "ada@app.test"])
  expect(await service.adapter.listAccounts(await findUserId(service, "ada@app.test"))).toHaveLength(1)
})

test("who came by a provider that proved the address keeps it when they first sign in by mail", async () => {
  const service = await createLinkingService()
  await service.enter(service.browser(), ada)
  await service.byMail(service.browser(), "ada@app.test")
  expect(await service.adapter.listAccounts(await findUserId(service, "ada@app.test"))).toHaveLength(1)
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBe("ada@app.test")
})

test("attack 121: an adapter without the operations to keep a stranger out rejects the magic link", async () => {
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
])("a second provider is linked by address if %s, although no email was ever followed", async (_, verified, error) => {
  const service = await oauthService({}, { allowDangerousEmailAccountLinking: true })
  await service.enter(service.browser(), { ...ada, email_verified: verified })
  const browser = service.browser()
  expect(errorParam(await service.enter(browser, { ...ada, sub: "ada at work" }))).toBe(error)
  expect(await service.adapter.listAccounts(await findUserId(service, "ada@app.test"))).toHaveLength(error ? 1 : 2)
})

test("attack 124: a user that the app made, whose address nobody proved, is not merged with a provider's", async () => {
  const service = await oauthService({}, { allowDangerousEmailAccountLinking: true })
  await service.adapter.createUser({ id: "classic", email: victim, emailVerified: null })
  expect(errorParam(await service.enter(service.browser(), { ...ada, email: victim }))).toBe("OAuthAccountNotLinked")
})

test("attack 125: a link mailed to an address signs nobody in as the user who has left that address", async () => {
  const service = await createLinkingService()
  const browser = service.browser()
  await service.adapter.createUser({ id: "ada", email: "old@app.test", emailVerified: new Date() })
  await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: "old@app.test" })
  await service.adapter.updateUser({ id: "ada", email: "new@app.test" })
  await service.byMail(browser, "old@app.test")
  expect(await service.adapter.listSessions("ada")).toEqual([])
})

test("attack 126: an account that another user has stays theirs", async () => {
  const service = await oauthService()
  const [adas, eves] = [service.browser(), service.browser()]
  await service.enter(adas, ada)
  await service.enter(eves, eve)
  expect(errorParam(await service.enter(adas, eve))).toBe("OAuthAccountNotLinked")
  expect(await signedInName(adas)).toBe("ada@app.test")
  expect((await service.adapter.getAccount("eve", "acme"))?.userId).toBe(await findUserId(service, "eve@app.test"))
})

test.each([null, undefined, "", " ", "not an address", "a@b.test,c@d.test"])(
  "attack 128: two people whose provider gives %j for an address are two users",
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
  "attack 129: %j is the address of the user who has it in another spelling",
  async (email) => {
    const service = await oauthService()
    await service.adapter.createUser({ id: "victim", email: "victím@app.test", emailVerified: new Date() })
    expect(errorParam(await service.enter(service.browser(), { ...eve, email }))).toBe("OAuthAccountNotLinked")
  },
)

test("attack 130: a profile that spreads claims sets no role, no id and no verification date", async () => {
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

test("attack 203: of a provider's name and picture no more is stored than a page shows", async () => {
  const service = await oauthService({}, { syncProfile: true, idToken: false })
  const flood = { name: `Ada\u0000\r\n${"é".repeat(20_000)}`, picture: `data:image/png;base64,${"A".repeat(500_000)}` }
  for (const shown of [flood, { name: "Ada" }, flood]) {
    const browser = service.browser()
    service.issuer.answers.userinfo = (person) => ({ ...person, ...shown })
    expect(errorParam(await service.enter(browser, ada))).toBeNull()
    expect((await (await browser.get("/session")).text()).length).toBeLessThan(1000)
  }
  const user = await service.adapter.getUserByEmail(ada.email)
  expect([user?.name?.slice(0, 6), user?.name?.length, user?.image]).toEqual(["Ada éé", 256, null])
})

test("attack 132: when linking fails nothing of the new user stays, nothing is told, and a retry succeeds", async () => {
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

test("attack 132: without transactions a user whose account could not be linked is taken back", async () => {
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

test("attack 132: an event handler that throws changes nothing", async () => {
  const broken = () => {
    throw new Error("audit is down")
  }
  const service = await oauthService({ events: { createUser: broken, linkAccount: broken, signIn: broken } })
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBe("ada@app.test")
})

test.each(["db at 10.0.0.1 is down", "NEXT_REDIRECT"])(
  "attack 134: a signIn callback that throws %j keeps everybody out, and says why in the log alone",
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

test("attack 135: following a link to another address ends the session that was open and opens the other user's", async () => {
  const service = await createLinkingService()
  const browser = service.browser()
  await service.byMail(browser, "ada@app.test")
  const before = new Map(browser.jar)
  await service.byMail(browser, "eve@app.test")
  expect(await signedInName(browser)).toBe("eve@app.test")
  expect(await signedInName(service.browser(before))).toBeNull()
  expect(await service.adapter.listSessions(await findUserId(service, "ada@app.test"))).toEqual([])
})

test("attack 269: 20 parallel first visits of one person, by provider and by mail, make one user", async () => {
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

test("attack 273: an adapter that answers another user than was asked for hands out nobody", async () => {
  const service = await oauthService({}, { allowDangerousEmailAccountLinking: true })
  const target = await service.adapter.createUser({ id: "victim", email: victim, emailVerified: new Date() })
  withoutTransactions(service)
  service.adapter.getUserByEmail = () => target
  const browser = service.browser()
  await service.enter(browser, eve)
  expect(await service.adapter.listSessions("victim")).toEqual([])
  expect(await service.adapter.listAccounts("victim")).toEqual([])
})

test("attack 122: a passkey that waited on a user for the mailbox's owner is gone after the proof, and its link with it", async () => {
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

test("attack 141: a database that stores another address than it was given makes no user of it", async () => {
  const { transaction: _, ...memory } = MemoryAdapter()
  const service = await oauthService({
    adapter: { ...memory, createUser: (user) => memory.createUser({ ...user, email: "folded@app.test" }) },
  })
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBeNull()
  expect(service.logged()).toContain("stored another address")
})

test("attack 141: a database that hands out another user for an id links nothing to them", async () => {
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

test("attack 141: a database that takes one account for another signs nobody in as its user", async () => {
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
  expect(service.logged()).toContain("took another account")
})
