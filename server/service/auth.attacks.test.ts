import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../adapters/memory.ts"
import { createAuth } from "./auth.ts"
import { createSettings } from "./features.ts"
import type { AuthConfig } from "./config.ts"
import { AuthError, CredentialsSignin } from "../errors.ts"
import type { OIDCConfig } from "../providers/types.ts"
import { fakeIssuer, type FakeIssuer } from "../testing/fake-issuer.ts"
import { ADA, passwordConfig, passwordService } from "../test-kit/password-service.ts"
import { cookieClient } from "../testing/cookie-client.ts"

const SITE = "https://app.test"
const SESSION = "__Host-latchkit.session-token"
const unlimited = { rateLimit: false } as const
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
const production = { AUTH_URL: `${SITE}/auth`, NODE_ENV: "production" }

function oidcService(issuer: FakeIssuer, provider: Partial<OIDCConfig> = {}, config: Partial<AuthConfig> = {}) {
  const acme: OIDCConfig = {
    id: "acme",
    name: "Acme",
    type: "oidc",
    issuer: issuer.issuer,
    clientId: "client",
    clientSecret: "s:e%c+r",
    ...provider,
  }
  return createAuth(
    { providers: [acme], secret: "s".repeat(32), fetch: issuer.fetch, logger: silent, ...unlimited, ...config },
    { env: production },
  )
}

type Browser = ReturnType<typeof cookieClient>
const startSignIn = async (person: Browser) => {
  const answer = await person.post("/signin/acme", { csrfToken: await person.csrfToken(), callbackUrl: "/private" })
  return answer.headers.get("location") ?? ""
}

describe("redirects", () => {
  test("rejects the same redirects for clients that ask for JSON (threat 22)", async () => {
    const person = cookieClient(passwordService())
    const headers = { "x-auth-return-redirect": "1" }
    for (const callbackUrl of ["https://evil.test", "//evil.test", "javascript:alert(1)", "/\\evil.test"]) {
      const answer = await person.post("/signout", { csrfToken: await person.csrfToken(), callbackUrl }, headers)
      expect([answer.headers.get("content-type"), answer.headers.get("x-content-type-options")]).toEqual([
        "application/json",
        "nosniff",
      ])
      expect(await answer.json()).toEqual({ url: `${SITE}/` })
    }
  })

  test.each(["ftp://other.test/login", "javascript:alert(1)", "//evil.test/login", "login", "/\\evil"])(
    "rejects the custom page %s at startup (threat 23)",
    async (signIn) => {
      const answer = await passwordService({ pages: { signIn } }).handle(new Request(`${SITE}/auth/signin`))
      expect(answer.status).toBe(500)
    },
  )

  test("redirects to the current page by default, never to another site or a one-time URL (threat 26)", async () => {
    const auth = passwordService()
    const urlFrom = async (referer: string) => (await auth.signOut({ headers: { referer } })).url
    expect(await urlFrom(`${SITE}/shop?page=2`)).toBe(`${SITE}/shop?page=2`)
    for (const referer of ["https://evil.test/", `${SITE}/reset?token=x`, `${SITE}/auth/callback/acme?code=x`, "x"]) {
      expect(await urlFrom(referer)).toBe(`${SITE}/`)
    }
  })

  test("redirects provider errors to its own page, and ignores URLs in them (threat 30)", async () => {
    const issuer = await fakeIssuer()
    const person = cookieClient(oidcService(issuer))
    const state = new URL(await startSignIn(person)).searchParams.get("state") ?? ""
    const evil = "https://evil.test/"
    const query = new URLSearchParams({ error: "server_error", error_uri: evil, callbackUrl: evil, state })
    const location = (await person.get(`/callback/acme?${query}`)).headers.get("location") ?? ""
    expect(location).toBe(`${SITE}/auth/signin?error=OAuthCallbackError`)
  })

  test("keeps a hostname that contains an action's name (threat 267)", async () => {
    const auth = passwordService({}, { AUTH_URL: "https://signin.example.com/auth" })
    expect((await auth.signIn({ headers: {} })).url).toMatch(/^https:\/\/signin\.example\.com\/auth\/signin\?/)
  })

  test.each(["../signout", "gh?redirect_uri=x", "gh/../../session", "gh#", ""])(
    "rejects the provider id %j (threat 266)",
    async (id) => {
      const auth = passwordService()
      await expect(auth.signIn({ headers: {} }, id)).rejects.toThrow(AuthError)
    },
  )
})

