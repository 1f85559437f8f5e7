import { compare, hash as bcryptHash } from "bcryptjs"
import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { SecurityEvent } from "../../core/config/security-events.ts"
import { importPassword } from "./import-password.ts"
import { bcrypt } from "../../providers/password-formats.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { GRACE, NEW_PASSWORD, passwordAccountService, signedIn } from "../../test-kit/password-account-service.ts"

type Service = ReturnType<typeof passwordAccountService>

const WRONG = "not that one at all"
const HOME = "https://app.test/"

async function works({ browser, signIn }: Service, fields: Record<string, string>): Promise<boolean> {
  const from = browser()
  await signIn(from, fields)
  return (await signedIn(from)) === fields["email"]
}

describe("an imported hash", () => {
  const long = "b".repeat(72)

  async function imported(password: string) {
    const adapter = MemoryAdapter()
    const service = passwordAccountService({ adapter, password: { accepts: [bcrypt(compare)] } })
    const user = { id: "9", name: null, image: null, email: GRACE.email, emailVerified: new Date(1) }
    await adapter.createUser(user)
    await importPassword(adapter, { userId: user.id, hash: await bcryptHash(password, 4) })
    const stored = async () => (await adapter.getAccountRecord("password", user.id))?.data ?? ""
    return { ...service, adapter, stored }
  }

  test("of bcrypt doesn't match a longer password, before and after the rehash (threat 457)", async () => {
    const service = await imported(long)
    const tooLong = [`${long}!`, `${long}${"c".repeat(56)}`]
    for (const password of tooLong) expect(await works(service, { email: GRACE.email, password })).toBe(false)
    expect(await works(service, { email: GRACE.email, password: long })).toBe(true)
    await vi.waitFor(async () => expect(await service.stored()).toContain("$argon2id$"))
    for (const password of tooLong) expect(await works(service, { email: GRACE.email, password })).toBe(false)
    expect(await works(service, { email: GRACE.email, password: long })).toBe(true)
  })

  test("is replaced after the response, and never after the password was removed (threats 456 and 462)", async () => {
    const service = await imported(GRACE.password)
    const { adapter, browser, signIn, post, stored } = service
    const rehash = Promise.withResolvers<undefined>()
    const { updateAccountRecord } = adapter
    const update = vi.spyOn(adapter, "updateAccountRecord").mockImplementation(async (record) => {
      if (record.data.includes("$argon2id$")) await rehash.promise
      return updateAccountRecord(record)
    })
    const grace = browser()
    await signIn(grace)
    expect(await signedIn(grace)).toBe(GRACE.email)
    await vi.waitFor(() => expect(update).toHaveBeenCalled())
    expect(await stored()).toContain("$2b$") // the response didn't wait for it
    await post(grace, "/account", { change: "remove-password" })
    expect(await stored()).toContain('"hash":null')
    rehash.resolve(undefined)
    await Promise.all(update.mock.results.map(({ value }) => value as Promise<boolean>))
    expect(await stored()).toContain('"hash":null')
    expect(await works(service, GRACE)).toBe(false)
  })

  test.each(["", "*", "undefined", "$2y$04$0000", "plain text of a password", "5f4dcc3b5aa765d61d8327deb882cf99"])(
    "that is %j looks like a wrong password (threats 459 and 461)",
    async (malformed) => {
      const adapter = MemoryAdapter()
      const service = passwordAccountService({ adapter })
      await adapter.createUser({ id: "9", name: null, image: null, email: GRACE.email, emailVerified: new Date(1) })
      await importPassword(adapter, { userId: "9", hash: malformed })
      for (const password of ["password", malformed || "undefined", "plain text of a password"]) {
        const from = service.browser()
        const response = await service.signIn(from, { email: GRACE.email, password })
        expect(response.headers.get("location")).toContain("error=CredentialsSignin")
        expect(await signedIn(from)).toBeNull()
      }
      expect(service.errors.filter(({ name }) => name !== "CredentialsSignin")).toEqual([])
    },
  )
})

