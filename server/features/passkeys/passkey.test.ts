import { expect, test, vi } from "vitest"
import type { AccountDetails } from "../../../client/account-contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { Passkey } from "../../providers/passkey.ts"
import type { CredentialsConfig } from "../../providers/types.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { errorParam, signedInName, type Browser } from "../../test-kit/oauth-service.ts"
import { ADA, EVE, passkeyService } from "../../test-kit/passkey-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

/** Creates an auth instance in which Ada is signed in and has a passkey. */
async function adasPasskey(...settings: Parameters<typeof passkeyService>) {
  const service = await passkeyService(...settings)
  const authenticator = softAuthenticator()
  const browser = service.browser()
  await service.enter(browser, ADA)
  expect(errorParam(await service.register(browser, authenticator))).toBeNull()
  return { ...service, authenticator, ada: browser }
}

const fetchAccount = async (browser: Browser) => (await (await browser.get("/account")).json()) as AccountDetails // the shape of the response

test.each([-7, -8, -257] as const)(
  "adds a passkey of algorithm %d, which signs its user in elsewhere",
  async (algorithm) => {
    const service = await passkeyService()
    const authenticator = softAuthenticator({ algorithm })
    const laptop = service.browser()
    await service.enter(laptop, ADA)
    const added = await service.register(laptop, authenticator)
    expect([added.status, errorParam(added)]).toEqual([302, null])
    const phone = service.browser()
    const entered = await service.signIn(phone, authenticator)
    expect([entered.status, errorParam(entered)]).toEqual([302, null])
    expect([await signedInName(laptop), await signedInName(phone)]).toEqual(["ada@app.test", "ada@app.test"])
  },
)

test("keeps the session when the user adds a passkey, and opens a new one when they sign in with it", async () => {
  const signIn = vi.fn()
  const linkAccount = vi.fn()
  const service = await adasPasskey({ events: { signIn, linkAccount } })
  const id = (await service.adapter.getUserByEmail("ada@app.test"))?.id ?? ""
  expect(await service.adapter.listSessions(id)).toHaveLength(1)
  expect(signIn).toHaveBeenCalledOnce()
  expect(linkAccount.mock.calls.at(-1)?.[0]).toMatchObject({
    account: { provider: "passkey", type: "webauthn", userId: id },
  })
  await service.signIn(service.browser(), service.authenticator)
  expect(await service.adapter.listSessions(id)).toHaveLength(2)
  expect(signIn.mock.calls.at(-1)?.[0]).toMatchObject({ account: { provider: "passkey" }, isNewUser: false })
})

test("requests a discoverable passkey and user verification in the options", async () => {
  const { ask, ada, browser } = await adasPasskey()
  expect(await ask(ada, "register")).toMatchObject({
    rp: { id: "app.test", name: "app.test" },
    user: { name: "ada@app.test", displayName: "Ada" },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    excludeCredentials: [{ type: "public-key", transports: ["hybrid", "internal"] }],
  })
  const signIn = await ask(browser(), "authenticate")
  expect(signIn).toMatchObject({ rpId: "app.test", userVerification: "required" })
  expect(signIn.allowCredentials).toBeUndefined()
})

test("identifies the user to a passkey by an id of at most 64 bytes that contains no secret", async () => {
  const { ask, ada, adapter } = await adasPasskey()
  const id = (await adapter.getUserByEmail("ada@app.test"))?.id ?? ""
  const { user } = await ask(ada, "register")
  expect(Buffer.from(user.id, "base64url").toString()).toBe(id)
})

test("names the authenticators that the app wants to show first, in both ceremonies", async () => {
  const { ask, ada, browser } = await adasPasskey({}, { hints: ["security-key", "hybrid"] })
  expect(await ask(ada, "register")).toMatchObject({ hints: ["security-key", "hybrid"] })
  expect(await ask(browser(), "authenticate")).toMatchObject({ hints: ["security-key", "hybrid"] })
  const other = await adasPasskey()
  expect(await other.ask(other.ada, "register")).toMatchObject({ hints: [] })
})

