import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest"
import { createAuth, type SemverString } from "../../index.ts"
import type { Env } from "../../core/config/env.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { authjsInstallation } from "../fixtures/authjs-installation.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { signedInName } from "../../test-kit/oauth-service.ts"
import { nextAuth4Installation } from "../fixtures/next-auth-4-installation.ts"
import { getToken as getToken4 } from "../next-auth-4/tokens.ts"
import { authjs, getToken } from "./index.ts"

const authjsSecret = "t".repeat(32)
const latchkitSecret = "o".repeat(32)
const SITE = "https://site.test/door"

function createService(version: 4 | 5 | undefined, env: Env) {
  const { secret: _, ...config } = passwordConfig()
  return createAuth({ ...(version && authjs({ version })), ...config }, { env })
}
const signinUrl = async (version: 4 | 5 | undefined, env: Env) => {
  const response = await cookieClient(createService(version, env), undefined, "http://inner:3000/door").get(
    "/providers",
  )
  return ((await response.json()) as { credentials?: { signinUrl: string } }).credentials?.signinUrl // the JSON of `GET providers`
}

describe("with the preset", () => {
  test.each<[4 | 5, string]>([
    [5, SITE],
    [4, SITE],
    [4, "site.test/door"],
  ])("version %i reads the site and the base path from NEXTAUTH_URL=%s", async (version, url) => {
    expect(await signinUrl(version, { NEXTAUTH_URL: url, AUTH_SECRET: authjsSecret })).toBe(
      `${SITE}/signin/credentials`,
    )
  })

  test.each<[4 | 5, Env, string]>([
    [4, { VERCEL: "1" }, "https://preview.test"],
    [4, { VERCEL: "1", AUTH_TRUST_HOST: "true" }, "https://preview.test"],
    [4, { AUTH_TRUST_HOST: "true" }, "https://site.test"],
    [4, { AUTH_TRUST_HOST: "false", VERCEL: "1" }, "https://site.test"],
    [4, { NODE_ENV: "development" }, "https://site.test"],
    [5, { VERCEL: "1" }, "https://site.test"],
  ])("version %i with %j and a forwarded host is at %s", async (version, env, origin) => {
    const auth = createService(version, { NEXTAUTH_URL: SITE, NEXTAUTH_SECRET: authjsSecret, ...env })
    const headers = { "x-forwarded-host": "preview.test", "x-forwarded-proto": "https" }
    const read = async (init?: RequestInit) =>
      (await auth.handle(new Request("http://inner/door/providers", init))).json()
    expect(await read({ headers })).toMatchObject({ credentials: { signinUrl: `${origin}/door/signin/credentials` } })
    expect(await read()).toMatchObject({ credentials: { signinUrl: `${SITE}/signin/credentials` } })
  })

  test.each<[string, Env]>([
    ["NEXTAUTH_SECRET", { NEXTAUTH_SECRET: authjsSecret }],
    ["AUTH_SECRET before NEXTAUTH_SECRET", { AUTH_SECRET: authjsSecret, NEXTAUTH_SECRET: latchkitSecret }],
    ["NEXTAUTH_SECRET if AUTH_SECRET is blank", { AUTH_SECRET: " ", NEXTAUTH_SECRET: authjsSecret }],
  ])("version 5 reads the secret from %s", async (_, env) => {
    const before = authjsInstallation({ secret: authjsSecret }).browser()
    await before.signInWith("credentials", ADA)
    expect(
      await signedInName(cookieClient(createService(5, { AUTH_URL: "https://app.test/auth", ...env }), before.jar)),
    ).not.toBeNull()
  })

  test.each<[string, Env]>([
    ["NEXTAUTH_SECRET", { NEXTAUTH_SECRET: authjsSecret }],
    ["NEXTAUTH_SECRET before AUTH_SECRET", { NEXTAUTH_SECRET: authjsSecret, AUTH_SECRET: latchkitSecret }],
    ["AUTH_SECRET", { AUTH_SECRET: authjsSecret }],
  ])("version 4 reads the secret from %s", async (_, env) => {
    const BASE = "https://app.test/api/auth"
    const before = nextAuth4Installation({ secret: authjsSecret }).browser()
    await before.signInWith("credentials", ADA)
    const after = cookieClient(createService(4, { NEXTAUTH_URL: BASE, ...env }), before.jar, BASE)
    expect(await signedInName(after)).not.toBeNull()
  })

  test.each<Env>([{ VERCEL: "1" }, { AUTH_TRUST_HOST: "true" }, {}])(
    "a user of next-auth 4 stays signed in at another domain, with %j",
    async (env) => {
      const before = nextAuth4Installation({ secret: authjsSecret }).browser()
      await before.signInWith("credentials", ADA)
      const auth = createService(4, { NEXTAUTH_URL: SITE, NEXTAUTH_SECRET: authjsSecret, ...env })
      const after = cookieClient(auth, before.jar, "https://other.test/door")
      const forwarded = { "x-forwarded-host": "other.test", "x-forwarded-proto": "https" }
      expect(await (await after.get("/session", forwarded)).json()).toMatchObject({ user: { name: "Ada" } })
    },
  )
})

test("ignores NEXTAUTH_URL and NEXTAUTH_SECRET without the preset", async () => {
  expect(await signinUrl(undefined, { NEXTAUTH_URL: SITE, AUTH_SECRET: authjsSecret })).toBeUndefined()
  const auth = createService(undefined, { AUTH_URL: "https://app.test/auth", NEXTAUTH_SECRET: authjsSecret })
  expect((await cookieClient(auth).get("/session")).status).toBe(500)
})

test("SemverString accepts versions with one to three numbers", () => {
  expectTypeOf<"v5">().toExtend<SemverString>()
  expectTypeOf<"v5.0.1">().toExtend<SemverString>()
  expectTypeOf<"5.0">().not.toExtend<SemverString>()
})

describe("getToken of the preset", () => {
  afterEach(() => void vi.unstubAllEnvs())

  test.each([
    ["version 5", authjsInstallation, getToken],
    ["version 4", nextAuth4Installation, getToken4],
  ])("reads NEXTAUTH_SECRET and NEXTAUTH_URL for %s", async (_, install, read) => {
    const browser = install({ secret: authjsSecret }).browser()
    await browser.signInWith("credentials", ADA)
    vi.stubEnv("NEXTAUTH_SECRET", authjsSecret)
    vi.stubEnv("NEXTAUTH_URL", "https://app.test")
    const req = { headers: { cookie: browser.cookieHeader() } }
    expect(await read({ req })).toMatchObject({ sub: "1" })
    vi.stubEnv("NEXTAUTH_URL", "http://app.test") // its cookie has another name
    expect(await read({ req })).toBeNull()
  })
})