test("a password counts as it was typed: no form, space or letter is folded (threat 463)", async () => {
  const service = passwordAccountService()
  const password = "ﬁve\tquiet Åland 🚢 lamps"
  await service.signUp(service.browser(), { email: GRACE.email, password })
  const worksAs = (typed: string) => works(service, { email: GRACE.email, password: typed })
  expect(await worksAs(password.normalize("NFD"))).toBe(true)
  for (const other of [password.normalize("NFKC"), password.replace("\t", " "), ` ${password}`, `${password} `])
    expect(await worksAs(other), JSON.stringify(other)).toBe(false)
  expect(await worksAs(password.replace("🚢", "🚣"))).toBe(false)
  for (const refused of [`\ud800${NEW_PASSWORD}`, `${NEW_PASSWORD}\0`]) {
    const from = service.browser()
    const body = { csrfToken: await from.csrfToken(), email: "ada@app.test", password: refused }
    expect((await from.postJson("/sign-up", body)).status).toBe(400)
  }
})

test.each(["/sign-up", "/callback/password", "/reset-password", "/account"])(
  "%s hashes nothing that is too long (threat 464)",
  async (path) => {
    const service = passwordAccountService()
    const { browser, signUp, forgot, tokenIn, post, adapter } = service
    const grace = browser()
    await signUp(grace)
    const token = tokenIn(await forgot(browser()))
    const hashes = vi.spyOn(adapter, "updateAccountRecord")
    const fields = { email: GRACE.email, token, change: "change-password" }
    const tooLong = ["a".repeat(129), "\ufb2c".repeat(128), "a".repeat(10_000_000)]
    const responses = await Promise.all(tooLong.map((password) => post(grace, path, { ...fields, password })))
    expect(responses.map(({ status }) => status)).toEqual(
      path.startsWith("/callback") ? [302, 302, 413] : [400, 400, 413],
    )
    const flood = Array.from({ length: 50 }, () => post(grace, path, { ...fields, password: "a".repeat(1_000_000) }))
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([413]))
    expect(hashes.mock.calls.filter(([{ data }]) => data.includes("$argon2id$"))).toEqual([])
    expect(await works(service, GRACE)).toBe(true)
  },
)

test("of 1,000 sign-ins at once some are rejected, all alike, and sessions are read meanwhile (threat 465)", async () => {
  const hash = { algorithm: "argon2id", params: { m: 8192, t: 1, p: 1 } } as const
  const many = { points: 10_000, seconds: 900 }
  const limits = { credentialsFor: many, credentialsAnywhere: many }
  const address = (headers: Headers) => headers.get("x-client") ?? undefined
  const service = passwordAccountService({ password: { hash }, config: { rateLimit: { address, limits } } })
  const { browser, signUp, signIn } = service
  const grace = browser({ "x-client": "192.0.2.1" })
  await signUp(grace)
  await signIn(grace) // makes the browser known
  const robot = browser()
  const csrfToken = await robot.csrfToken()
  const robots = Array.from({ length: 1000 }, (_, index) => {
    const email = index % 2 ? GRACE.email : `user${index}@app.test`
    const client = { "x-client": `198.51.${index >> 8}.${index & 255}`, "x-auth-return-redirect": "1" }
    return robot.post("/callback/password", { csrfToken, email, password: WRONG }, client)
  })
  const meanwhile = [await signedIn(grace), (await signIn(grace)).headers.get("location"), await signedIn(grace)]
  expect(meanwhile).toEqual([GRACE.email, HOME, GRACE.email])
  const responses = await Promise.all(robots)
  const busy = responses
    .map((response, index) => ({ response, index }))
    .filter(({ response }) => response.status === 503)
  expect(responses.filter(({ status }) => ![200, 503].includes(status))).toEqual([])
  const shown = await Promise.all(
    busy.map(async ({ response, index }) => {
      const headers = [...response.headers].filter(([name]) => name !== "set-cookie")
      return [index % 2, JSON.stringify([headers, await response.text()])] as const
    }),
  )
  expect(new Set(shown.map(([isKnown]) => isKnown))).toEqual(new Set([0, 1]))
  expect(new Set(shown.map(([, text]) => text)).size).toBe(1)
})

