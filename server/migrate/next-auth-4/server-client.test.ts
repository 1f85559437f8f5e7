import { afterEach, expect, test, vi } from "vitest"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { authjs } from "../authjs/index.ts"
import { getCsrfToken, getProviders, getSession } from "./index.ts"
import * as react from "./react.ts"

const BASE = "https://app.test/api/auth"

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Creates an app at NEXTAUTH_URL whose own server reaches it at another URL. */
async function app() {
  const auth = passwordService({ ...authjs({ version: 4 }) }, { AUTH_URL: BASE })
  const urls: string[] = []
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    urls.push(url)
    return auth.handle(new Request(url, init))
  })
  const ada = cookieClient(auth, undefined, BASE)
  await ada.signInWith("credentials", ADA)
  return { urls, req: { headers: { cookie: ada.cookieHeader() } } }
}

test.each([
  ["the module", { getCsrfToken, getProviders, getSession }],
  ["the client", react],
])("functions of %s call NEXTAUTH_URL_INTERNAL on a server, with the request's cookies", async (_, client) => {
  vi.stubEnv("NEXTAUTH_URL", "https://app.test")
  vi.stubEnv("NEXTAUTH_URL_INTERNAL", "http://10.0.0.8:3000")
  const { urls, req } = await app()
  expect(await client.getSession({ req })).toMatchObject({ user: { email: "ada@example.com" } })
  expect(await client.getSession({ ctx: { req } })).toMatchObject({ user: { email: "ada@example.com" } })
  expect(await client.getSession()).toBeNull()
  expect(await client.getProviders()).toMatchObject({ credentials: { id: "credentials" } })
  expect(await client.getCsrfToken({ req })).toMatch(/^[\da-f]{64}$/)
  expect(new Set(urls.map((url) => new URL(url).origin))).toEqual(new Set(["http://10.0.0.8:3000"]))
})

test.each([
  [{ NEXTAUTH_URL: "https://app.test/api/auth" }, "https://app.test/api/auth/session"],
  [{ VERCEL_URL: "app.vercel.app" }, "https://app.vercel.app/api/auth/session"],
  [{}, "http://localhost:3000/api/auth/session"],
  [{ PORT: "3001" }, "http://localhost:3001/api/auth/session"],
])("with %o it calls %s", async (env, url) => {
  for (const name of ["NEXTAUTH_URL", "NEXTAUTH_URL_INTERNAL", "VERCEL_URL", "PORT"]) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const { urls, req } = await app()
  await getSession({ req })
  expect(urls).toEqual([url])
})

test("logs an error and returns null if the handler can't be reached", async () => {
  const error = vi.spyOn(console, "error").mockReturnValue()
  vi.stubGlobal("fetch", () => Promise.reject(new Error("connect ECONNREFUSED")))
  expect(await getSession()).toBeNull()
  expect(error).toHaveBeenCalledOnce()
})