describe("the provider", () => {
  test("rejects a provider without S256, and a callback without a code verifier (threat 68)", async () => {
    const issuer = await fakeIssuer()
    issuer.responses.discovery = (document) => ({ ...document, code_challenge_methods_supported: ["plain"] })
    expect(await startSignIn(cookieClient(oidcService(issuer)))).toContain(`${SITE}/auth/`)
    const other = await fakeIssuer()
    const person = cookieClient(oidcService(other))
    const parameters = other.authorize(await startSignIn(person))
    for (const name of [...person.jar.keys()]) if (name.includes("code_verifier")) person.jar.delete(name)
    await person.get(`/callback/acme?${parameters}`)
    expect(person.cookie(SESSION)).toBeUndefined()
    const { searchParams } = new URL(await startSignIn(person))
    expect(searchParams.get("code_challenge")).toMatch(/^[\w-]{43}$/)
  })

  test("rejects callbacks for another provider type (threat 77)", async () => {
    const eve = cookieClient(passwordService())
    const answer = await eve.get("/callback/credentials?code=x&state=y&token=z&email=a@b.c")
    expect(answer.status).toBeGreaterThanOrEqual(300)
    expect(eve.cookie(SESSION)).toBeUndefined()
  })

  test("refetches the key set once for a thousand unknown key ids (threats 81, 113)", async () => {
    const issuer = await fakeIssuer()
    const { SignJWT, generateKeyPair } = await import("jose")
    const { privateKey } = await generateKeyPair("RS256")
    const kids = ["other", "../../etc/passwd", "x".repeat(5000)]
    const auth = oidcService(issuer)
    for (let count = 0; count < 30; count++) {
      issuer.responses.idToken = (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: `${kids[count % 3]}${count}` }).sign(privateKey)
      const eve = cookieClient(auth)
      await eve.get(`/callback/acme?${issuer.authorize(await startSignIn(eve))}`)
      expect(eve.cookie(SESSION)).toBeUndefined()
    }
    expect(issuer.requests.filter(({ url }) => url.endsWith("/jwks")).length).toBeLessThanOrEqual(2)
  })

  test.each(["http://issuer.test", "http://10.0.0.1", "ftp://issuer.test"])(
    "rejects %s as a cleartext provider endpoint (threat 100)",
    async (address) => {
      const issuer = await fakeIssuer({ issuer: address })
      expect(await startSignIn(cookieClient(oidcService(issuer)))).toContain(`${SITE}/auth/`)
      expect(issuer.requests).toEqual([])
    },
  )

  test.each([
    "https://169.254.169.254",
    "https://metadata.google.internal",
    "https://[::]",
    "https://100.100.100.200",
    "https://168.63.129.16",
    "https://[fd00:ec2::254]",
    "https://[fd20:ce::254]",
    "https://[64:ff9b::169.254.169.254]",
    "https://[64:ff9b:1::169.254.169.254]",
    "https://[2002:a9fe:a9fe::]",
    "https://[2001:0:4136:e378:8000:63bf:5601:5601]",
    "https://[::ffff:169.254.169.254]",
  ])("rejects %s as an identity provider's address (threat 101)", async (address) => {
    const issuer = await fakeIssuer({ issuer: address })
    expect(await startSignIn(cookieClient(oidcService(issuer)))).toContain(`${SITE}/auth/`)
    expect(issuer.requests).toEqual([])
  })

  test("encodes the client id and secret, and keeps them out of messages (threat 105)", async () => {
    const issuer = await fakeIssuer()
    issuer.responses.token = () => Response.json({ error: "invalid_client" }, { status: 401 })
    const said: string[] = []
    const hear = (...words: unknown[]) =>
      void said.push(
        words
          .map((word) =>
            word instanceof Error
              ? `${word.message}${word.stack}${JSON.stringify(Reflect.get(word, "cause"))}`
              : JSON.stringify(word),
          )
          .join(),
      )
    const person = cookieClient(
      oidcService(issuer, {}, { debug: true, logger: { error: hear, warn: hear, debug: hear } }),
    )
    await person.get(`/callback/acme?${issuer.authorize(await startSignIn(person))}`)
    const sent = issuer.requests.find(({ url }) => url.endsWith("/token"))?.headers.get("authorization") ?? ""
    expect(atob(sent.replace("Basic ", ""))).toBe("client:s%3Ae%25c%2Br")
    expect(said.join()).not.toMatch(/s:e%c\+r|s%3Ae%25c%2Br/)
  })

  test("rejects a thousand unsolicited callbacks without an outbound request (threat 287)", async () => {
    const issuer = await fakeIssuer()
    const auth = oidcService(issuer)
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, count) => cookieClient(auth).get(`/callback/acme?code=x&state=${count}`)),
    )
    expect(answers.every(({ status }) => status === 302)).toBe(true)
    expect(issuer.requests).toEqual([])
  })

  test("never uses the email as an account identifier (threat 92)", async () => {
    const issuer = await fakeIssuer()
    const signIn = vi.fn((_: { account: { providerAccountId: string } | null }) => true)
    const auth = oidcService(issuer, {}, { callbacks: { signIn } })
    for (const sub of ["one", "two"]) {
      const person = cookieClient(auth)
      await person.get(
        `/callback/acme?${issuer.authorize(await startSignIn(person), { sub, email: "same@example.com", preferred_username: "same" })}`,
      )
    }
    expect(signIn.mock.calls.map(([{ account }]) => account?.providerAccountId)).toEqual(["one", "two"])
  })

  test.each(["email", "credentials", "webauthn", "a/b", "a?b", "..", "a b"])(
    "rejects the provider id %j at startup (threat 131)",
    async (id) => {
      const issuer = await fakeIssuer()
      expect((await oidcService(issuer, { id }).handle(new Request(`${SITE}/auth/csrf`))).status).toBe(500)
    },
  )
})