describe("a password", () => {
  const SECRETS = [GRACE.password, NEW_PASSWORD, WRONG, "a third password, at last", "typed as the user name"]

  test("leaves no trace in logs, events, errors, URLs, cookies and stored rows (threat 469)", async () => {
    const adapter = MemoryAdapter()
    const traces: string[] = []
    const note = (...values: unknown[]) => {
      const errors = values.map((value) => (value instanceof Error ? [value.message, value.stack, value.cause] : value))
      traces.push(JSON.stringify(errors))
    }
    const operations = Object.entries(adapter).map(([name, run]) => [
      name,
      (...input: unknown[]) => {
        note(name, input)
        return (run as (...input: unknown[]) => unknown)(...input) // the operation passes everything on
      },
    ])
    const config = {
      debug: true,
      logger: { error: note, warn: note, debug: note },
      events: { security: (event: SecurityEvent) => note(event), signIn: note, createUser: note },
      rateLimit: {},
    }
    const service = passwordAccountService({ adapter: Object.fromEntries(operations) as typeof adapter, config })
    const { auth, browser, signUp, signIn, reset, post } = service
    const seen = browser()
    const watched = cookieClient({
      async handle(request) {
        const response = await auth.handle(request)
        note(request.url, [...response.headers], await response.clone().text())
        return response
      },
    })
    await signUp(watched)
    await signIn(watched, { ...GRACE, password: WRONG })
    await signIn(watched, { email: SECRETS[4] ?? "", password: WRONG })
    await post(watched, "/sign-up", { email: SECRETS[4] ?? "", password: WRONG })
    await post(watched, "/account", { change: "change-password", password: "a third password, at last" })
    await reset(watched)
    await post(watched, "/sign-up", { email: "ada@app.test", password: NEW_PASSWORD })
    await signIn(seen, { email: GRACE.email, password: NEW_PASSWORD })
    expect(await signedIn(seen)).toBe(GRACE.email)
    expect(traces.length).toBeGreaterThan(50)
    for (const secret of SECRETS.slice(0, 4))
      expect(
        traces.filter((text) => text.includes(secret)),
        secret,
      ).toEqual([])
    // The form of a sign-up shows the text again in the field where it was typed
    const typed = traces.filter((text) => text.includes(SECRETS[4] ?? "") && !text.includes("<form"))
    expect(typed).toEqual([])
  })
})

test("the well-known address belongs to the site, also below a path and of a tenant (threat 470)", async () => {
  const below = passwordAccountService({ site: "https://app.test/portal/auth" })
  const request = (host: string) => new Request(`https://${host}/.well-known/change-password?token=x#y`)
  const location = async (service: Service, host: string) =>
    (await service.auth.handle(request(host))).headers.get("location")
  expect(await location(below, "app.test")).toBe("https://app.test/portal/auth/change-password")
  expect(await location(below, "evil.test")).toBe("https://app.test/portal/auth/change-password")
})

