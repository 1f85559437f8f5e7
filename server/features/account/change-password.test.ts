import { describe, expect, test } from "vitest"
import type { AccountDetails } from "../../../client/account-contract.ts"
import { GitHub } from "../../providers/index.ts"
import { GRACE, NEW_PASSWORD, passwordAccountService, signedIn } from "../../test-kit/password-account-service.ts"

const RESET = { email: GRACE.email, password: NEW_PASSWORD }

describe.each(["jwt", "database"] as const)("with %s sessions, a signed-in user", (strategy) => {
  const service = () => passwordAccountService({ config: { session: { strategy } } })

  test("changes the password, stays signed in, and ends all other sessions (threat 466)", async () => {
    const { browser, post, signUp, signIn, newest } = service()
    const [grace, other] = [browser(), browser()]
    await signUp(grace)
    await signIn(other)
    const page = await (await grace.get("/change-password")).text()
    expect(page).toContain('value="change-password"')
    const copy = new Map(grace.jar)
    const fields = { change: "change-password", password: NEW_PASSWORD, callbackUrl: "/account" }
    const changed = await post(grace, "/account", fields)
    expect([changed.status, changed.headers.get("location")]).toEqual([303, "https://app.test/account"])
    expect([await signedIn(grace), await signedIn(other)]).toEqual([GRACE.email, null])
    expect((await newest()).kind).toBe("password-changed")
    const stolen = browser()
    for (const [name, value] of copy) stolen.jar.set(name, value)
    expect(await signedIn(stolen)).toBeNull()
    await signIn(other, GRACE)
    expect(await signedIn(other)).toBeNull()
    await signIn(other, RESET)
    expect(await signedIn(other)).toBe(GRACE.email)
  })

  test("gets the page again if its form expired, and returns to the same target afterwards", async () => {
    const { browser, post, signUp } = service()
    const grace = browser()
    await signUp(grace)
    const fields = { change: "change-password", password: NEW_PASSWORD, callbackUrl: "/settings" }
    const expired = (await grace.post("/account", { ...fields, csrfToken: "x" })).headers.get("location") ?? ""
    expect(expired).toBe(
      "https://app.test/auth/change-password?callbackUrl=https%3A%2F%2Fapp.test%2Fsettings&error=MissingCSRF",
    )
    const page = await (await grace.get(expired.replace("https://app.test/auth", ""))).text()
    expect(page).toContain("This page expired. Try again.")
    expect(page).toContain('value="https://app.test/settings"')
    expect(page).not.toContain(NEW_PASSWORD)
    const own = await grace.post("/account", { csrfToken: "x", change: "change-password", password: NEW_PASSWORD })
    expect(own.headers.get("location")).toBe("https://app.test/auth/change-password?error=MissingCSRF")
    const changed = await post(grace, "/account", fields)
    expect(changed.headers.get("location")).toBe("https://app.test/settings")
  })

  test("can't undo a reset that ends the session meanwhile (threat 483)", async () => {
    const { browser, post, signUp, signIn, forgot, tokenIn, adapter } = service()
    const grace = browser()
    await signUp(grace)
    const token = tokenIn(await forgot(browser()))
    const csrfToken = await grace.csrfToken()
    const { getUser } = adapter
    adapter.getUser = async (id) => {
      adapter.getUser = getUser
      await post(browser(), "/reset-password", { token, password: NEW_PASSWORD })
      return getUser(id)
    }
    await grace.post("/account", { csrfToken, change: "change-password", password: "a password of the attacker" })
    expect(adapter.getUser).toBe(getUser)
    const other = browser()
    await signIn(other, RESET)
    expect([await signedIn(grace), await signedIn(other)]).toEqual([null, GRACE.email])
  })

  test("confirms who they are first (threat 466)", async () => {
    const { browser, post, signUp, later, signIn } = service()
    const grace = browser()
    await signUp(grace)
    later(11)
    expect((await grace.get("/change-password")).headers.get("location")).toContain("/auth/confirm?max_age=600")
    for (const change of ["change-password", "set-password", "remove-password"]) {
      const body = { change, password: NEW_PASSWORD, csrfToken: await grace.csrfToken() }
      const challenged = await grace.postJson("/account", body)
      expect([challenged.status, ((await challenged.json()) as { error: string }).error]).toEqual([
        401,
        "StepUpRequired",
      ]) // the shape of the response
      expect((await post(grace, "/account", body)).headers.get("location")).toContain("/auth/confirm?")
    }
    const other = browser()
    await signIn(other)
    expect(await signedIn(other)).toBe(GRACE.email)
  })

  test("confirms with the password", async () => {
    const { browser, post, signUp, later } = service()
    const grace = browser()
    await signUp(grace)
    later(11)
    const query = "?max_age=600"
    const card = (await (await grace.get(`/confirm${query}`, { accept: "application/json" })).json()) as {
      methods: string[]
      attempt: string
    } // the shape of the response
    expect(card.methods).toContain("password")
    const wrong = { method: "password", attempt: card.attempt, password: "not that one at all" }
    await post(grace, `/confirm${query}`, wrong)
    expect((await grace.get("/change-password")).status).toBe(303)
    await post(grace, `/confirm${query}`, { ...wrong, password: GRACE.password })
    expect((await grace.get("/change-password")).status).toBe(200)
  })

  test("may not reuse the password, or choose a common or personal one (threat 466)", async () => {
    const { browser, signUp } = service()
    const grace = browser()
    await signUp(grace)
    const readError = async (password: string) => {
      const body = { change: "change-password", password, csrfToken: await grace.csrfToken() }
      const response = await grace.postJson("/account", body)
      return [
        response.status,
        ((await response.json()) as { fieldErrors: { password: string[] } }).fieldErrors.password,
      ] // the shape of the response
    }
    expect(await readError(GRACE.password)).toEqual([400, ["PasswordUnchanged"]])
    expect(await readError("passwordpassword")).toEqual([400, ["PasswordTooCommon"]])
    expect(await readError("grace@app.test.1")).toEqual([400, ["PasswordTooSimilar"]])
    expect(await readError("")).toEqual([400, ["Required"]])
    expect(await signedIn(grace)).toBe(GRACE.email)
  })

  test("changes no password with a card of the account before a switch in another tab", async () => {
    const { browser, post, signUp, signIn } = passwordAccountService({
      config: { session: { strategy, maxAccounts: 2 } },
    })
    const shared = browser()
    await signUp(shared)
    await signUp(shared, { email: "henry@app.test", password: GRACE.password })
    expect(await signedIn(shared)).toBe("henry@app.test")
    const change = { change: "change-password", password: NEW_PASSWORD }
    const send = async (email: string) =>
      shared.postJson("/account", { csrfToken: await shared.csrfToken(), ...change, email })
    const rejected = await send(GRACE.email)
    expect([rejected.status, await rejected.json()]).toEqual([401, { error: "SessionRequired" }])
    const asForm = await post(shared, "/account", { ...change, email: GRACE.email })
    expect(asForm.headers.get("location")).toContain("error=SessionRequired")
    await signIn(browser(), { email: "henry@app.test", password: GRACE.password })
    expect((await send("Henry@app.test")).status).toBe(200)
    const other = browser()
    await signIn(other, { email: "henry@app.test", password: NEW_PASSWORD })
    expect(await signedIn(other)).toBe("henry@app.test")
  })

  test("removes the password, and sets one again", async () => {
    const { browser, signUp, signIn, newest, post } = service()
    const grace = browser()
    await signUp(grace)
    const change = async (fields: Record<string, string>) => {
      const response = await grace.postJson("/account", { csrfToken: await grace.csrfToken(), ...fields })
      return [response.status, ((await response.json()) as { hasPassword?: boolean }).hasPassword] // the shape of the response
    }
    expect(await change({ change: "set-password", password: NEW_PASSWORD })).toEqual([404, undefined])
    expect(await change({ change: "remove-password" })).toEqual([200, false])
    expect((await newest()).kind).toBe("password-removed")
    const other = browser()
    await signIn(other)
    expect(await signedIn(other)).toBeNull()
    expect(await change({ change: "change-password", password: NEW_PASSWORD })).toEqual([404, undefined])
    expect(await change({ change: "set-password", password: NEW_PASSWORD })).toEqual([200, true])
    expect((await newest()).kind).toBe("password-added")
    await signIn(other, RESET)
    expect(await signedIn(other)).toBe(GRACE.email)
    expect((await post(browser(), "/account", { change: "remove-password" })).headers.get("location")).toContain(
      "SessionRequired",
    )
  })
})

