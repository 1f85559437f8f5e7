import { randomBytes } from "node:crypto"
import { isoCBOR } from "@simplewebauthn/server/helpers"
import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { Passkey } from "../../providers/passkey.ts"
import type { VerificationRequest } from "../../providers/types.ts"
import { softAuthenticator, type Forgery, type AuthenticatorOptions } from "../../test-kit/authenticator.ts"
import { errorParam, signedInName, type Browser } from "../../test-kit/oauth-service.ts"
import { ADA, EVE, passkeyService, type PasskeyService } from "../../test-kit/passkey-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const REJECTED = "WebAuthnVerificationError"

/** A service where Ada is signed in and has a passkey. */
async function adasPasskey(making: AuthenticatorOptions = {}, ...settings: Parameters<typeof passkeyService>) {
  const service = await passkeyService(...settings)
  const authenticator = softAuthenticator(making)
  const ada = service.browser()
  await service.enter(ada, ADA)
  expect(errorParam(await service.register(ada, authenticator))).toBeNull()
  const { id = "" } = (await service.adapter.getUserByEmail("ada@app.test")) ?? {}
  return { ...service, authenticator, ada, id }
}

/** One service for rows that leave nothing behind. */
function memoizeAsync<T>(make: () => Promise<T>): () => Promise<T> {
  const memo: { made?: Promise<T> } = {}
  return () => (memo.made ??= make())
}

const listPasskeys = async ({ adapter }: PasskeyService, id: string) => adapter.listAuthenticatorsByUserId(id)
const challengeCookies = (browser: Browser) => [...browser.jar.keys()].filter((name) => name.includes("challenge"))

/** A rejected response leaves no session and no open ceremony. */
async function expectRejectedSignIn(browser: Browser, answer: Response, error = REJECTED) {
  expect(errorParam(answer)).toBe(error)
  expect(await signedInName(browser)).toBeNull()
  expect(challengeCookies(browser)).toEqual([])
}

describe("a credential that is already registered (threat 209)", () => {
  test("is not registered by an anonymous user, who gets no options and no session", async () => {
    const service = await adasPasskey()
    const eve = service.browser()
    const asked = await eve.get("/webauthn-options/passkey?action=register&email=new@app.test")
    expect([asked.status, await asked.json(), asked.headers.getSetCookie()]).toEqual([
      400,
      { error: "SessionRequired" },
      [],
    ])
    const options = await service.ask(service.ada, "register")
    const stolen = softAuthenticator().create(options, {
      credentialId: service.authenticator.held[0]?.id ?? randomBytes(1),
    })
    await expectRejectedSignIn(eve, await service.post(eve, "register", stolen))
    expect(await service.adapter.getUserByEmail("new@app.test")).toBeNull()
  })

  test("is not registered by another user either, and stays whose it is", async () => {
    const service = await adasPasskey()
    const eve = service.browser()
    await service.enter(eve, EVE)
    const [before] = await listPasskeys(service, service.id)
    const forgery = { credentialId: service.authenticator.held[0]?.id ?? randomBytes(1) }
    expect(errorParam(await service.register(eve, softAuthenticator(), forgery))).toBe(REJECTED)
    expect(await listPasskeys(service, service.id)).toEqual([before])
    expect(await listPasskeys(service, (await service.adapter.getUserByEmail("eve@app.test"))?.id ?? "")).toEqual([])
  })
})

test("redirects without a session when the signIn callback returns a URL (threat 210)", async () => {
  const state = { suspended: false }
  const callbacks = { signIn: () => (state.suspended ? "/suspended" : true) }
  const service = await adasPasskey({}, { callbacks })
  state.suspended = true
  const browser = service.browser()
  const answer = await service.signIn(browser, service.authenticator)
  expect(answer.headers.get("location")).toBe("https://app.test/suspended")
  expect(await signedInName(browser)).toBeNull()
})

test("rejects one of two users who register the same credential at once (threat 212)", async () => {
  const service = await passkeyService()
  const people = [ADA, EVE, { ...ADA, sub: "kim", email: "kim@app.test" }]
  const credentialId = randomBytes(16)
  const browsers = people.map(() => service.browser())
  for (const [index, browser] of browsers.entries()) await service.enter(browser, people[index] ?? ADA)
  const answers = await Promise.all(
    browsers.map((browser) => service.register(browser, softAuthenticator(), { credentialId })),
  )
  expect(answers.map(errorParam).sort()).toEqual([REJECTED, REJECTED, null].sort())
})

