import { describe, expect, test, vi } from "vitest"
import { createAuth } from "../../service/auth.ts"
import { MemoryAdapter, type FullAdapter } from "../../adapters/memory.ts"
import type { StepUpRequirement } from "../../core/proofs/step-ups.ts"
import type { Bytes } from "../../core/crypto/bytes.ts"
import { createSettings } from "../../service/features.ts"
import { StepUpRequired } from "../../errors.ts"
import { beginTotp, confirmTotp } from "../../core/proofs/factors.ts"
import { fromBase32 } from "../../core/proofs/base32.ts"
import { createRecoveryCodes } from "../../core/proofs/recovery-codes.ts"
import { totpCode, totpStep } from "../../core/proofs/totp.ts"
import { Credentials } from "../../providers/credentials.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { ADA, pauseService, signedIn, type Browser } from "../../test-kit/pause-service.ts"

const STRATEGIES = ["jwt", "database"] as const
const SESSION = "__Host-latchkit.session-token"
const JSON_MODE = { "x-auth-return-redirect": "1" }
const KEYS = "https://app.test/keys"
const location = (response: Response) => response.headers.get("location") ?? ""

interface ConfirmService {
  strategy?: "jwt" | "database"
  /** Whether Ada has an authenticator app. */
  protectedAda?: boolean
  adapter?: FullAdapter
}

interface Details {
  url: string
  attempt: string
  csrfToken: string
  methods: string[]
  codeSent?: boolean
  satisfied?: boolean
  passkeyOptions?: Parameters<ReturnType<typeof softAuthenticator>["get"]>[0]
}

/** Ada has signed in with her password, a while ago. */
async function confirmService({
  strategy = "jwt",
  protectedAda = false,
  adapter = MemoryAdapter(),
}: ConfirmService = {}) {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const passwords: Record<string, string> = { [ADA.email]: "lovelace", "eve@app.test": "evil" }
  const mailed = Credentials({
    id: "mailed",
    credentials: { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } },
    authorize: ({ email = "", password }) => (passwords[email] === password ? adapter.getUserByEmail(email) : null),
  })
  const config = { steps: [], secondFactor: {}, clock: () => time.now }
  const service = await pauseService({ strategy, adapter, more: [mailed], config })
  const { ada, auth } = service
  const settings = createSettings({ secret: "s".repeat(32), adapter, clock: () => time.now }, { env: {} })
  const context = { settings, store: adapter }
  const owner = { userId: ada.id, enrolledIn: "test" }
  const secret: { bytes: Bytes } = { bytes: new Uint8Array() }
  async function enroll() {
    const begun = await beginTotp(context, owner)
    if (!begun) throw new Error("Ada has too many factors")
    await confirmTotp(context, {
      ...owner,
      id: begun.id,
      code: await totpCode(begun.secret, totpStep(time.now)),
      name: "",
    })
    secret.bytes = begun.secret
    time.now += 60_000
  }
  const ada1 = service.browser()
  await service.prove(ada1, "credentials")
  if (protectedAda) await enroll()
  const recovery = protectedAda ? await createRecoveryCodes(adapter, { userId: ada.id, now: time.now }) : []
  time.now += 3_600_000
  const details = async (from: Browser, query = "max_age=600") =>
    (await (await from.get(`/confirm?${query}`, { accept: "application/json" })).json()) as Details // the shape of the response
  const confirm = async (
    from: Browser,
    fields: Record<string, string>,
    { query = "max_age=600", headers = {} }: { query?: string; headers?: HeadersInit } = {},
  ) => {
    const { attempt, csrfToken } = await details(from, query)
    return from.post(`/confirm?${query}`, { attempt, csrfToken, callbackUrl: "/keys", ...fields }, headers)
  }
  const required = (from: Browser, requirement: StepUpRequirement = {}) =>
    auth.require(from.request("/keys"), requirement).then(
      () => "ok",
      (error: unknown) => (error instanceof StepUpRequired ? "StepUpRequired" : String(error)),
    )
  const code = () => totpCode(secret.bytes, totpStep(time.now))
  return { ...service, time, browserOfAda: ada1, details, confirm, required, code, recovery, passwords }
}

type Service = Awaited<ReturnType<typeof confirmService>>