describe("the last sign-in method", () => {
  async function unprovenGrace() {
    const service = passwordAccountService({ providers: [GitHub({ clientId: "1", clientSecret: "2" })] })
    const grace = service.browser()
    await service.signUp(grace)
    const user = (await service.adapter.getUserByEmail(GRACE.email)) ?? expect.fail("Grace isn't stored")
    await service.adapter.updateUser({ id: user.id, emailVerified: null }) // as an imported user
    const read = async () => (await (await grace.get("/account")).json()) as AccountDetails // the endpoint's JSON
    const change = async (fields: Record<string, string>) =>
      grace.postJson("/account", { csrfToken: await grace.csrfToken(), ...fields })
    return { ...service, grace, user, read, change }
  }

  test("stays if it is the password (threat 497)", async () => {
    const { grace, read, change, post, browser, signIn } = await unprovenGrace()
    expect(await read()).toMatchObject({ hasPassword: true, passwordRemovable: false })
    expect(await read()).not.toHaveProperty("ownPasswords")
    const rejected = await change({ change: "remove-password" })
    expect([rejected.status, await rejected.json()]).toEqual([409, { error: "LastSignInMethod" }])
    const form = await post(grace, "/account", { change: "remove-password", callbackUrl: "/settings" })
    expect([form.status, form.headers.get("location")]).toEqual([
      303,
      "https://app.test/settings?error=LastSignInMethod",
    ])
    const other = browser()
    await signIn(other)
    expect(await signedIn(other)).toBe(GRACE.email)
  })

  test("stays if a linked account and the password are removed at once (threat 497)", async () => {
    for (let round = 0; round < 5; round++) {
      const { user, read, change, adapter } = await unprovenGrace()
      const link = { userId: user.id, provider: "github", providerAccountId: "7", type: "oauth" } as const
      await adapter.linkAccount(link)
      const { accounts, passwordRemovable } = await read()
      expect(passwordRemovable).toBe(true)
      const changes = [{ change: "remove-password" }, { change: "unlink", id: accounts?.[0]?.id ?? "" }]
      await Promise.all((round % 2 ? changes : changes.reverse()).map(change))
      expect(await adapter.listAccounts(user.id)).toHaveLength(1)
    }
  })
})