test("a user has fifty passkeys at most", async () => {
  const service = await adasPasskey()
  const [first = expect.fail("Ada has a passkey")] = await listPasskeys(service, service.id)
  for (let count = 1; count < 50; count++)
    await service.adapter.createAuthenticator({ ...first, credentialID: `${first.credentialID}${count}` })
  expect(errorParam(await service.register(service.ada, softAuthenticator()))).toBe(REJECTED)
  expect(await listPasskeys(service, service.id)).toHaveLength(50)
})

describe("a challenge (threat 213)", () => {
  test("is answered once, also by twenty at the same moment", async () => {
    const service = await adasPasskey()
    const browser = service.browser()
    const data = service.authenticator.get(await service.ask(browser, "authenticate"))
    const csrfToken = await browser.csrfToken()
    const copies = Array.from({ length: 20 }, () => cookieClient(service.auth, new Map(browser.jar)))
    const fields = { csrfToken, action: "authenticate", data }
    const answers = await Promise.all(copies.map((copy) => copy.post("/callback/passkey", fields)))
    expect(answers.map(errorParam).filter((error) => error === null)).toHaveLength(1)
    expect(answers.map(errorParam).filter((error) => error === REJECTED)).toHaveLength(19)
  })

  test.each([true, false])(
    "is not answered again when it has just expired (claims in the database: %s)",
    async (isShared) => {
      const start = Date.UTC(2026, 0, 1)
      const time = { now: start }
      const { claimOnce: _, ...unshared } = MemoryAdapter()
      const adapter = isShared ? MemoryAdapter() : unshared
      const service = await adasPasskey({}, { clock: () => time.now, adapter })
      const otherInstance = await passkeyService({ clock: () => time.now, adapter })
      const browser = service.browser()
      const data = service.authenticator.get(await service.ask(browser, "authenticate"))
      const stolen = [...browser.jar]
      expect(errorParam(await service.post(browser, "authenticate", data))).toBeNull()
      for (const seconds of [0, 1, 14]) {
        time.now = start + (15 * 60 + seconds) * 1000
        await adapter.deleteExpired(new Date(time.now))
        for (const { auth } of [service, otherInstance]) {
          const thief = cookieClient(auth, new Map(stolen))
          await expectRejectedSignIn(thief, await service.post(thief, "authenticate", data))
        }
      }
    },
  )

  test("is not answered a second time when the first answer was rejected", async () => {
    const service = await adasPasskey()
    const browser = service.browser()
    const options = await service.ask(browser, "authenticate")
    const copy = cookieClient(service.auth, new Map(browser.jar))
    await expectRejectedSignIn(
      browser,
      await service.post(browser, "authenticate", service.authenticator.get(options, { flags: 1 })),
    )
    await expectRejectedSignIn(copy, await service.post(copy, "authenticate", service.authenticator.get(options)))
  })
})

test("rejects a challenge that was issued for the other ceremony (threat 214)", async () => {
  const service = await adasPasskey()
  const { ada, authenticator, ask, post } = service
  const toRegister = await ask(ada, "register")
  const crossed = authenticator.get({ ...(await ask(ada, "authenticate")), challenge: toRegister.challenge })
  expect(errorParam(await post(ada, "authenticate", crossed))).toBe(REJECTED)
  const toSignIn = await ask(ada, "authenticate")
  const made = softAuthenticator().create({ ...(await ask(ada, "register")), challenge: toSignIn.challenge })
  expect(errorParam(await post(ada, "register", made))).toBe(REJECTED)
  expect(await listPasskeys(service, service.id)).toHaveLength(1)
})

test("rejects a passkey sign-in if a user signed in after it started (threat 215)", async () => {
  const service = await adasPasskey()
  const browser = service.browser()
  const data = service.authenticator.get(await service.ask(browser, "authenticate"))
  await service.enter(browser, EVE)
  expect(errorParam(await service.post(browser, "authenticate", data))).toBe(REJECTED)
  expect(await signedInName(browser)).toBe("eve@app.test")
})

test.each(["another user", "nobody"])(
  "rejects a registration that Ada started and %s finishes (threat 215)",
  async (who) => {
    const service = await adasPasskey()
    const { ada } = service
    const made = softAuthenticator().create(await service.ask(ada, "register"))
    const kept = [...ada.jar].filter(([name]) => !name.includes("session-token"))
    const browser = cookieClient(service.auth, new Map(kept))
    if (who === "another user") await service.enter(browser, EVE)
    expect(errorParam(await service.post(browser, "register", made))).toBe(REJECTED)
    expect(await listPasskeys(service, service.id)).toHaveLength(1)
    expect(await listPasskeys(service, (await service.adapter.getUserByEmail("eve@app.test"))?.id ?? "")).toEqual([])
  },
)