/** Gives Eve a passkey of her own, which signs her in. */
async function enrollPasskey({ browser, adapter }: Service) {
  const eve = browser()
  const passkey = softAuthenticator()
  await eve.signInWith("mailed", { email: "eve@app.test", password: "evil" })
  const asked = await eve.get("/webauthn-options/passkey?action=register")
  const { options } = (await asked.json()) as { options: Parameters<typeof passkey.create>[0] } // as asked for
  const data = passkey.create(options)
  await eve.post("/callback/passkey", { csrfToken: await eve.csrfToken(), action: "register", data })
  expect(await adapter.listAuthenticatorsByUserId("eve")).toHaveLength(1)
  return passkey
}

const PROOFS: [string, (service: Service, from: Browser) => Promise<Record<string, string>>, protectedAda: boolean][] =
  [
    ["password", async () => ({ password: "lovelace" }), false],
    ["totp", async ({ code }) => ({ code: await code() }), true],
    ["recovery", async ({ recovery }) => ({ code: recovery[0] ?? "" }), true],
    [
      "passkey",
      async ({ details, authenticator }, from) => {
        const { passkeyOptions } = await details(from)
        if (!passkeyOptions) throw new Error("There are no options")
        return { data: authenticator.get(passkeyOptions) }
      },
      false,
    ],
    [
      "email",
      async ({ confirm, newest }, from) => {
        await confirm(from, { method: "email" })
        return { code: newest().code ?? "" }
      },
      false,
    ],
  ]