test("of two changes at once, the one that comes too late responds with 401", async () => {
  const { browser, signUp } = passwordAccountService()
  const grace = browser()
  await signUp(grace)
  const csrfToken = await grace.csrfToken()
  const changes = ["one long and new password", "another long and new one"].map((password) =>
    grace.postJson("/account", { csrfToken, change: "change-password", password }),
  )
  const [late, first] = (await Promise.all(changes)).toSorted((one, two) => two.status - one.status)
  expect([first?.status, late?.status, await late?.json()]).toEqual([200, 401, { error: "SessionRequired" }])
})

test("the response shows neither the sessions nor the devices that ended with the password", async () => {
  const { browser, signUp, signIn } = passwordAccountService({ config: { session: { strategy: "database" } } })
  const [grace, other] = [browser(), browser()]
  await signUp(grace)
  await signIn(other)
  const before = (await (await grace.get("/account")).json()) as AccountDetails // the endpoint's JSON
  expect(before.sessions).toHaveLength(2)
  const body = { csrfToken: await grace.csrfToken(), change: "remove-password" }
  const after = (await (await grace.postJson("/account", body)).json()) as AccountDetails // the endpoint's JSON
  expect(after).toMatchObject({ hasPassword: false, passwordRemovable: true, sessions: [{ current: true }] })
})