describe("a signed-in user who is asked to confirm", () => {
  async function adaAndEve() {
    const service = await adasPasskey()
    const eve = service.browser()
    await service.enter(eve, EVE)
    return { service, eve }
  }

  test("doesn't become the user whose passkey this device also has", async () => {
    const { service, eve } = await adaAndEve()
    expect(errorParam(await service.signIn(eve, service.authenticator))).toBe("AccountNotLinked")
    expect(await signedInName(eve)).toBe("eve@app.test")
    expect((await listPasskeys(service, service.id))[0]?.counter).toBe(0)
  })

  test("is asked for their own passkeys, and confirms with one of those", async () => {
    const { service } = await adaAndEve()
    const ada = service.browser()
    await service.enter(ada, ADA)
    const [{ credentialID = "" } = {}] = await listPasskeys(service, service.id)
    const { allowCredentials = [] } = await service.ask(ada, "authenticate")
    expect(allowCredentials.map(({ id }) => Buffer.from(id, "base64url").toString("base64"))).toEqual([
      Buffer.from(credentialID, "base64").toString("base64"),
    ])
    // an authenticator that was told which credential is meant may leave out whose it is
    expect(errorParam(await service.signIn(ada, service.authenticator, { userHandle: null }))).toBeNull()
    expect(await signedInName(ada)).toBe("ada@app.test")
  })
})

describe("a challenge cookie (threat 216)", () => {
  test.each<[string, (browser: Browser, name: string) => void]>([
    ["that is missing", (browser, name) => void browser.jar.delete(name)],
    [
      "with a flipped bit",
      (browser, name) => void browser.jar.set(name, { value: flipLastCharacter(browser.cookie(name)?.value ?? "") }),
    ],
    [
      "of another challenge",
      (browser, name) => void browser.jar.set(name, { value: browser.cookie("other")?.value ?? "" }),
    ],
    ["that is empty", (browser, name) => void browser.jar.set(name, { value: "" })],
  ])("%s is rejected", async (_, spoil) => {
    const service = await adasPasskey()
    const browser = service.browser()
    await service.ask(browser, "authenticate")
    const [other = ""] = challengeCookies(browser)
    browser.jar.set("other", browser.cookie(other) ?? { value: "" })
    browser.jar.delete(other)
    const options = await service.ask(browser, "authenticate")
    const [name = ""] = challengeCookies(browser)
    spoil(browser, name)
    expect(errorParam(await service.post(browser, "authenticate", service.authenticator.get(options)))).toBe(REJECTED)
    expect(await signedInName(browser)).toBeNull()
  })

  test("is rejected when its time is over", async () => {
    const time = { now: Date.now() }
    const service = await adasPasskey({}, { clock: () => time.now })
    const browser = service.browser()
    const data = service.authenticator.get(await service.ask(browser, "authenticate"))
    time.now += 16 * 60 * 1000
    await expectRejectedSignIn(browser, await service.post(browser, "authenticate", data))
  })

  test("of another provider, of another site and of another browser is rejected", async () => {
    const service = await adasPasskey({}, { providers: [Passkey({ id: "second" })] })
    const browser = service.browser()
    const data = service.authenticator.get(await service.ask(browser, "authenticate"))
    const fields = { csrfToken: await browser.csrfToken(), action: "authenticate", data }
    await expectRejectedSignIn(browser, await browser.post("/callback/second", fields))
    expect(service.logged()).toContain("made to authenticate with passkey")
    const tossed = service.browser()
    const options = await service.ask(browser, "authenticate")
    await tossed.csrfToken()
    for (const name of challengeCookies(browser)) tossed.jar.set(name, browser.cookie(name) ?? { value: "" })
    await expectRejectedSignIn(tossed, await service.post(tossed, "authenticate", service.authenticator.get(options)))
  })
})

const flipLastCharacter = (value: string) => value.slice(0, -2) + (value.endsWith("AA") ? "BB" : "AA")