test("accepts passkeys after the secret is rotated", async () => {
  const { adapter, authenticator } = await adasPasskey()
  const shared = { adapter, logger: { warn: () => undefined } }
  const rotated = createAuth(
    { ...shared, providers: [Passkey()], secret: "r".repeat(32) },
    { env: { AUTH_URL: "https://app.test/auth" } },
  )
  const browser = cookieClient(rotated)
  const { options } = (await (await browser.get("/webauthn-options")).json()) as { options: never } // the shape of the response
  const fields = { csrfToken: await browser.csrfToken(), action: "authenticate", data: authenticator.get(options) }
  expect(errorParam(await browser.post("/callback/passkey", fields))).toBeNull()
  expect(await signedInName(browser)).toBe("ada@app.test")
})

test("returns options to register for a signed-in user, and to sign in for an anonymous one, without an action", async () => {
  const { ada, browser } = await adasPasskey()
  const readAction = async (visit: Browser, path: string) =>
    ((await (await visit.get(path)).json()) as { action?: string }).action
  expect(await readAction(ada, "/webauthn-options")).toBe("register")
  expect(await readAction(browser(), "/webauthn-options")).toBe("authenticate")
  expect(await readAction(ada, "/webauthn-options/passkey?action=authenticate")).toBe("authenticate")
})

test("lets each of several tabs finish its own ceremony", async () => {
  const { ask, post, authenticator, browser } = await adasPasskey()
  const tabs = browser()
  const [first, second] = [await ask(tabs, "authenticate"), await ask(tabs, "authenticate")]
  expect(errorParam(await post(tabs, "authenticate", authenticator.get(first)))).toBeNull()
  const [other] = [...tabs.jar.keys()].filter((name) => name.includes("challenge"))
  expect(other).toBeDefined()
  await tabs.post("/signout", { csrfToken: await tabs.csrfToken() })
  expect(errorParam(await post(tabs, "authenticate", authenticator.get(second)))).toBeNull()
  expect([...tabs.jar.keys()].filter((name) => name.includes("challenge"))).toEqual([])
})

test("limits the cookies of open ceremonies in one browser", async () => {
  const { ask, browser } = await adasPasskey()
  const tabs = browser()
  for (let count = 0; count < 12; count++) await ask(tabs, "authenticate")
  expect([...tabs.jar.keys()].filter((name) => name.includes("challenge"))).toHaveLength(4)
})

test("clears few cookies of other software, so that the response stays short (threat 50)", async () => {
  const { browser } = await adasPasskey()
  const flooded = browser()
  for (let count = 0; count < 175; count++)
    flooded.jar.set(`__Host-latchkit.challenge.${String(count).padStart(64, "x")}`, { value: "1" })
  const response = await flooded.get("/webauthn-options/passkey?action=authenticate")
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie().join("\n").length).toBeLessThan(4096)
})

test.each([
  [
    "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
    ["internal", "hybrid"],
    ["Google Password Manager", "Google Password Manager 2"],
  ],
  ["00000000-0000-0000-0000-000000000000", ["usb", "nfc"], ["Security key", "Security key 2"]],
  ["00000000-0000-0000-0000-000000000000", ["internal"], ["Passkey", "Passkey 2"]],
])("names the passkey of an authenticator %s on %j %j", async (aaguid, transports, names) => {
  const service = await passkeyService()
  const browser = service.browser()
  await service.enter(browser, ADA)
  for (const _ of names) await service.register(browser, softAuthenticator({ aaguid, transports }))
  const passkeys = (await fetchAccount(browser)).passkeys ?? []
  expect(passkeys.map(({ name }) => name).sort()).toEqual(names)
  const product = names.some((name) => name.startsWith("Google")) ? "Google Password Manager" : null
  expect(passkeys.map(({ authenticator }) => authenticator)).toEqual([product, product])
})