describe("the configuration", () => {
  test.each<[string, AuthConfig["secret"]]>([
    ["nothing", undefined],
    ["an empty one", ""],
    ["a blank one", " "],
    ["a list of an empty one", [""]],
    ["a short one", "s"],
    ["a word", "changeme"],
    ["31 characters", "x".repeat(31)],
  ])("rejects %s as a secret in production (threat 185)", async (_, secret) => {
    const auth = createAuth({ providers: [], secret, logger: silent }, { env: production })
    const answer = await auth.handle(new Request(`${SITE}/auth/csrf`))
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []])
    await expect(auth.getSession({ headers: {} })).rejects.toThrow(AuthError)
  })

  test("uses AUTH_URL as the only origin in handlers and helpers (threat 256)", async () => {
    const auth = passwordService({}, production)
    const headers = { host: "evil.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "http" }
    const answer = await auth.handle(new Request("http://evil.test/auth/providers", { headers }))
    expect(await answer.text()).not.toContain("evil.test")
    const { url, cookies } = await auth.signOut({ headers, url: "http://evil.test/x" }, { redirectTo: "/bye" })
    expect(url).toBe(`${SITE}/bye`)
    expect(cookies.every((line) => line.includes("Secure"))).toBe(true)
  })

  test("escapes line breaks of thrown errors in the log (threat 250)", async () => {
    const spy = vi.spyOn(console, "error").mockImplementation(() => undefined)
    const forged = "no\n[latchkit][error] Forged: \u001b[31mred\r\n    at forged (evil.js:1:1)\u2028end"
    const authorize = () => Promise.reject(new Error(forged))
    const credentials = { id: "credentials", name: "P", type: "credentials", credentials: {}, authorize } as const
    const { logger: _, ...config } = passwordConfig({ providers: [credentials] })
    await cookieClient(createAuth(config, { env: { AUTH_URL: `${SITE}/auth` } })).signInWith("credentials", {})
    const [first = "", because = "", ...frames] = spy.mock.calls.flat().join("\n").split("\n")
    spy.mockRestore()
    expect(first).toMatch(/^\[latchkit\]\[error\] CallbackRouteError: no\\u000a\[latchkit/)
    expect(because).toMatch(/^ {2}caused by no\\u000a\[latchkit/)
    expect(frames.join()).toMatch(/auth\.attacks\.test\.ts/)
    expect(frames.filter((frame) => !/^ {4}at (?!forged)[^\p{Cc}\u2028]+$/u.test(frame))).toEqual([])
  })

  test("reveals no details about a fault to the user (threat 249)", async () => {
    const authorize = () => Promise.reject(new Error("SELECT secret FROM users at /srv/app.js:12"))
    const person = cookieClient(
      passwordService({
        providers: [{ id: "credentials", name: "P", type: "credentials", credentials: {}, authorize }],
      }),
    )
    const answer = await person.signInWith("credentials", {})
    expect(`${answer.headers.get("location")}${await answer.text()}`).not.toMatch(/SELECT|app\.js/)
    const unknown = await person.get("/callback/nope")
    expect(await unknown.text()).toBe("")
  })

  test("reveals no details about a failed database in any action (threat 249)", async () => {
    const fail = () => Promise.reject(new Error("SELECT secret FROM users at /srv/app.js:12"))
    const adapter = { ...MemoryAdapter(), getSessionAndUser: fail, getUserByEmail: fail, getUserByAccount: fail }
    const mail = { id: "email", name: "M", type: "email", sendVerificationRequest: fail } as const
    const auth = passwordService({ adapter, providers: [mail] }, { AUTH_URL: `${SITE}/auth` })
    const paths = [
      "session",
      "csrf",
      "signin",
      "signout",
      "account",
      "verify-request",
      "callback/email?token=x&email=a@b.test",
    ]
    const jar = () => new Map([["__Host-latchkit.session-token", { value: "x".repeat(43) }]])
    const answers = [
      ...paths.map((path) => cookieClient(auth, jar()).get(`/${path}`)),
      ...paths.map((path) =>
        cookieClient(auth, jar()).postJson(`/${path}`, { csrfToken: "x", email: "a@b.test", token: "x" }),
      ),
      ...["signin/email"].map(async (path) => {
        const person = cookieClient(auth)
        return person.post(`/${path}`, { csrfToken: await person.csrfToken(), email: "a@b.test" })
      }),
    ]
    for (const answer of await Promise.all(answers)) {
      const said = `${[...answer.headers].join()}${await answer.text()}`
      expect(said).not.toMatch(/SELECT|app\.js|AdapterError|getSessionAndUser/)
    }
  })

  test("derives keys from fifty secrets only once (threat 288)", async () => {
    const secret = Array.from({ length: 50 }, (_, index) => `${index}`.padStart(32, "s"))
    const settings = createSettings({ providers: [], secret }, { env: production })
    expect(await settings.keyring.keys("salt")).toBe(await settings.keyring.keys("salt"))
  })

  test("keeps one tenant's configuration out of another's (threat 293)", async () => {
    const broken = createAuth(
      {
        providers: [{ id: "e", name: "E", type: "email", sendVerificationRequest: () => undefined }],
        secret: "x".repeat(32),
        logger: silent,
      },
      { env: production },
    )
    const sound = passwordService({}, production)
    for (let round = 0; round < 5; round++) {
      expect((await broken.handle(new Request(`${SITE}/auth/csrf`))).status).toBe(500)
      expect((await sound.handle(new Request(`${SITE}/auth/csrf`))).status).toBe(200)
    }
  })

  test("rejects requests if the configuration can't be loaded (threat 310)", async () => {
    const auth = createAuth(() => Promise.reject(new Error("tenant store down")), { env: production })
    const spy = vi.spyOn(console, "error").mockImplementation(() => undefined)
    expect((await auth.handle(new Request(`${SITE}/auth/session`))).status).toBe(500)
    await expect(auth.getSession({ headers: {} })).rejects.toThrow(AuthError)
    spy.mockRestore()
  })

  test("rejects an untrusted host in helpers as the handler does (threat 304)", async () => {
    const auth = passwordService({}, { NODE_ENV: "production" })
    await expect(auth.getSession({ headers: { host: "app.test" } })).rejects.toThrow("AUTH_URL")
  })
})

test.each(["x&error=None#", "a\r\nSet-Cookie: x=y", "x".repeat(10_000), "Grüße"])(
  "limits the error code %.12j to safe characters (threat 167)",
  async (code) => {
    class Refused extends CredentialsSignin {
      override code = code
    }
    const authorize = () => {
      throw new Refused()
    }
    const person = cookieClient(
      passwordService({
        providers: [{ id: "credentials", name: "P", type: "credentials", credentials: {}, authorize }],
      }),
    )
    const { searchParams, hash } = new URL((await person.signInWith("credentials", {})).headers.get("location") ?? "")
    expect([searchParams.get("error"), hash]).toEqual(["CredentialsSignin", ""])
    expect(searchParams.get("code")).toMatch(/^[\w-]{1,64}$/)
  },
)

test("accepts a copied cookie after sign-out unless the app ends the session, as documented (threat 186)", async () => {
  const ended = new Set<unknown>()
  const auth = passwordService({
    callbacks: { jwt: ({ token }) => (ended.has(token.jti) ? null : token) },
    events: { signOut: (message) => void ended.add("token" in message ? message.token?.jti : undefined) },
  })
  const ada = cookieClient(auth)
  await ada.signInWith("credentials", ADA)
  const copy = cookieClient(auth, new Map(ada.jar))
  await ada.post("/signout", { csrfToken: await ada.csrfToken() })
  expect(await (await copy.get("/session")).json()).toBeNull()
})

test("rejects passkey requests and sets no cookie if passkeys are disabled (threat 231)", async () => {
  const person = cookieClient(passwordService())
  const answer = await person.get("/webauthn-options?action=register&email=a@b.c")
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.headers.getSetCookie()).toEqual([])
})

test("rejects a response whose headers are too large (threat 292)", async () => {
  const ada = cookieClient(
    passwordService({ callbacks: { jwt: ({ token }) => ({ ...token, all: "x".repeat(20_000) }) } }),
  )
  const answer = await ada.signInWith("credentials", ADA)
  expect(answer.headers.get("location")).toBe(`${SITE}/auth/error?error=Configuration`)
  expect(ada.cookie(SESSION)).toBeUndefined()
})