/** False responses of an authenticator with a valid passkey. */
const FORGERIES: [string, Forgery][] = [
  ["rejects an http origin (threat 218)", { clientData: { origin: "http://app.test" } }],
  ["rejects an origin with another port (threat 218)", { clientData: { origin: "https://app.test:444" } }],
  ["rejects the origin of a subdomain (threat 218)", { clientData: { origin: "https://x.app.test" } }],
  ["rejects the origin of another site (threat 218)", { clientData: { origin: "https://evil.test" } }],
  ["rejects the origin of an Android app (threat 218)", { clientData: { origin: "android:apk-key-hash:abc" } }],
  [
    "rejects a page that another site embeds (threat 219)",
    { clientData: { crossOrigin: true, topOrigin: "https://evil.test" } },
  ],
  ["rejects an embedded page without a top origin (threat 219)", { clientData: { crossOrigin: true } }],
  [
    "rejects a top origin on a page that isn't embedded (threat 219)",
    { clientData: { topOrigin: "https://evil.test" } },
  ],
  ["rejects the RP id hash of another domain (threat 221)", { rpId: "evil.test" }],
  ["rejects the RP id hash of a parent domain (threat 221)", { rpId: "test" }],
  ["rejects the RP id hash of a subdomain (threat 221)", { rpId: "x.app.test" }],
  ["rejects an assertion without user presence (threat 222)", { flags: 0x5c }],
  ["rejects an assertion without user verification (threat 222)", { flags: 0x59 }],
  ["rejects client data of another ceremony type (threat 214)", { clientData: { type: "payment.get" } }],
]

describe("signing in", () => {
  const shared = memoizeAsync(adasPasskey)
  test.each<[string, Forgery]>([
    ...FORGERIES.map(([name, { flags, ...lie }]): [string, Forgery] => [
      name,
      { ...lie, ...(flags && { flags: flags & ~0x40 }) },
    ]),
    [
      "rejects authenticator data with an extra byte (threat 226)",
      { authenticatorData: (bytes) => Buffer.concat([bytes, Buffer.of(0)]) },
    ],
    ["rejects truncated authenticator data (threat 226)", { authenticatorData: (bytes) => bytes.subarray(0, 30) }],
    ["rejects a wrong signature (threat 226)", { signature: (bytes) => Buffer.from(bytes.toReversed()) }],
    ["rejects an empty signature (threat 226)", { signature: () => new Uint8Array() }],
    ["rejects a backup state without backup eligibility (threat 222)", { flags: 0x15 }],
    ["rejects a passkey that lost its backup eligibility (threat 224)", { flags: 0x05 }],
    ["rejects a missing user handle (threat 228)", { userHandle: null }],
    ["rejects an empty user handle (threat 228)", { userHandle: "" }],
    ["rejects an id that differs from the raw id (threat 227)", { fields: { rawId: "AAAA" } }],
    ["rejects an empty credential id (threat 227)", { fields: { id: "", rawId: "" } }],
    ["rejects an unknown credential type (threat 236)", { fields: { type: "password" } }],
    ["rejects a credential without a response (threat 236)", { fields: { response: null } }],
  ])("%s", async (_, forgery) => {
    const service = await shared()
    const [before] = await listPasskeys(service, service.id)
    const browser = service.browser()
    const answer = await service.signIn(browser, service.authenticator, forgery)
    expect(errorParam(answer)).toBe(REJECTED)
    expect(await signedInName(browser)).toBeNull()
    expect(await listPasskeys(service, service.id)).toEqual([before])
  })

  test("rejects another user's handle with this passkey (threat 228)", async () => {
    const service = await adasPasskey()
    const eve = service.browser()
    await service.enter(eve, EVE)
    const { user } = await service.ask(eve, "register")
    const browser = service.browser()
    await expectRejectedSignIn(browser, await service.signIn(browser, service.authenticator, { userHandle: user.id }))
  })

  test("rejects a second encoding of the same credential id (threat 227)", async () => {
    const service = await adasPasskey()
    const id = Buffer.from(service.authenticator.held[0]?.id ?? []).toString("base64url")
    // 16 bytes end in two characters of which four bits are nothing
    const alias = id.slice(0, -1) + String.fromCharCode(id.charCodeAt(id.length - 1) + 1)
    expect(Buffer.from(alias, "base64url")).toEqual(Buffer.from(id, "base64url"))
    for (const other of [`${id}==`, `${id}=`, ` ${id}`, alias, Buffer.from(id, "base64url").toString("base64")]) {
      const browser = service.browser()
      expect(
        errorParam(await service.signIn(browser, service.authenticator, { fields: { id: other, rawId: other } })),
      ).toBe(REJECTED)
    }
  })
})