test("still knows a renamed passkey's product, and forgets it with the passkey", async () => {
  const service = await passkeyService()
  const browser = service.browser()
  await service.enter(browser, ADA)
  await service.register(browser, softAuthenticator({ aaguid: "bada5566-a7aa-401f-bd96-45619a55120d" }))
  const change = async (fields: Record<string, string>) =>
    browser.postJson("/account", { csrfToken: await browser.csrfToken(), ...fields })
  const [{ id = "" } = {}] = (await fetchAccount(browser)).passkeys ?? []
  await change({ change: "rename-passkey", id, name: "Work" })
  expect((await fetchAccount(browser)).passkeys).toMatchObject([{ name: "Work", authenticator: "1Password" }])
  const userId = (await service.adapter.getUserByEmail(ADA.email))?.id ?? ""
  expect(await service.adapter.listAccountRecords("authenticator", userId)).toHaveLength(1)
  expect((await change({ change: "remove-passkey", id })).status).toBe(200)
  expect(await service.adapter.listAccountRecords("authenticator", userId)).toEqual([])
})

test("lists passkeys with their dates in the account, renames and removes them", async () => {
  const time = { now: Date.UTC(2026, 0, 1) }
  const service = await adasPasskey({ clock: () => time.now, session: { strategy: "jwt", maxAge: 1e9 } })
  const { ada, authenticator, browser } = service
  time.now = Date.UTC(2026, 0, 2)
  await service.signIn(browser(), authenticator)
  const [passkey] = (await fetchAccount(ada)).passkeys ?? []
  const id = Buffer.from(authenticator.held[0]?.id ?? []).toString("base64url")
  const dates = { createdAt: "2026-01-01T00:00:00.000Z", lastUsedAt: "2026-01-02T00:00:00.000Z" }
  expect(passkey).toEqual({ id, name: "Passkey", ...dates, authenticator: null, backedUp: true, removable: true })
  const change = async (fields: Record<string, string>) =>
    ada.postJson("/account", { csrfToken: await ada.csrfToken(), ...fields })
  const renamed = (await (
    await change({ change: "rename-passkey", id, name: "  Ada’s \u0000phone  " })
  ).json()) as AccountDetails
  expect(renamed.passkeys?.[0]?.name).toBe("Ada’s phone")
  expect((await change({ change: "rename-passkey", id, name: " " })).status).toBe(404)
  expect((await change({ change: "rename-passkey", id: "other", name: "Phone" })).status).toBe(404)
  expect(await (await change({ change: "remove-passkey", id })).json()).toMatchObject({ error: "StepUpRequired" })
  await service.signIn(ada, authenticator)
  const removed = (await (await change({ change: "remove-passkey", id })).json()) as AccountDetails
  expect(removed.passkeys).toEqual([])
  expect(await service.adapter.getAccount(Buffer.from(id, "base64url").toString("base64"), "passkey")).toBeNull()
  expect(errorParam(await service.signIn(browser(), authenticator))).toBe("WebAuthnVerificationError")
})

test("neither renames nor removes another user's passkey", async () => {
  const { ada, browser, enter, ...service } = await adasPasskey()
  const eve = browser()
  await enter(eve, EVE)
  const [passkey] = (await fetchAccount(ada)).passkeys ?? []
  for (const change of ["rename-passkey", "remove-passkey"]) {
    const fields = { csrfToken: await eve.csrfToken(), change, id: passkey?.id ?? "", name: "Mine" }
    expect((await eve.postJson("/account", fields)).status).toBe(404)
  }
  expect((await fetchAccount(ada)).passkeys).toEqual([passkey])
  expect(errorParam(await service.signIn(browser(), service.authenticator))).toBeNull()
})

test("keeps the last sign-in method: a user's only passkey can't be removed", async () => {
  const { ada, adapter } = await adasPasskey()
  const unlinked = await adapter.listAccounts((await adapter.getUserByEmail("ada@app.test"))?.id ?? "")
  for (const account of unlinked) if (account.type !== "webauthn") await adapter.unlinkAccount(account)
  const [passkey] = (await fetchAccount(ada)).passkeys ?? []
  expect(passkey?.removable).toBe(false)
  const fields = { csrfToken: await ada.csrfToken(), change: "remove-passkey", id: passkey?.id ?? "" }
  expect((await ada.postJson("/account", fields)).status).toBe(409)
  expect((await fetchAccount(ada)).passkeys).toEqual([passkey])
})