describe.each(STRATEGIES)("with %s sessions", (strategy) => {
  test.each(PROOFS)("confirms by %s, as a form and as JSON", async (method, proof, protectedAda) => {
    const service = await confirmService({ strategy, protectedAda })
    const { browserOfAda, confirm, required, time, details } = service
    const once = { factors: 1 } as const
    expect(await required(browserOfAda, once)).toBe("StepUpRequired")
    const form = await confirm(browserOfAda, { method, ...(await proof(service, browserOfAda)) })
    expect([form.status, location(form)]).toEqual([303, KEYS])
    expect(await required(browserOfAda, once)).toBe("ok")
    expect(await details(browserOfAda)).toEqual({ satisfied: true, url: "https://app.test/" })
    expect(await signedIn(browserOfAda)).toBe(ADA.email)
    time.now += 3_600_000
    if (method === "recovery") return
    const json = await confirm(
      browserOfAda,
      { method, ...(await proof(service, browserOfAda)) },
      { headers: JSON_MODE },
    )
    expect([json.status, await json.json()]).toEqual([200, { url: KEYS }])
    expect(await required(browserOfAda, once)).toBe("ok")
  })

  test.each(PROOFS.map(([method, , protectedAda]) => [method, protectedAda] as const))(
    "rejects a wrong %s",
    async (method, protectedAda) => {
      const { browserOfAda, confirm, required } = await confirmService({ strategy, protectedAda })
      if (method === "email") await confirm(browserOfAda, { method })
      const wrong = { method, password: "no", code: "000000", data: "{}" }
      const json = await confirm(browserOfAda, wrong, { headers: JSON_MODE })
      const error = method === "passkey" ? "WebAuthnVerificationError" : "InvalidCode"
      expect([json.status, await json.json()]).toMatchObject([401, { error }])
      const form = await confirm(browserOfAda, wrong)
      expect(location(form)).toContain(`/auth/confirm?max_age=600&error=${error}&callbackUrl=`)
      expect(await required(browserOfAda, { factors: 1 })).toBe("StepUpRequired")
    },
  )

  test("asks for two proofs one after the other", async () => {
    const { browserOfAda, confirm, details, required, code } = await confirmService({ strategy, protectedAda: true })
    const query = "max_age=600&factors=2"
    expect((await details(browserOfAda, query)).methods).toEqual(["passkey", "password", "totp", "email", "recovery"])
    const first = await confirm(browserOfAda, { method: "totp", code: await code() }, { query, headers: JSON_MODE })
    expect(await first.json()).toMatchObject({ step: "confirm", url: expect.stringContaining("/auth/confirm?") })
    expect(await required(browserOfAda)).toBe("StepUpRequired")
    // A recovery code stands in for the app, so it isn't another factor. After a code by email, the app would be asked
    // again
    expect((await details(browserOfAda, query)).methods).toEqual(["passkey", "password"])
    const second = await confirm(browserOfAda, { method: "password", password: "lovelace" }, { query })
    expect(location(second)).toBe(KEYS)
    expect(await required(browserOfAda)).toBe("ok")
    expect(await required(browserOfAda, { phishingResistant: true })).toBe("StepUpRequired")
  })

  test("a copy of the session from before gains nothing (threat 444)", async () => {
    const { browser, browserOfAda, confirm, required } = await confirmService({ strategy })
    const thief = browser(new Map(browserOfAda.jar))
    expect(location(await confirm(browserOfAda, { method: "password", password: "lovelace" }))).toBe(KEYS)
    expect(await required(browserOfAda)).toBe("ok")
    expect(await required(thief)).not.toBe("ok")
    expect(await signedIn(thief)).toBe(strategy === "jwt" ? ADA.email : null)
    expect(thief.jar.get(SESSION)?.value).not.toBe(browserOfAda.jar.get(SESSION)?.value)
  })

  test("another user's proofs confirm nothing, and switch nobody (threat 445)", async () => {
    const service = await confirmService({ strategy })
    const { ada, adapter, browserOfAda, confirm, details, required, passwords, authenticator } = service
    await adapter.createUser({ id: "eve", email: "eve@app.test", emailVerified: null, name: "Eve", image: null })
    const stolen = { method: "password", password: "evil", email: "eve@app.test", userId: "eve" }
    expect(location(await confirm(browserOfAda, stolen))).toContain("error=InvalidCode")
    const passkeyOfEve = await enrollPasskey(service)
    // The app finds another user under Ada's own address
    passwords[ADA.email] = "evil"
    const eve = await adapter.getUserByEmail("eve@app.test")
    const find = vi.spyOn(adapter, "getUserByEmail").mockResolvedValue(eve)
    expect(location(await confirm(browserOfAda, stolen))).toContain("error=InvalidCode")
    find.mockRestore()
    const { passkeyOptions } = await details(browserOfAda)
    if (!passkeyOptions) throw new Error("There are no options")
    const data = authenticator.get({ ...passkeyOptions, challenge: "AAAA" })
    expect(location(await confirm(browserOfAda, { method: "passkey", data }))).toContain("WebAuthnVerificationError")
    const before = await adapter.listAuthenticatorsByUserId(ada.id)
    for (const forgery of [{}, { userHandle: null }, { credentialId: authenticator.held[0]?.id ?? new Uint8Array() }]) {
      const own = (await details(browserOfAda)).passkeyOptions
      if (!own) throw new Error("There are no options")
      const assertion = passkeyOfEve.get({ ...own, allowCredentials: [] }, forgery)
      const response = await confirm(browserOfAda, { method: "passkey", data: assertion })
      expect(location(response)).toContain("WebAuthnVerificationError")
    }
    expect(await adapter.listAuthenticatorsByUserId(ada.id)).toEqual(before)
    expect(await required(browserOfAda)).toBe("StepUpRequired")
    expect(await signedIn(browserOfAda)).toBe(ADA.email)
  })

  test("a form of another session confirms nothing (threat 445)", async () => {
    const { browser, browserOfAda, confirm, details, prove, required, time } = await confirmService({ strategy })
    const tab = browser()
    await prove(tab, "oidc")
    time.now += 3_600_000
    const { attempt } = await details(tab)
    const response = await confirm(browserOfAda, { method: "password", password: "lovelace", attempt })
    expect(location(response)).toContain("error=AttemptExpired")
    expect(await required(browserOfAda)).toBe("StepUpRequired")
  })

  test("of parallel uses of one code, one confirms (threats 424, 440)", async () => {
    const { browser, browserOfAda, code, details } = await confirmService({ strategy, protectedAda: true })
    const { attempt, csrfToken } = await details(browserOfAda)
    const fields = { attempt, csrfToken, callbackUrl: "/keys", method: "totp", code: await code() }
    const copies = Array.from({ length: 15 }, () => browser(new Map(browserOfAda.jar)))
    const all = await Promise.all(copies.map((one) => one.post("/confirm?max_age=600", fields)))
    expect(all.filter((response) => location(response) === KEYS)).toHaveLength(1)
    expect(all.filter(({ status }) => status >= 500)).toEqual([])
  })
})

test("a code of the sign-in or of an earlier confirmation works no more (threat 423)", async () => {
  const { browserOfAda, code, confirm, required, time } = await confirmService({ protectedAda: true })
  const used = await code()
  expect(location(await confirm(browserOfAda, { method: "totp", code: used }))).toBe(KEYS)
  time.now += 20_000
  const query = "max_age=1"
  expect(location(await confirm(browserOfAda, { method: "totp", code: used }, { query }))).toContain("InvalidCode")
  expect(await required(browserOfAda, { within: 10, factors: 1 })).toBe("StepUpRequired")
})

