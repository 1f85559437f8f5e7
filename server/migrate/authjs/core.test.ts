import * as core from "@auth/core"
import { describe, expect, test, vi } from "vitest"
import { GitHub } from "../../providers/catalogue/github.ts"
import * as latchkit from "./core.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { authjs } from "./index.ts"

const { createActionURL, isAuthAction, setEnvDefaults } = latchkit
type Env = Record<string, string | undefined>

/** Calls the same function of both libraries on copies of one configuration. Returns the results and the logs. */
function both<R>(call: (library: typeof core, config: core.AuthConfig) => R, config: object) {
  const run = (library: object) => {
    const warn = vi.fn()
    const given = { providers: [], logger: { warn }, ...config }
    const returned = call(library as typeof core, given as core.AuthConfig) // both have these functions
    const { logger: _, ...left } = given as Record<string, unknown>
    return { returned, left, warned: warn.mock.calls.map(([code]) => code as string) }
  }
  return [run({ createActionURL, setEnvDefaults }), run(core)] as const
}

describe("setEnvDefaults fills in what @auth/core fills in", () => {
  test.each<[string, Env, object]>([
    ["nothing is set", { NODE_ENV: "test" }, {}],
    ["AUTH_URL has a path", { AUTH_URL: "https://a.test/x" }, {}],
    ["AUTH_URL has no path", { AUTH_URL: "https://a.test" }, {}],
    ["AUTH_URL is invalid", { AUTH_URL: "nonsense" }, {}],
    ["AUTH_URL and basePath are both set", { AUTH_URL: "https://a.test/x" }, { basePath: "/y" }],
    [
      "the configuration has a secret",
      { AUTH_SECRET: "e", NODE_ENV: "production" },
      { secret: "own", trustHost: false },
    ],
    ["secrets rotate", { AUTH_SECRET: "a", AUTH_SECRET_1: "b", AUTH_SECRET_3: "c", VERCEL: "1" }, {}],
    ["a redirect proxy is set", { AUTH_REDIRECT_PROXY_URL: "https://p.test/auth", AUTH_TRUST_HOST: "true" }, {}],
    ["NODE_ENV is production", { NODE_ENV: "production" }, {}],
  ])("if %s", (_, env, config) => {
    const [ours, theirs] = both((library, given) => library.setEnvDefaults(env, given), config)
    expect(ours).toEqual(theirs)
  })

  test("and the clients of providers, called or not", () => {
    const env = { AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret", AUTH_MY_MAIL_KEY: "key" }
    const mail = { id: "my-mail", type: "email", sendVerificationRequest: () => undefined }
    const config = { providers: [GitHub, GitHub({ clientId: "own" }), { ...mail }] as unknown[] } // the form in which an app passes them
    setEnvDefaults(env, config as never)
    expect(config.providers).toMatchObject([
      { id: "github", clientSecret: "secret" },
      { id: "github", clientSecret: "secret", options: { clientId: "own" } },
      { id: "my-mail", apiKey: "key" },
    ])
  })

  test("except that AUTH_TRUST_HOST=false is false", () => {
    const config: { trustHost?: boolean } = {}
    setEnvDefaults({ AUTH_TRUST_HOST: "false" }, config)
    expect(config.trustHost).toBe(false)
  })
})

describe("createActionURL makes the URL that @auth/core makes", () => {
  test.each<[Env, object, Record<string, string>]>([
    [{}, { basePath: "/auth" }, { host: "a.test" }],
    [{}, {}, { host: "a.test" }],
    [{}, { basePath: "/" }, { host: "a.test" }],
    [{}, { basePath: "/auth/" }, { host: "in.test", "x-forwarded-host": "a.test", "x-forwarded-proto": "http" }],
    [{ AUTH_URL: "https://a.test" }, { basePath: "/auth" }, { host: "b.test" }],
    [{ AUTH_URL: "https://a.test/auth" }, { basePath: "/auth" }, { host: "b.test" }],
    [{ AUTH_URL: "https://a.test/sub/auth" }, { basePath: "/auth" }, { host: "b.test" }],
    [{ AUTH_URL: "https://a.test/sub/" }, {}, { host: "b.test" }],
    [{ NEXTAUTH_URL: "https://a.test/api/auth" }, { basePath: "/api/auth" }, { host: "b.test" }],
  ])("with %o, %o and %o", (env, config, headers) => {
    for (const protocol of ["https", "http:", undefined]) {
      const [ours, theirs] = both((library, given) => {
        const url = library.createActionURL("signin", protocol as string, new Headers(headers), env, given)
        return url.href
      }, config)
      expect(ours).toEqual(theirs)
    }
  })
})

test("exports each function and symbol of @auth/core, so that an app changes only its imports", () => {
  expect(Object.keys(latchkit)).toEqual(expect.arrayContaining(Object.keys(core)))
})

test("isAuthAction knows each action of @auth/core", () => {
  const names = [
    "callback",
    "csrf",
    "error",
    "providers",
    "session",
    "signin",
    "signout",
    "verify-request",
    "webauthn-options",
    "",
    "x",
  ]
  expect(names.map(isAuthAction)).toEqual(names.map((name) => core.isAuthAction(name)))
  expect(["account", "popup", "assets"].every(isAuthAction)).toBe(true)
})

describe("with raw", () => {
  const base = "http://localhost:3000/auth"
  const shared = { basePath: "/auth", trustHost: true }
  const send = async (path: string, init?: RequestInit) => {
    const { providers, logger, secret } = passwordConfig()
    const request = () => new Request(`${base}${path}`, init)
    const env = vi.stubEnv("NODE_ENV", "test")
    const ours = latchkit.Auth(request(), {
      ...authjs(),
      ...shared,
      providers,
      logger: logger ?? {},
      secret: secret ?? "",
      raw: latchkit.raw,
      skipCSRFCheck: latchkit.skipCSRFCheck,
    })
    const theirs = core.Auth(request(), {
      ...shared,
      providers: providers as unknown as core.AuthConfig["providers"], // the same interface
      logger: logger ?? {},
      secret: "s".repeat(32),
      raw: core.raw,
      skipCSRFCheck: core.skipCSRFCheck,
    })
    const settled = await Promise.allSettled([ours, theirs])
    env.unstubAllEnvs()
    return settled.map((one) => (one.status === "fulfilled" ? shape(one.value as latchkit.ResponseInternal) : one))
  }
  const shape = ({ status = 200, body, redirect, cookies = [] }: latchkit.ResponseInternal) => ({
    status,
    body: typeof body === "object" ? body : typeof body,
    redirect,
    cookies: Object.fromEntries(cookies.map(({ name, options }) => [name, options])),
  })
  const form = (fields: Record<string, string>) => ({
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" },
    body: new URLSearchParams(fields),
  })

  test("GET providers has the same body", async () => {
    const [ours, theirs] = await send("/providers")
    expect(ours).toMatchObject({ body: (theirs as { body: object }).body }) // the promise was fulfilled
  })

  test("GET session is null", async () => {
    const [ours, theirs] = await send("/session")
    expect([ours, theirs]).toMatchObject([{ body: null }, { body: null }])
  })

  test("a sign-in returns the redirect and the session cookie", async () => {
    const [ours, theirs] = await send("/callback/credentials", form({ ...ADA, callbackUrl: `${base}/there` }))
    const cookie = { "authjs.session-token": { httpOnly: true, path: "/", sameSite: "lax", expires: expect.any(Date) } }
    for (const one of [ours, theirs]) expect(one).toMatchObject({ redirect: `${base}/there`, cookies: cookie })
  })

  test("a wrong password throws CredentialsSignin", async () => {
    const settled = await send("/callback/credentials", form({ username: "ada", password: "x" }))
    expect(settled).toMatchObject([
      { status: "rejected", reason: { type: "CredentialsSignin", code: "credentials" } },
      { status: "rejected", reason: { type: "CredentialsSignin", code: "credentials" } },
    ])
  })
})