describe("an email to an unproven address", () => {
  const LURE = "Claim $500 at https://evil.test <b>now</b>\r\nBcc: z@evil.test"

  test("has no text of the person who asked for it (threat 474)", async () => {
    const { browser, post, newest, signUp } = passwordAccountService({
      password: { fields: { name: { label: "Name" } } },
    })
    await signUp(browser())
    for (const email of ["alice@app.test", GRACE.email]) {
      const asked = await post(browser(), "/sign-up", { email, password: NEW_PASSWORD, name: LURE })
      expect(asked.status).toBe(303)
      const { messages: _, provider: __, request: ___, ...sent } = await newest()
      expect(sent.identifier).toBe(email)
      expect(JSON.stringify(sent)).not.toMatch(/Claim|evil|Bcc/)
    }
  })

  test.each(["/sign-up", "/forgot-password"])(
    "%s sends a client's emails to few strangers (threat 474)",
    async (path) => {
      const config = { rateLimit: { address: () => "192.0.2.1" } }
      const { browser, post, sent } = passwordAccountService({ config })
      const statuses: number[] = []
      for (let turn = 0; turn < 60; turn++) {
        const email = `stranger${turn}@app.test`
        statuses.push((await post(browser(), path, { email, password: NEW_PASSWORD })).status)
      }
      expect(statuses.indexOf(429)).toBe(30)
      expect(new Set(statuses.slice(30))).toEqual(new Set([429]))
      expect((await sent()).length).toBeLessThanOrEqual(30)
    },
  )
})

test("answers before a slow email of a reset is sent, and the same if it fails (threat 472)", async () => {
  const send = vi.fn(({ kind }: { kind: string }) =>
    kind === "reset-password" ? Promise.reject(new Error("The mail server is down")) : undefined,
  )
  const service = passwordAccountService({ mail: { sendAccountEmail: send }, password: { resetAddsPassword: true } })
  const { browser, post, errors, adapter } = service
  await adapter.createUser({ id: "9", name: null, image: null, email: GRACE.email, emailVerified: new Date(1) })
  const known = await post(browser(), "/forgot-password", { email: GRACE.email })
  expect(send).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(errors).toHaveLength(1))
  expect(errors[0]?.message).toBe('The email "reset-password" was not sent: The mail server is down')
  const unknown = await post(browser(), "/forgot-password", { email: "alice@app.test" })
  const shown = ({ status, headers }: Response) => [status, headers.get("location")]
  expect(shown(known)).toEqual(shown(unknown))
})

describe("with sign-up off", () => {
  const acme = (issuer: string): OIDCConfig => ({
    ...{ id: "acme", name: "Acme", type: "oidc", issuer, clientId: "client", clientSecret: "secret" },
  })

  async function closed() {
    const issuer = await fakeIssuer()
    const callback = { id: "own", name: "Own", type: "credentials", credentials: { email: {} } } as const
    const authorize = () => ({ id: "own", email: GRACE.email })
    const service = passwordAccountService({
      password: { signUp: "off" },
      providers: [acme(issuer.issuer), { ...callback, authorize }],
      config: { fetch: issuer.fetch, clock: Date.now },
    })
    const create = vi.spyOn(service.adapter, "createUser")
    return { ...service, issuer, create }
  }
  type Closed = Awaited<ReturnType<typeof closed>>
  type Door = (service: Closed, from: ReturnType<Closed["browser"]>) => Promise<unknown>

  const DOORS: Readonly<Record<string, Door>> = {
    "a provider": async ({ post, issuer }, from) => {
      const started = await post(from, "/signin/acme", {})
      const person = { sub: "grace", email: GRACE.email, email_verified: true }
      return from.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", person)}`)
    },
    "a magic link": async ({ post, links }, from) => {
      await post(from, "/signin/email", { email: GRACE.email })
      return from.get(links.at(-1)?.url ?? "")
    },
    "an emailed code": async ({ post, links }, from) => {
      await post(from, "/signin/email", { email: GRACE.email })
      return post(from, "/callback/email", { code: links.at(-1)?.code ?? "" })
    },
    "a password of the app's own": async ({ post }, from) => post(from, "/callback/own", { email: GRACE.email }),
    "a forgotten password": async ({ post, sent }, from) => {
      await post(from, "/forgot-password", { email: GRACE.email })
      expect(await sent()).toEqual([])
      return post(from, "/reset-password", { code: "123456", password: NEW_PASSWORD })
    },
    "a sign-up": async ({ post }, from) => post(from, "/sign-up", GRACE),
    "a passkey": async ({ post }, from) => post(from, "/sign-up", { email: GRACE.email, status: "passkey" }),
  }

  test.each(Object.entries(DOORS))("%s creates no user (threat 475)", async (name, door) => {
    const service = await closed()
    const from = service.browser()
    await door(service, from)
    expect(await service.adapter.getUserByEmail(GRACE.email)).toBeNull()
    if (name !== "a password of the app's own") expect(await signedIn(from)).toBeNull()
    expect(service.create).not.toHaveBeenCalled()
  })

  test("a request for a magic link looks the same for a known address (threat 475)", async () => {
    const { post, browser, adapter } = await closed()
    const shown = async (email: string) => {
      const response = await post(browser(), "/signin/email", { email })
      const names = response.headers.getSetCookie().map((line) => line.split("=", 1)[0])
      const headers = [...response.headers].filter(([header]) => header !== "set-cookie")
      return [response.status, headers, names, await response.text()]
    }
    const unknown = await shown("alice1@app.test")
    await adapter.createUser({ id: "9", name: null, image: null, email: "alice2@app.test", emailVerified: new Date(1) })
    expect(JSON.parse(JSON.stringify(await shown("alice2@app.test")).replaceAll("alice2", "alice1"))).toEqual(unknown)
  })
})