test.each<[object, string]>([
  [{ factors: 0 }, "`factors` is 0. Set it to 1 or 2"],
  [{ factors: false }, "`factors` is false. Set it to 1 or 2"],
  [{ phishingResistant: "no" }, '`phishingResistant` is "no". Set it to true or false'],
  [{ factor: 2 }, "`factor` isn't an option. Did you mean `factors`?"],
  [{ phishingresistant: true }, "`phishingresistant` isn't an option. Did you mean `phishingResistant`?"],
  [{ maxAge: 60 }, "`maxAge` isn't an option"],
])("the requirement %o is an error, and requires nothing less", async (requirement, sentence) => {
  const { browserOfAda, required } = await confirmService()
  expect(await required(browserOfAda, { within: "2h", ...requirement })).toContain(`In the requirement, ${sentence}`)
})

test.each(STRATEGIES)(
  "a confirmation counts if the clock of its instance is 40 seconds ahead, and not if it is hours ahead, with %s sessions",
  async (strategy) => {
    const { browserOfAda, confirm, required, time } = await confirmService({ strategy })
    const tenMinutes = { within: "10m", factors: 1 } as const
    time.now += 40_000
    await confirm(browserOfAda, { method: "password", password: "lovelace" })
    time.now -= 40_000
    expect(await required(browserOfAda, tenMinutes)).toBe("ok")
    time.now += 6 * 3_600_000
    await confirm(browserOfAda, { method: "password", password: "lovelace" })
    time.now -= 6 * 3_600_000
    expect(await required(browserOfAda, tenMinutes)).toBe("StepUpRequired")
  },
)

test("a code by email works for the session and purpose that it was sent for (threat 442)", async () => {
  const { browser, browserOfAda, confirm, newest, prove, required, time } = await confirmService()
  const elsewhere = browser()
  await prove(elsewhere, "credentials")
  await prove(browser(), "magic link")
  const signInCode = newest().code ?? ""
  time.now += 3_600_000
  await confirm(elsewhere, { method: "email" })
  const code = newest().code ?? ""
  await confirm(browserOfAda, { method: "email" })
  for (const other of [code, signInCode])
    expect(location(await confirm(browserOfAda, { method: "email", code: other }))).toContain("InvalidCode")
  expect(await required(browserOfAda)).toBe("StepUpRequired")
})

test("a user may demand only what their methods can prove (threat 428)", async () => {
  const { browserOfAda, confirm, details, code } = await confirmService({ protectedAda: true })
  const query = "max_age=600&phishing_resistant=1"
  expect((await details(browserOfAda, query)).methods).toEqual(["passkey"])
  const response = await confirm(browserOfAda, { method: "totp", code: await code() }, { query })
  expect(location(response)).toContain("error=InvalidCode")
})