test("rejects a domain of another site, an unknown hint, and production without a site URL, at startup", async () => {
  const error = vi.fn()
  const make = (settings: Parameters<typeof Passkey>[0], env: Record<string, string>) =>
    createAuth(
      {
        providers: [Passkey(settings)],
        adapter: {},
        secret: "s".repeat(32),
        logger: { error, warn: () => undefined },
      },
      { env },
    )
  make({ relyingParty: { id: "other.test" } }, { AUTH_URL: "https://app.test" })
  expect(error.mock.calls.flat().map(String).join("\n")).toContain(
    '"other.test", which isn\'t a domain of https://app.test',
  )
  make({ hints: ["phone" as never] }, { AUTH_URL: "https://app.test" })
  expect(error.mock.calls.flat().map(String).join("\n")).toContain(
    'the hint "phone". Expected one of security-key, client-device, hybrid',
  )
  make({}, { NODE_ENV: "production", AUTH_TRUST_HOST: "true" })
  expect(error.mock.calls.flat().map(String).join("\n")).toContain("needs AUTH_URL")
})

test.each([
  ["without a flag", {}, 200],
  ["not with `enableWebAuthn: false`", { experimental: { enableWebAuthn: false } }, 500],
  ["not with the preset alone, as in Auth.js", authjs(), 500],
  ["with the preset and its flag", { ...authjs(), experimental: { enableWebAuthn: true } }, 200],
] as const)("passkeys are on: %s", async (_, config, status) => {
  const service = createAuth(
    {
      ...config,
      providers: [Passkey()],
      adapter: MemoryAdapter(),
      secret: "s".repeat(32),
      logger: { error: () => undefined, warn: () => undefined },
    },
    { env: { AUTH_URL: "https://app.test/auth" } },
  )
  expect((await cookieClient(service).get("/webauthn-options")).status).toBe(status)
})

test.each(["/webauthn-options", "/webauthn-options?action=authenticate"])(
  "GET %s responds with 404, and says so in the log, if the configuration has no passkeys",
  async (path) => {
    const [debug, error] = [vi.fn(), vi.fn()]
    const service = createAuth(
      { providers: [], secret: "s".repeat(32), logger: { debug, error, warn: () => undefined } },
      { env: { AUTH_URL: "https://app.test/auth" } },
    )
    expect((await cookieClient(service).get(path)).status).toBe(404)
    expect(debug.mock.calls[0]?.[0]).toBe("Rejected with 404: The configuration doesn't turn on webauthn-options")
    expect(error).not.toHaveBeenCalled()
  },
)

test("says that the flag isn't needed any more", async () => {
  const warn = vi.fn()
  createAuth({ providers: [], secret: "s".repeat(32), logger: { warn }, experimental: { enableWebAuthn: true } })
  expect(warn).toHaveBeenCalledWith("experimental-webauthn")
})

test("accepts passkeys of the site's previous library, with their own handles, if the app allows it", async () => {
  const handle = Buffer.from("somebody else's").toString("base64url")
  const strict = await adasPasskey()
  expect(errorParam(await strict.signIn(strict.browser(), strict.authenticator, { userHandle: handle }))).not.toBeNull()
  const open = await adasPasskey({}, { anyUserHandle: true })
  expect(errorParam(await open.signIn(open.browser(), open.authenticator, { userHandle: handle }))).toBeNull()
})

test("shares passkeys of a parent domain between subdomains", async () => {
  const service = await passkeyService({}, { relyingParty: { id: "test" } })
  const browser = service.browser()
  await service.enter(browser, ADA)
  const { rp } = await service.ask(browser, "register")
  expect(rp).toEqual({ id: "test", name: "app.test" })
})

test("never fails a request if a browser creates a passkey by itself and the adapter doesn't store the user", async () => {
  const password: CredentialsConfig = {
    id: "password",
    name: "Password",
    type: "credentials",
    credentials: {},
    authorize: () => ({ id: "elsewhere", name: "Ada" }),
  }
  const { browser: open } = await passkeyService({ providers: [password], session: { strategy: "jwt" } })
  const browser = open()
  await browser.signInWith("password", {})
  const ask = async (query: string) => {
    const answer = await browser.get(`/webauthn-options/passkey?action=register${query}`)
    return [answer.status, await answer.json()]
  }
  expect(await ask("&mediation=conditional")).toEqual([200, { error: "SessionRequired" }])
  expect(await ask("")).toEqual([400, { error: "SessionRequired" }])
})