describe("adding a passkey", () => {
  const shared = memoizeAsync(passkeyService)
  const es384 = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 2],
    [-2, randomBytes(48)],
    [-3, randomBytes(48)],
  ])
  const rs1 = new Map<number, number | Uint8Array>([
    [1, 3],
    [3, -65535],
    [-1, randomBytes(256)],
    [-2, Buffer.of(1, 0, 1)],
  ])
  const shortRsa = new Map<number, number | Uint8Array>([
    [1, 3],
    [3, -257],
    [-1, randomBytes(128)],
    [-2, Buffer.of(1, 0, 1)],
  ])
  const mixed = new Map<number, number | Uint8Array>([
    [1, 1],
    [3, -7],
    [-1, 6],
    [-2, randomBytes(32)],
  ])
  const x5c = new Map<string, unknown>([
    ["alg", -7],
    ["sig", randomBytes(70)],
    ["x5c", [randomBytes(300)]],
  ])
  test.each<[string, Forgery]>([
    ...FORGERIES,
    ["rejects the RS1 algorithm (threat 225)", { cose: rs1 }],
    ["rejects a curve that doesn't match the algorithm (threat 225)", { cose: es384 }],
    ["rejects a key type that doesn't match the algorithm (threat 225)", { cose: mixed }],
    ["rejects a short RSA key (threat 225)", { cose: shortRsa }],
    ["rejects attestation format none with a statement (threat 226)", { attStmt: new Map([["sig", randomBytes(8)]]) }],
    ["rejects packed attestation with a self-signed certificate (threat 226)", { fmt: "packed", attStmt: x5c }],
    ["rejects packed attestation without a signature (threat 226)", { fmt: "packed" }],
    ["rejects an unknown attestation format (threat 226)", { fmt: "evil" }],
    ["rejects an attestation format that wasn't requested (threat 226)", { fmt: "fido-u2f", attStmt: x5c }],
    ["rejects truncated CBOR (threat 226)", { attestationObject: (bytes) => bytes.subarray(0, -1) }],
    [
      "rejects CBOR with a trailing byte (threat 226)",
      { attestationObject: (bytes) => Buffer.concat([bytes, Buffer.of(0)]) },
    ],
    ["rejects CBOR that is an array (threat 226)", { attestationObject: () => isoCBOR.encode([1, 2, 3]) }],
    ["rejects deeply nested CBOR (threat 226)", { attestationObject: () => new Uint8Array(20_000).fill(0x81) }],
    ["rejects a credential id of more than 1023 bytes (threat 227)", { credentialId: randomBytes(1024) }],
    ["rejects an empty credential id (threat 227)", { credentialId: new Uint8Array() }],
    ["rejects an id that differs from the authenticator's (threat 227)", { fields: { id: "AAAA", rawId: "AAAA" } }],
  ])("%s", async (_, forgery) => {
    const service = await shared()
    const ada = service.browser()
    await service.enter(ada, ADA)
    expect(errorParam(await service.register(ada, softAuthenticator(), forgery))).toBe(REJECTED)
    const { id = "" } = (await service.adapter.getUserByEmail("ada@app.test")) ?? {}
    expect(await listPasskeys(service, id)).toEqual([])
    expect(await service.adapter.listAccounts(id)).toHaveLength(1)
    expect(challengeCookies(ada)).toEqual([])
  })

  test("accepts a credential id of 1023 bytes (threat 227)", async () => {
    const authenticator = softAuthenticator()
    const service = await passkeyService()
    const ada = service.browser()
    await service.enter(ada, ADA)
    expect(errorParam(await service.register(ada, authenticator, { credentialId: randomBytes(1023) }))).toBeNull()
    expect(errorParam(await service.signIn(service.browser(), authenticator))).toBeNull()
  })

  test("what the browser makes by itself after a password is taken without a touch, and enters with one only", async () => {
    const authenticator = softAuthenticator()
    const service = await passkeyService()
    const ada = service.browser()
    await service.enter(ada, ADA)
    const options = await service.ask(ada, "register", "&mediation=conditional")
    expect(options.authenticatorSelection).toMatchObject({ userVerification: "preferred", residentKey: "required" })
    expect(errorParam(await service.post(ada, "register", authenticator.create(options, { flags: 0x58 })))).toBeNull()
    expect(errorParam(await service.signIn(service.browser(), authenticator, { flags: 0x18 }))).toBe(REJECTED)
    expect(errorParam(await service.signIn(service.browser(), authenticator))).toBeNull()
  })
})