describe("`factors: 2` for a user without a second factor", () => {
  const query = "max_age=600&factors=2"
  const page = `/confirm?${query}&callbackUrl=/keys`
  const ENROLL = `https://app.test/auth/two-step/totp?callbackUrl=${encodeURIComponent(KEYS)}`
  const path = (url: string) => url.replace("https://app.test/auth", "")
  const withoutPasskey = async (service: Service) => {
    const [held] = await service.adapter.listAuthenticatorsByUserId(service.ada.id)
    await service.adapter.deleteAuthenticator(held?.credentialID ?? "")
  }

  test.each(STRATEGIES)("leads to setting one up, and back, with %s sessions", async (strategy) => {
    const service = await confirmService({ strategy })
    const { browserOfAda, confirm, details, required, time } = service
    await withoutPasskey(service)
    expect(location(await browserOfAda.get(page))).toBe(ENROLL)
    expect(await details(browserOfAda, `${query}&callbackUrl=/keys`)).toMatchObject({ methods: [], url: ENROLL })
    // Setting it up needs a recent proof itself
    const first = location(await browserOfAda.get(path(ENROLL)))
    expect(first).toContain("/auth/confirm?max_age=600&callbackUrl=")
    const callbackUrl = new URL(first).searchParams.get("callbackUrl") ?? ""
    const back = await confirm(browserOfAda, { method: "password", password: "lovelace", callbackUrl })
    expect(location(back)).toBe(ENROLL)
    const json = await browserOfAda.get(path(ENROLL), { accept: "application/json" })
    const form = (await json.json()) as { attempt: string; csrfToken: string; otpauthUrl: string } // the enrollment's card
    const secret = fromBase32(new URL(form.otpauthUrl).searchParams.get("secret") ?? "")
    if (!secret) throw new Error("There is no secret")
    const code = await totpCode(secret, totpStep(time.now))
    const { attempt, csrfToken } = form
    await browserOfAda.post(path(ENROLL), { attempt, csrfToken, code, callbackUrl: KEYS })
    // Setting it up proves nothing: a code of the new app does
    expect(await required(browserOfAda, { factors: 2 })).toBe("StepUpRequired")
    time.now += 60_000
    const next = await totpCode(secret, totpStep(time.now))
    expect(location(await confirm(browserOfAda, { method: "totp", code: next }, { query }))).toBe(KEYS)
    expect(location(await browserOfAda.get(page))).toBe(KEYS)
    expect(await required(browserOfAda, { factors: 2 })).toBe("ok")
  })

  test("doesn't lead there if the user can't set one up, or if it wouldn't help", async () => {
    const service = await confirmService()
    const { adapter, ada, browserOfAda } = service
    await withoutPasskey(service)
    const signIn = `https://app.test/auth/signin?callbackUrl=${encodeURIComponent(KEYS)}`
    expect(location(await browserOfAda.get(`${page}&phishing_resistant=1`))).toBe(signIn)
    await adapter.updateUser({ id: ada.id, emailVerified: null })
    for (const { provider, providerAccountId } of await adapter.listAccounts(ada.id))
      await adapter.unlinkAccount({ provider, providerAccountId })
    expect(location(await browserOfAda.get(page))).toBe(signIn)
  })

  test("is a configuration error if no user can have a second factor", async () => {
    const { auth } = await pauseService()
    const bare = createAuth({ secret: "s".repeat(32) }, { env: { AUTH_URL: "https://app.test/auth" } })
    const request = new Request("https://app.test/keys")
    await expect(bare.require(request, { factors: 2 })).rejects.toMatchObject({
      type: "InvalidConfiguration",
      message: expect.stringContaining("Set `secondFactor`") as string,
    })
    await expect(auth.require(request, { factors: 2 })).rejects.toMatchObject({ type: "SessionRequired" })
  })
})