test("the page that changes the password returns to the account, also after a confirmation", async () => {
  const { browser, signUp, later } = passwordAccountService()
  const grace = browser()
  await signUp(grace)
  const path = "/change-password?callbackUrl=%2Fsettings"
  expect(await (await grace.get(path)).text()).toContain('href="https://app.test/settings"')
  later(11)
  const here = "https://app.test/auth/change-password?callbackUrl=https%3A%2F%2Fapp.test%2Fsettings"
  for (const from of [grace, browser()]) {
    const asked = new URL((await from.get(path)).headers.get("location") ?? "")
    expect(asked.searchParams.get("callbackUrl")).toBe(here)
  }
})

test("without a target, the account's page says that the password was changed, and when", async () => {
  const { browser, signUp, post, auth, later } = passwordAccountService()
  const grace = browser()
  await signUp(grace)
  const signedUp = new Date(Date.UTC(2026, 0, 1)).toISOString()
  const details = async () => {
    const response = await grace.get("/account", { accept: "application/json" })
    return (await response.json()) as AccountDetails
  }
  expect(await details()).toMatchObject({ hasPassword: true, passwordChangedAt: signedUp })
  later(5)
  const request = new Request("https://app.test/.well-known/change-password")
  const wellKnown = (await auth.handle(request)).headers.get("location") ?? ""
  const html = await (await grace.get(wellKnown)).text()
  const callbackUrl = /name="callbackUrl" value="([^"]*)"/.exec(html)?.[1] ?? ""
  const changed = await post(grace, "/account", { change: "change-password", password: NEW_PASSWORD, callbackUrl })
  const page = await (await grace.get(changed.headers.get("location") ?? "", { accept: "text/html" })).text()
  expect(page).toMatch(/role="status"[^>]*>(?:<[^>]*>)*Password changed\./)
  expect(page).toContain("Changed today")
  const { passwordChangedAt } = await details()
  expect(Date.parse(passwordChangedAt ?? "") - Date.parse(signedUp)).toBe(5 * 60_000)
})

test("no date is shown for an imported password, nor without one", async () => {
  const { browser, signUp, adapter, post } = passwordAccountService({ providers: [GitHub()] })
  const grace = browser()
  await signUp(grace)
  const user = await adapter.getUserByEmail(GRACE.email)
  const record = await adapter.getAccountRecord("password", user?.id ?? "")
  if (!record) throw new Error("Grace has no password")
  const { kind, id, version, data } = record
  const imported = JSON.stringify({ ...(JSON.parse(data) as object), setAt: 0 })
  await adapter.updateAccountRecord({ kind, id, version, data: imported, expires: null })
  const details = async () =>
    (await (await grace.get("/account", { accept: "application/json" })).json()) as AccountDetails
  expect(await details()).toMatchObject({ hasPassword: true, passwordChangedAt: null })
  await adapter.linkAccount({ userId: user?.id ?? "", type: "oauth", provider: "github", providerAccountId: "1" })
  await post(grace, "/account", { change: "remove-password" })
  expect(await details()).toMatchObject({ hasPassword: false, passwordChangedAt: null })
})

test("the well-known address leads to the page of the site, without parameters (threat 470)", async () => {
  const { auth } = passwordAccountService()
  const headers = { "x-forwarded-host": "evil.test" }
  const request = new Request("https://app.test/.well-known/change-password?next=https://evil.test", { headers })
  expect(await auth.isUnderBasePath(request)).toBe(true)
  const response = await auth.handle(request)
  expect([response.status, response.headers.get("location")]).toEqual([303, "https://app.test/auth/change-password"])
  const probe = "https://app.test/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"
  expect(await auth.isUnderBasePath(new Request(probe))).toBe(false)
  expect((await auth.handle(new Request(probe))).status).toBe(404)
})
