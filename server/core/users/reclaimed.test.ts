import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { Adapter, AdapterAccount, AdapterUser } from "../../adapters/contract.ts"
import type { AuthConfig } from "../../service/config.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { mailbox } from "../../test-kit/mailbox.ts"
import { ACME, errorParam, oauthService, signedInName, type Browser } from "../../test-kit/oauth-service.ts"

const victim = "victim@app.test"
const owned = { sub: "owner", name: "Ada", email: victim, email_verified: true }
const prepared = { sub: "eve", name: "Eve", email: victim, email_verified: false }

/** Creates an adapter with the operations and the columns of an Auth.js adapter. */
function createAuthjsAdapter() {
  const { listAccounts, listSessions, ...memory } = MemoryAdapter()
  const user = ({ id, name, email, image, emailVerified }: AdapterUser) => ({ id, name, email, image, emailVerified })
  const account = ({ userId, type, provider, providerAccountId, id_token }: AdapterAccount): AdapterAccount => ({
    ...{ userId, type, provider, providerAccountId },
    ...(id_token !== undefined && { id_token }),
  })
  const adapter: Adapter = {
    createUser: (given) => memory.createUser(user(given) as AdapterUser),
    getUser: memory.getUser,
    getUserByEmail: memory.getUserByEmail,
    getUserByAccount: memory.getUserByAccount,
    updateUser: memory.updateUser,
    linkAccount: (given) => memory.linkAccount(account(given)),
    unlinkAccount: memory.unlinkAccount,
    createSession: memory.createSession,
    getSessionAndUser: memory.getSessionAndUser,
    updateSession: memory.updateSession,
    deleteSession: memory.deleteSession,
    createVerificationToken: memory.createVerificationToken,
    useVerificationToken: memory.useVerificationToken,
  }
  return { adapter, memory, listAccounts, listSessions }
}

async function createMigratedService(config: Partial<AuthConfig> = {}, provider: Partial<OIDCConfig> = {}) {
  const like = createAuthjsAdapter()
  const { mail, newest } = mailbox()
  const service = await oauthService({
    adapter: like.adapter,
    providers: [{ ...ACME, ...provider }, mail],
    ...config,
  })
  const byMail = async (browser: Browser, email = victim): Promise<Response> => {
    await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email })
    return browser.get(newest().url)
  }
  return { ...service, ...like, byMail }
}

describe.each(["database", "jwt"] as const)("an adapter of Auth.js, with sessions of strategy %s", (strategy) => {
  const session = { strategy, updateAge: 0 }

  test("lets the owner of the mailbox in, and keeps out the attacker who created the user before", async () => {
    const reclaimUser = vi.fn()
    const { enter, browser, byMail } = await createMigratedService({ session, events: { reclaimUser } })
    const [stranger, owner, again] = [browser(), browser(), browser()]
    await enter(stranger, prepared)
    expect(await signedInName(stranger)).toBe(victim)
    expect(errorParam(await byMail(owner))).toBeNull()
    expect([await signedInName(owner), await signedInName(stranger)]).toEqual([victim, null])
    expect(errorParam(await enter(again, prepared))).toBe("OAuthAccountNotLinked")
    expect(await signedInName(again)).toBeNull()
    expect(await signedInName(owner)).toBe(victim)
    expect(reclaimUser).toHaveBeenCalledOnce()
  })

  test("keeps the provider that verifies the email address, and those that are linked later", async () => {
    const { enter, browser, byMail } = await createMigratedService({ session })
    await enter(browser(), owned)
    const owner = browser()
    await byMail(owner)
    expect(await signedInName(owner)).toBe(victim)
    const again = browser()
    expect(errorParam(await enter(again, owned))).toBeNull()
    expect(await signedInName(again)).toBe(victim)
    expect(errorParam(await enter(owner, { sub: "more", email: "other@app.test", email_verified: false }))).toBeNull()
    const more = browser()
    expect(errorParam(await enter(more, { sub: "more", email: "other@app.test", email_verified: false }))).toBeNull()
    expect(await signedInName(more)).toBe(victim)
  })

  test("doesn't treat a second sign-in by email as a proof", async () => {
    const { enter, browser, byMail } = await createMigratedService({ session })
    await enter(browser(), owned)
    const [first, second] = [browser(), browser()]
    await byMail(first)
    await byMail(second)
    expect([await signedInName(first), await signedInName(second)]).toEqual([victim, victim])
  })

  test("links by email address under the preset for a user that Auth.js created, and keeps others out", async () => {
    const { enter, browser, adapter } = await createMigratedService(
      { ...authjs(), session },
      { allowDangerousEmailAccountLinking: true },
    )
    const stranger = browser()
    await enter(stranger, prepared)
    const owner = browser()
    expect(errorParam(await enter(owner, owned))).toBeNull()
    expect([await signedInName(owner), await signedInName(stranger)]).toEqual([victim, null])
    expect((await adapter.getUserByEmail?.(victim))?.emailVerified).toBeInstanceOf(Date)
    expect(errorParam(await enter(browser(), prepared))).toBe("OAuthAccountNotLinked")
  })
})