describe("guessing (threat 452)", () => {
  test("ends the session after 15 tries, and emails the user", async () => {
    const { browserOfAda, confirm, details, notices } = await confirmService({ strategy: "database" })
    const guess = () => confirm(browserOfAda, { method: "password", password: "no" }, { headers: JSON_MODE })
    for (let attempt = 0; attempt < 15; attempt++) expect((await guess()).status).toBe(401)
    const { attempt, csrfToken } = await details(browserOfAda)
    const right = { attempt, csrfToken, method: "password", password: "lovelace" }
    const last = await browserOfAda.post("/confirm?max_age=600", right, JSON_MODE)
    expect([last.status, await last.json()]).toMatchObject([401, { error: "SessionRequired" }])
    expect(await signedIn(browserOfAda)).toBeNull()
    await vi.waitFor(() => expect(notices).toMatchObject([{ kind: "confirm-guesses", identifier: "ada@app.test" }]))
  })

  test("counts toward the same limits as a sign-in", async () => {
    const { browser, confirm, prove, time } = await confirmService()
    const statuses: number[] = []
    const sessions = [browser(), browser(), browser(), browser()]
    for (const from of sessions) await prove(from, "oidc")
    time.now += 700_000
    for (const from of sessions)
      for (let attempt = 0; attempt < 14; attempt++)
        statuses.push((await confirm(from, { method: "password", password: "no" }, { headers: JSON_MODE })).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  })
})

describe("the page", () => {
  test("needs no script, isn't stored, and can't be framed (threats 453, 454)", async () => {
    const { browserOfAda } = await confirmService()
    const response = await browserOfAda.get("/confirm?max_age=600&callbackUrl=/keys&method=password", {
      accept: "text/html",
    })
    expect(response.headers.get("cache-control")).toContain("no-store")
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(response.headers.get("x-frame-options")).toBe("DENY")
    const html = await response.text()
    expect(html).toContain('name="password"')
    expect(html).toContain('action="https://app.test/auth/confirm?max_age=600"')
    expect(html).toMatch(/name="attempt" value="[0-9a-f]{16}"/)
    expect(html).toMatch(/<script[^>]*src="\/auth\/assets\/step\./)
  })

  test("asks before it sends a code, without a script too: a GET sends nothing", async () => {
    const { browserOfAda, confirm, details, newest, required } = await confirmService()
    const page = "/confirm?max_age=600&callbackUrl=/keys&method=email"
    const show = async (path = page) => (await browserOfAda.get(path, { accept: "text/html" })).text()
    const before = newest()
    const asks = await show()
    expect(asks).toContain('name="resend" value="1"')
    expect(asks).toContain("Get a code at a••@app.test")
    expect(asks).toContain("Email me a code</span></button>")
    expect(asks).not.toMatch(/We sent|name="code"/)
    expect((await details(browserOfAda)).codeSent).toBe(false)
    expect(newest()).toBe(before)
    const first = await confirm(browserOfAda, { method: "email", resend: "1" })
    expect(location(first)).not.toContain("resent")
    expect(newest()).not.toBe(before)
    const sent = await show(new URL(location(first)).pathname.replace("/auth", "") + new URL(location(first)).search)
    expect(sent).toMatch(/We sent a code to .*name="code"/s)
    expect((await details(browserOfAda)).codeSent).toBe(true)
    expect(location(await confirm(browserOfAda, { method: "email", resend: "1" }))).toContain("resent=1")
    const used = await confirm(browserOfAda, { method: "email", code: newest().code ?? "" })
    expect([location(used), await required(browserOfAda)]).toEqual([KEYS, "ok"])
  })

  test("asks again after the code expired, and sends another while the expired one is being deleted", async () => {
    const adapter = MemoryAdapter()
    const updateAccountRecord: typeof adapter.updateAccountRecord = async (record) => {
      await adapter.deleteExpired(new Date(service.time.now))
      return adapter.updateAccountRecord(record)
    }
    const service = await confirmService({ adapter: { ...adapter, updateAccountRecord, deleteExpired: () => 0 } })
    const { browserOfAda, confirm, details, newest, required, time } = service
    await confirm(browserOfAda, { method: "email" })
    expect((await details(browserOfAda)).codeSent).toBe(true)
    time.now += 601_000
    expect((await details(browserOfAda)).codeSent).toBe(false)
    await confirm(browserOfAda, { method: "email", resend: "1" })
    expect((await details(browserOfAda)).codeSent).toBe(true)
    await confirm(browserOfAda, { method: "email", code: newest().code ?? "" })
    expect(await required(browserOfAda)).toBe("ok")
  })

  test("leads on once it is confirmed, and to the sign-in page without a session", async () => {
    const { browser, browserOfAda, confirm } = await confirmService()
    const page = "/confirm?max_age=600&callbackUrl=/keys"
    await confirm(browserOfAda, { method: "password", password: "lovelace" })
    expect(location(await browserOfAda.get(page))).toBe(KEYS)
    const stranger = browser()
    expect(location(await stranger.get(page))).toBe(
      `https://app.test/auth/signin?callbackUrl=${encodeURIComponent(KEYS)}`,
    )
    expect((await stranger.get(page, { accept: "application/json" })).status).toBe(401)
    const csrfToken = await stranger.csrfToken()
    const posted = await stranger.post("/confirm", { csrfToken, method: "password", password: "lovelace" }, JSON_MODE)
    expect([posted.status, await posted.json()]).toMatchObject([401, { error: "SessionRequired" }])
  })

  test("returns only to the site (threats 451, 455)", async () => {
    const { browserOfAda, confirm, details } = await confirmService()
    const fields = { method: "password", password: "lovelace", callbackUrl: "https://evil.test/" }
    const response = await confirm(browserOfAda, fields)
    expect(location(response)).toBe("https://app.test/")
    const again = await browserOfAda.get("/confirm?max_age=600&callbackUrl=//evil.test")
    expect(location(again)).toBe("https://app.test/")
    expect((await details(browserOfAda)).satisfied).toBe(true)
  })

  test.each([
    ["another site", { origin: "https://evil.test", "sec-fetch-site": "cross-site" }],
    ["a sibling host", { origin: "https://other.app.test", "sec-fetch-site": "same-site" }],
  ])("rejects a form of %s (threat 453)", async (_, headers) => {
    const { browserOfAda, confirm, required } = await confirmService()
    const response = await confirm(browserOfAda, { method: "password", password: "lovelace" }, { headers })
    expect(response.status).toBe(403)
    expect(await required(browserOfAda)).toBe("StepUpRequired")
  })

  test("an expired form leads back to the page", async () => {
    const { browserOfAda, confirm } = await confirmService()
    const response = await confirm(browserOfAda, { method: "password", password: "lovelace", csrfToken: "no" })
    expect(location(response)).toBe(
      "https://app.test/auth/confirm?max_age=600&callbackUrl=https%3A%2F%2Fapp.test%2Fkeys&error=MissingCSRF",
    )
  })
})