describe("a passkey that the browser makes by itself (threats 527)", () => {
  const MINUTES = 60_000
  async function signedIn() {
    let passed = 0
    const service = await passkeyService({ clock: () => Date.now() + passed })
    const ada = service.browser()
    await service.enter(ada, ADA)
    const automatic = async (browser = ada) =>
      (await browser.get("/webauthn-options/passkey?action=register&mediation=conditional")).json() as Promise<{
        options?: never
        error?: string
      }>
    return { service, ada, automatic, pass: (minutes: number) => (passed += minutes * MINUTES) }
  }

  test("is offered for 5 minutes after a sign-in, and to nobody else", async () => {
    const { service, ada, automatic, pass } = await signedIn()
    expect(await automatic(service.browser())).toEqual({ error: "SessionRequired" })
    pass(4)
    const offered = await automatic()
    expect(offered.options).toBeDefined()
    pass(2)
    expect(await automatic()).toEqual({ error: "SessionRequired" })
    // The ceremony outlives the 5 minutes, but may not be finished
    const made = softAuthenticator().create(offered.options as never, { flags: 0x58 })
    expect(errorParam(await service.post(ada, "register", made))).toBe(REJECTED)
    expect(await service.ask(ada, "register")).toBeDefined() // the user may still add one on purpose
  })

  test("is finished only in the browser that began it, with its CSRF token", async () => {
    const { service, ada, automatic } = await signedIn()
    const { options } = await automatic()
    const made = softAuthenticator().create(options as never, { flags: 0x58 })
    const other = service.browser()
    await service.enter(other, ADA)
    expect(errorParam(await service.post(other, "register", made))).toBe(REJECTED)
    const forged = { csrfToken: "x".repeat(64), action: "register", data: made }
    expect(errorParam(await ada.post("/callback/passkey", forged))).toBe("MissingCSRF")
    const again = softAuthenticator().create((await automatic()).options as never, { flags: 0x58 })
    expect(errorParam(await service.post(ada, "register", again))).toBeNull()
  })
})