test("ends a session that Auth.js stored before the proof", async () => {
  const { browser, byMail, memory, auth } = await createMigratedService({ ...authjs() })
  await memory.createUser({ id: "u", email: victim, emailVerified: null })
  const expires = new Date(Date.now() + 3600_000)
  await memory.createSession({ sessionToken: "0190a5b0-7c1e-4d0e-9d55-6b1f0e3c2a11", userId: "u", expires })
  const old = browser(new Map([["__Secure-authjs.session-token", { value: "0190a5b0-7c1e-4d0e-9d55-6b1f0e3c2a11" }]]))
  expect(await signedInName(old)).toBe(victim)
  const owner = browser()
  await byMail(owner)
  expect([await signedInName(owner), await signedInName(old)]).toEqual([victim, null])
  expect(auth).toBeDefined()
})

test.each([
  [5, "oidc", "__Secure-authjs.session-token"],
  [4, "oauth", "__Secure-next-auth.session-token"],
  [4, "oidc", "__Secure-next-auth.session-token"],
] as const)(
  "keeps an account and its sessions under the preset for version %i (type %s) if its stored ID token verifies the address",
  async (version, type, cookie) => {
    const { mail, newest } = mailbox()
    const adapter = MemoryAdapter()
    const { browser, issuer } = await oauthService({ ...authjs({ version }), adapter, providers: [ACME, mail] })
    await adapter.createUser({ id: "u", email: victim, emailVerified: null })
    const id_token = await issuer.sign({ sub: "owner", email: victim, email_verified: true })
    await adapter.linkAccount({ userId: "u", provider: "acme", providerAccountId: "owner", type, id_token })
    const sessionToken = "0190a5b0-7c1e-4d0e-9d55-6b1f0e3c2a11"
    await adapter.createSession({ sessionToken, userId: "u", expires: new Date(Date.now() + 3600_000) })
    const phone = browser()
    await phone.post("/signin/email", { csrfToken: await phone.csrfToken(), email: victim })
    await phone.get(newest().url)
    expect(await signedInName(phone)).toBe(victim)
    expect(await signedInName(browser(new Map([[cookie, { value: sessionToken }]])))).toBe(victim)
    expect(await adapter.listAccounts("u")).toHaveLength(1)
  },
)

test.each([
  [true, { email_verified: true }],
  [false, { email_verified: false }],
])("tells callbacks whether the email address is verified: %s", async (verified, claims) => {
  const jwt = vi.fn(({ token }) => token)
  const signIn = vi.fn(() => true)
  const { enter, browser } = await createMigratedService({ session: { strategy: "jwt" }, callbacks: { jwt, signIn } })
  const each = browser()
  await enter(each, { ...owned, ...claims })
  expect(signIn).toHaveBeenCalledWith(expect.objectContaining({ emailVerified: verified }))
  expect(jwt).toHaveBeenLastCalledWith(expect.objectContaining({ emailVerified: verified }))
  await signedInName(each)
  expect(jwt.mock.lastCall?.[0].token.email_proven).toBe(verified || undefined)
})