test("every emailed URL is of the site, whatever the request says (threat 477)", async () => {
  const { browser, post, emails, newest, tokenIn, signUp, auth, sent } = passwordAccountService()
  const eve = browser({
    ...{ host: "evil.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "http" },
    ...{ forwarded: "host=evil.test;proto=http", "x-original-url": "/evil", referer: "https://evil.test/" },
  })
  const lure = { callbackUrl: "https://evil.test", redirectTo: "https://evil.test", url: "https://evil.test" }
  await signUp(eve)
  await post(eve, "/sign-up?callbackUrl=https://evil.test", {
    ...lure,
    email: "alice@app.test",
    password: NEW_PASSWORD,
  })
  await post(eve, "/sign-up", { ...lure, email: GRACE.email, password: NEW_PASSWORD })
  await newest("already-registered")
  await post(eve, "/forgot-password", { ...lure, email: GRACE.email })
  await newest("reset-password")
  await post(eve, "/account", { ...lure, change: "change-email", email: "moved@app.test" })
  await post(eve, "/change-email", { ...lure, token: tokenIn(await newest("email-change")) })
  await newest("email-changed")
  await post(eve, "/account", { ...lure, change: "change-password", password: NEW_PASSWORD })
  await newest("password-changed")
  await auth.invite({ email: "bob@app.test", request: { headers: { host: "evil.test" } } })
  const kinds = new Set((await sent()).map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual([
    ...["already-registered", "confirm-sign-up", "email-change", "email-changed", "invitation"],
    ...["password-changed", "reset-password"],
  ])
  for (const { kind, url } of emails) {
    expect(new URL(url).origin, kind).toBe("https://app.test")
    expect([kind, [...new URL(url).searchParams.keys()].filter((name) => name !== "token")]).toEqual([kind, []])
  }
})

describe("a link of a reset", () => {
  test("is stored as a hash, and leaves the address bar without a referrer (threat 478)", async () => {
    const service = passwordAccountService()
    const { browser, signUp, forgot, tokenIn, adapter } = service
    await signUp(browser())
    const create = vi.spyOn(adapter, "createAccountRecord")
    const link = await forgot(browser())
    const stored = JSON.stringify(create.mock.calls)
    expect(create).toHaveBeenCalled()
    for (const part of tokenIn(link)
      .split(".")
      .filter((text) => text.length > 30))
      expect(stored).not.toContain(part)
    if (link.code) expect(stored).not.toContain(link.code)
    const owner = browser()
    const opened = await owner.get(link.url)
    expect([opened.status, opened.headers.get("location"), await opened.text()]).toEqual([
      303,
      "https://app.test/auth/reset-password",
      "",
    ])
    for (const response of [opened, await owner.get("/reset-password")])
      expect(response.headers.get("referrer-policy")).toMatch(/^(no-referrer|same-origin)$/)
    expect(await (await owner.get("/reset-password")).text()).not.toMatch(/(src|href)="(https?:)?\/\/(?!app\.test)/)
  })

  test("no longer works after the address changed (threat 478)", async () => {
    const service = passwordAccountService()
    const { browser, signUp, forgot, tokenIn, post, newest } = service
    const grace = browser()
    await signUp(grace)
    const token = tokenIn(await forgot(browser()))
    await post(grace, "/account", { change: "change-email", email: "moved@app.test" })
    await post(grace, "/change-email", { token: tokenIn(await newest("email-change")) })
    expect((await post(browser(), "/reset-password", { token, password: NEW_PASSWORD })).status).toBe(400)
    expect(await works(service, { email: "moved@app.test", password: GRACE.password })).toBe(true)
  })

  test("leaves a signed-in other user as they were (threats 478 and 485)", async () => {
    const service = passwordAccountService()
    const { browser, signUp, forgot, tokenIn, post } = service
    const ada = { email: "ada@app.test", password: "ada has another password" }
    const other = browser()
    await signUp(other, ada)
    await signUp(browser())
    const link = await forgot(browser())
    await other.get(link.url)
    await post(other, "/reset-password", { token: tokenIn(link), password: NEW_PASSWORD })
    expect(await signedIn(other)).toBe(ada.email)
    expect([await works(service, ada), await works(service, { ...GRACE, password: NEW_PASSWORD })]).toEqual([
      true,
      true,
    ])
  })

  test("takes five of 50 codes at once, and a forged cookie proves nothing (threats 480 and 485)", async () => {
    const service = passwordAccountService()
    const { browser, signUp, forgot, post } = service
    await signUp(browser())
    const eve = browser()
    const { code = "" } = await forgot(eve)
    const csrfToken = await eve.csrfToken()
    const wrong = Array.from({ length: 49 }, (_, turn) => String(turn).padStart(6, "0")).filter((one) => one !== code)
    await Promise.all(wrong.map((guess) => eve.post("/reset-password", { csrfToken, code: guess })))
    expect((await post(eve, "/reset-password", { code })).headers.get("location")).toContain("error=InvalidCode")
    const forged = browser()
    for (const [name, cookie] of eve.jar) {
      const value = name.includes("csrf")
        ? cookie.value
        : Buffer.from(JSON.stringify({ id: GRACE.email, proven: true })).toString("base64url")
      forged.jar.set(name, { ...cookie, value })
    }
    expect((await post(forged, "/reset-password", { password: NEW_PASSWORD })).status).toBe(400)
    expect(await works(service, GRACE)).toBe(true)
  })
})

test.each(["jwt", "database"] as const)(
  "a reset ends trusted devices, bearer tokens, and what a copied session began (%s sessions, threat 482)",
  async (strategy) => {
    const config = { session: { strategy, bearer: true }, account: { deletion: true } } as const
    const { auth, browser, signUp, post, newest, tokenIn, reset, adapter } = passwordAccountService({ config })
    const grace = browser()
    await signUp(grace)
    const session = [...grace.jar].find(([name]) => name.includes("session-token"))?.[1].value ?? ""
    const bearer = async (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${session}` }
      return (await auth.handle(new Request("https://app.test/auth/session", { headers }))).json()
    }
    expect(await bearer()).toMatchObject({ user: { email: GRACE.email } })
    await post(grace, "/account", { change: "change-email", email: "moved@app.test" })
    const change = tokenIn(await newest("email-change"))
    const { id } = (await adapter.getUserByEmail(GRACE.email)) ?? expect.fail("no user")
    const expires = new Date(Date.UTC(2027, 0))
    await adapter.createAccountRecord({ kind: "trusted-device", id: "device", userId: id, data: "{}", expires })
    const copy = new Map(grace.jar)
    await reset(browser())
    expect(await bearer()).toBeNull()
    expect(await adapter.listAccountRecords("trusted-device", id)).toEqual([])
    for (const [name, value] of copy) grace.jar.set(name, value)
    await post(grace, "/change-email", { token: change })
    expect(await adapter.getUserByEmail("moved@app.test")).toBeNull()
    await post(grace, "/account", { change: "delete-account" })
    expect([(await adapter.getUser(id))?.id, await signedIn(grace)]).toEqual([id, null])
  },
)

test("a reset ends the trust in known browsers, which had tries of their own (threat 482)", async () => {
  const limits = { credentialsAnywhere: { points: 3, seconds: 86_400 }, emailTo: { points: 50, seconds: 900 } }
  const rateLimit = { limits, address: (headers: Headers) => headers.get("x-client") ?? undefined }
  const service = passwordAccountService({ config: { rateLimit } })
  const { browser, signUp, signIn, reset, later } = service
  const elsewhere = (turn: number) => browser({ "x-client": `192.0.2.${turn}` })
  const grace = elsewhere(1)
  await signUp(grace)
  await signIn(grace)
  const spend = async () => {
    for (let turn = 2; turn < 6; turn++) await signIn(elsewhere(turn), { ...GRACE, password: WRONG })
  }
  await spend()
  expect((await signIn(grace)).headers.get("location")).toBe(HOME)
  await reset(elsewhere(7))
  later(24 * 60)
  await spend()
  const limited = await signIn(grace, { ...GRACE, password: NEW_PASSWORD })
  expect([limited.status, await signedIn(grace)]).toEqual([429, null])
})

test("other spellings of an address give no more tries (threats 129 and 171)", async () => {
  const limits = { credentialsAnywhere: { points: 3, seconds: 86_400 } }
  const rateLimit = { limits, address: (headers: Headers) => headers.get("x-client") ?? undefined }
  const { browser, signUp, signIn } = passwordAccountService({ config: { rateLimit } })
  await signUp(browser({ "x-client": "192.0.2.1" }), { ...GRACE, email: "grace@bücher.test" })
  const spellings = [
    "grace@xn--bcher-kva.test",
    "GRACE@BÜCHER.test",
    "grace@bu\u0308cher.test",
    "grace@bücher\u3164.test",
  ]
  const tries = [...spellings, "grace@bü\u3164cher.test", "grace@\u3164\uffa0bücher.test", "grace@bücher.te\u1160st"]
  const statuses: number[] = []
  for (const [turn, email] of tries.entries()) {
    const elsewhere = browser({ "x-client": `192.0.2.${turn + 2}` })
    statuses.push((await signIn(elsewhere, { email, password: WRONG })).status)
  }
  const right = { email: "grace@xn--bcher-kva.test", password: GRACE.password }
  const late = browser({ "x-client": "192.0.2.99" })
  statuses.push((await signIn(late, right)).status)
  expect([statuses.at(-1), await signedIn(late)]).toEqual([429, null])
})

test("on another device, a sign-up shows and stores nothing that an attacker typed (threat 471)", async () => {
  const service = passwordAccountService({ password: { fields: { name: { label: "Name" } } } })
  const { browser, post, newest, tokenIn, adapter } = service
  await post(browser(), "/sign-up", { ...GRACE, name: "Chosen by the attacker" })
  const link = await newest()
  const owner = browser()
  await owner.get(link.url)
  expect(await (await owner.get("/sign-up?status=confirm")).text()).not.toContain("Chosen by the attacker")
  await post(owner, "/sign-up", { token: tokenIn(link), password: NEW_PASSWORD })
  expect((await adapter.getUserByEmail(GRACE.email))?.name ?? null).toBeNull()
  expect([await works(service, GRACE), await works(service, { ...GRACE, password: NEW_PASSWORD })]).toEqual([
    false,
    true,
  ])
})