test("takes the RP id and origin from the configuration, not from the Host header (threat 220)", async () => {
  const service = await adasPasskey()
  const browser = service.browser()
  const headers = { host: "evil.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "http" }
  const { options } = (await (await browser.get("/webauthn-options", headers)).json()) as { options: { rpId: string } } // what the wire says
  expect(options.rpId).toBe("app.test")
  const data = softAuthenticator({ origin: "https://evil.test" })
  data.held.push(...service.authenticator.held)
  const asked = await service.ask(browser, "authenticate")
  const fields = { csrfToken: await browser.csrfToken(), action: "authenticate", data: data.get(asked) }
  expect(errorParam(await browser.post("/callback/passkey", fields, headers))).toBe(REJECTED)
})

describe("a counter (threat 224)", () => {
  test.each([2, 4, 5])("that stands at 5 and says %d is a copied authenticator's", async (counter) => {
    const service = await adasPasskey({ bound: true })
    const [passkey] = await listPasskeys(service, service.id)
    await service.adapter.updateAuthenticatorCounter(passkey?.credentialID ?? "", 5)
    const browser = service.browser()
    await expectRejectedSignIn(browser, await service.signIn(browser, service.authenticator, { counter }))
    expect((await listPasskeys(service, service.id))[0]?.counter).toBe(5)
  })

  test("is counted once by parallel assertions", async () => {
    const service = await adasPasskey({ bound: true })
    const browsers = Array.from({ length: 8 }, () => service.browser())
    const answers = await Promise.all(
      browsers.map((browser) => service.signIn(browser, service.authenticator, { counter: 7 })),
    )
    expect(answers.map(errorParam).filter((error) => error === null)).toHaveLength(1)
    expect((await listPasskeys(service, service.id))[0]?.counter).toBe(7)
  })

  test("that cannot be stored opens no session", async () => {
    const service = await adasPasskey({ bound: true })
    Object.assign(service.adapter, { updateAuthenticatorCounter: () => Promise.reject(new Error("disk full")) })
    const browser = service.browser()
    expect(errorParam(await service.signIn(browser, service.authenticator, { counter: 7 }))).toBe("Configuration")
    expect(await signedInName(browser)).toBeNull()
  })
})

test("returns options that don't reveal accounts or passkeys (threat 230)", async () => {
  const service = await adasPasskey()
  const readShape = async (query: string) => {
    const browser = service.browser()
    const answer = await browser.get(`/webauthn-options/passkey?${query}`)
    const text = (await answer.text()).replace(/"challenge":"[\w-]+"/, "")
    const cookies = answer.headers
      .getSetCookie()
      .map((line) => line.replace(/=[^;]*/, "").replace(/challenge\.\w+/, "challenge"))
    return { status: answer.status, text, cookies, headers: [...answer.headers.keys()] }
  }
  for (const action of ["authenticate", "register"]) {
    const known = await readShape(`action=${action}&email=ada@app.test`)
    expect(await readShape(`action=${action}&email=nobody@app.test`)).toEqual(known)
    expect(await readShape(`action=${action}`)).toEqual(known)
    const [{ credentialID = "" } = {}] = await listPasskeys(service, service.id)
    expect(known.text).not.toContain(credentialID.slice(0, 12))
  }
})

test("HEAD on webauthn-options starts no ceremony", async () => {
  const browser = (await passkeyService()).browser()
  const answer = await browser.send("/webauthn-options/passkey?action=authenticate", { method: "HEAD" })
  expect([answer.status, challengeCookies(browser)]).toEqual([405, []])
})

test.each(["/webauthn-options", "/webauthn-options/passkey", "/callback/passkey"])(
  "rejects %s with a configuration error and sets no cookie if passkeys are disabled (threat 231)",
  async (path) => {
    const service = await passkeyService({ experimental: { enableWebAuthn: false } })
    const browser = service.browser()
    const answer = path.startsWith("/callback")
      ? await browser.post(path, { csrfToken: await browser.csrfToken(), action: "authenticate", data: "{}" })
      : await browser.get(path)
    expect(answer.status === 500 || errorParam(answer) === "Configuration").toBe(true)
    expect(challengeCookies(browser)).toEqual([])
    const shown = (await (await browser.get("/providers")).json()) as object
    expect(Object.keys(shown)).toEqual(["acme"])
    expect(await (await browser.get("/signin")).text()).not.toContain("passkey")
  },
)

test("rejects a response without this browser's CSRF token, or from another site (threat 232)", async () => {
  const service = await adasPasskey()
  for (const [fields, headers, wanted] of [
    [{}, {}, "MissingCSRF"],
    [{ csrfToken: "x".repeat(64) }, {}, "MissingCSRF"],
    [{}, { origin: "https://evil.test" }, 403],
  ] as const) {
    const browser = service.browser()
    const data = service.authenticator.get(await service.ask(browser, "authenticate"))
    const answer = await browser.post("/callback/passkey", { ...fields, action: "authenticate", data }, headers)
    expect(wanted === 403 ? answer.status : errorParam(answer)).toBe(wanted)
    expect(await signedInName(browser)).toBeNull()
  }
})

test.each([true, false])(
  "rolls back the account if the passkey can't be stored (transactions: %s) (threat 233)",
  async (has) => {
    const full = MemoryAdapter()
    const adapter: Partial<typeof full> = { ...full }
    if (!has) delete adapter.transaction
    const fail = () => Promise.reject(new Error("disk full"))
    const service = await passkeyService({ adapter: brokenAdapter(adapter, fail) })
    const ada = service.browser()
    await service.enter(ada, ADA)
    expect(errorParam(await service.register(ada, softAuthenticator()))).toBe("Configuration")
    const { id = "" } = (await full.getUserByEmail("ada@app.test")) ?? {}
    expect((await full.listAccounts(id)).map(({ type }) => type)).toEqual(["oidc"])
    expect(await full.listAuthenticatorsByUserId(id)).toEqual([])
    expect(await signedInName(ada)).toBe("ada@app.test")
  },
)

function brokenAdapter(adapter: Partial<ReturnType<typeof MemoryAdapter>>, createAuthenticator: () => Promise<never>) {
  const { transaction } = adapter
  if (!transaction) return { ...adapter, createAuthenticator }
  const within = <T>(run: (inner: object) => Promise<T>) =>
    transaction((inner) => run({ ...inner, createAuthenticator }))
  return { ...adapter, createAuthenticator, transaction: within }
}

test.each(["user", "account"])(
  "rejects a passkey whose %s was deleted, and creates no user (threat 234)",
  async (what) => {
    const createUser = vi.fn()
    const service = await adasPasskey({}, { events: { createUser } })
    const { adapter } = service
    const [passkey] = await listPasskeys(service, service.id)
    const { credentialID = "" } = passkey ?? {}
    if (what === "account") await adapter.unlinkAccount({ provider: "passkey", providerAccountId: credentialID })
    else Object.assign(adapter, { getUser: () => null })
    const browser = service.browser()
    const answer = await service.signIn(browser, service.authenticator)
    expect(errorParam(answer)).toBe(REJECTED)
    expect(new URL(answer.headers.get("location") ?? "").searchParams.get("code")).toBe("unknown")
    expect(await signedInName(browser)).toBeNull()
    expect(createUser).toHaveBeenCalledOnce()
  },
)

test("rejects a passkey whose account now belongs to another user (threat 234)", async () => {
  const service = await adasPasskey()
  await service.enter(service.browser(), EVE)
  const eve = await service.adapter.getUserByEmail("eve@app.test")
  Object.assign(service.adapter, { getUserByAccount: () => eve })
  const browser = service.browser()
  expect(errorParam(await service.signIn(browser, service.authenticator))).toBe(REJECTED)
  expect(await signedInName(browser)).toBeNull()
})

describe("a form (threat 236)", () => {
  test.each<[string, Record<string, string>, string | number]>([
    ["without data", { action: "authenticate" }, REJECTED],
    ["whose data is no JSON", { action: "authenticate", data: "{" }, REJECTED],
    ["whose data is null", { action: "authenticate", data: "null" }, REJECTED],
    ["whose data is a list", { action: "register", data: "[]" }, REJECTED],
    [
      "whose data is about prototypes",
      { action: "authenticate", data: '{"__proto__":{"id":"x"},"constructor":1}' },
      REJECTED,
    ],
    ["whose data is long", { action: "authenticate", data: `"${"x".repeat(70_000)}"` }, 413],
    ["with another action", { action: "delete", data: "{}" }, REJECTED],
    ["without an action", { data: "{}" }, REJECTED],
  ])("%s is rejected without throwing", async (_, fields, wanted) => {
    const service = await passkeyService()
    const browser = service.browser()
    const answer = await browser.post("/callback/passkey", { csrfToken: await browser.csrfToken(), ...fields })
    expect(typeof wanted === "number" ? answer.status : errorParam(answer)).toBe(wanted)
    expect(await signedInName(browser)).toBeNull()
  })

  test("with two actions, or a list as JSON, is rejected", async () => {
    const service = await passkeyService()
    const browser = service.browser()
    const csrfToken = await browser.csrfToken()
    const body = `csrfToken=${csrfToken}&action=register&action=authenticate&data={}`
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    expect((await browser.send("/callback/passkey", { method: "POST", body, headers })).status).toBe(400)
    const answer = await browser.postJson("/callback/passkey", { csrfToken, action: ["authenticate"], data: {} })
    expect(answer.status === 400 || errorParam(answer) === REJECTED).toBe(true)
    for (const query of ["action=delete", "action=register&action=authenticate", "action="]) {
      expect((await browser.get(`/webauthn-options?${query}`)).status).toBe(400)
    }
  })
})

test("rejects GET for a passkey callback (threat 77)", async () => {
  const service = await adasPasskey()
  const browser = service.browser()
  const data = service.authenticator.get(await service.ask(browser, "authenticate"))
  const answer = await browser.get(`/callback/passkey?${new URLSearchParams({ action: "authenticate", data })}`)
  expect(errorParam(answer)).toBe("Configuration")
  expect(await signedInName(browser)).toBeNull()
})

test("removes a passkey registered for an unverified email when the owner proves the mailbox (threat 122)", async () => {
  const mails: VerificationRequest[] = []
  const sendVerificationRequest = (sent: VerificationRequest): void => void mails.push(sent)
  const service = await passkeyService({
    providers: [{ id: "email", name: "Email", type: "email", sendVerificationRequest }],
  })
  const authenticator = softAuthenticator()
  const attacker = service.browser()
  await service.enter(attacker, { ...EVE, email: "victim@app.test", email_verified: false })
  expect(errorParam(await service.register(attacker, authenticator))).toBeNull()
  const victim = service.browser()
  await victim.post("/signin/email", { csrfToken: await victim.csrfToken(), email: "victim@app.test" })
  await victim.get(mails.at(-1)?.url ?? "")
  expect(await signedInName(victim)).toBe("victim@app.test")
  const { id = "" } = (await service.adapter.getUserByEmail("victim@app.test")) ?? {}
  expect([await listPasskeys(service, id), await service.adapter.listAccounts(id)]).toEqual([[], []])
  const again = service.browser()
  await expectRejectedSignIn(again, await service.signIn(again, authenticator))
  expect(await signedInName(attacker)).toBeNull()
})

test("doesn't verify an email by a passkey sign-in (threat 161)", async () => {
  const service = await adasPasskey()
  await service.signIn(service.browser(), service.authenticator)
  expect((await service.adapter.getUserByEmail("ada@app.test"))?.emailVerified).toBeNull()
})

test("sends passkey options with no-store (threat 197)", async () => {
  const service = await passkeyService()
  const answer = await service.browser().get("/webauthn-options")
  expect(answer.headers.get("cache-control")).toContain("no-store")
  expect(answer.headers.get("vary")).toBe("Cookie")
})
