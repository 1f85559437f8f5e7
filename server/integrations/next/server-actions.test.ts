import { NextRequest, type NextFetchEvent } from "next/server.js"
import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js"
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external.js"
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { en } from "../../../components/view/messages/en.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { mintSession } from "../../testing/mint-session.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { AuthError, CredentialsSignin, NextAuth } from "./index.ts"

const jar = new Map<string, string>()
const request = {
  type: "request",
  phase: "action",
  headers: new Headers(),
  userspaceMutableCookies: { set: (name: string, value: string) => void jar.set(name, value) },
}

// Next stores these facts about a server action's request
beforeEach(() => {
  vi.stubEnv("AUTH_URL", "https://app.test")
  jar.clear()
  request.headers = new Headers({ host: "app.test", origin: "https://app.test" })
  vi.spyOn(workAsyncStorage, "getStore").mockReturnValue({ route: "/" } as never) // the part that `headers` and `cookies` read
  vi.spyOn(workUnitAsyncStorage, "getStore").mockReturnValue(request as never)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

const none = { authorizationParams: [], options: [], providerId: [], redirectTo: [] }

describe("a server action", () => {
  test("redirects with requireAuth to the page that confirms, and returns there (threat 451)", async () => {
    const config = passwordConfig()
    const { requireAuth } = NextAuth(config)
    const url = "https://app.test/api/auth"
    const signedIn = async (minutes: number) =>
      (await mintSession(config, { id: "ada", name: "Ada" }, { url, authTime: Date.now() / 1000 - minutes * 60 }))
        .headers
    request.headers.set("sec-fetch-mode", "cors") // a script calls a server action
    request.headers.set("referer", "https://app.test/settings")
    await expect(requireAuth()).rejects.toMatchObject({ digest: expect.stringContaining(`${url}/signin?`) })
    request.headers.set("cookie", (await signedIn(15)).cookie)
    const digest = (path: string) =>
      expect.stringContaining(`${url}/confirm?max_age=600&callbackUrl=${encodeURIComponent(`https://app.test${path}`)}`)
    await expect(requireAuth({ within: "10m", factors: 1 })).rejects.toMatchObject({ digest: digest("/settings") })
    const elsewhere = requireAuth({ within: "10m", redirectTo: "https://evil.test/inbox" })
    await expect(elsewhere).rejects.toMatchObject({ digest: digest("/inbox") })
    const failure = await requireAuth({ within: "10m", redirect: false })
    expect(failure).toEqual({ error: "StepUpRequired", url: `${url}/confirm?max_age=600`, maxAge: 600, factors: 1 })
    request.headers.set("cookie", (await signedIn(5)).cookie)
    expect(await requireAuth({ within: "10m" })).toMatchObject({ user: { name: "Ada" } })
  })

  test("leads with requireAuth back to the page that the proxy saw, or says in development that it knows none", async () => {
    const warn = vi.fn()
    const { auth, requireAuth } = NextAuth(passwordConfig({ logger: { warn, error: () => undefined } }))
    const leadsTo = (page: string) =>
      expect(requireAuth()).rejects.toMatchObject({
        digest: expect.stringContaining(`callbackUrl=${encodeURIComponent(`https://app.test${page}`)}`),
      })
    const sent = { referer: "https://app.test/pricing" }
    const proxied = await auth(
      new NextRequest("https://app.test/orders?tab=2", { headers: sent }),
      {} as NextFetchEvent,
    )
    expect(proxied.headers.get("x-middleware-override-headers")?.split(",")).toEqual(["referer", "x-auth-page"])
    request.headers = new Headers({
      host: "app.test",
      ...sent,
      "x-auth-page": proxied.headers.get("x-middleware-request-x-auth-page") ?? "",
    })
    await leadsTo("/orders?tab=2")
    expect(warn).not.toHaveBeenCalled()
    for (const page of ["https://evil.test/orders", "//evil.test", "/\\[", ""]) {
      request.headers.set("x-auth-page", page) // without a proxy
      await leadsTo("/pricing")
    }
    expect(warn.mock.calls).toEqual([["return-page-unknown"]])
    vi.stubEnv("NODE_ENV", "production")
    const inProduction = vi.fn()
    const logger = { warn: inProduction, error: () => undefined }
    await expect(NextAuth(passwordConfig({ logger })).requireAuth()).rejects.toThrow("NEXT_REDIRECT")
    expect(inProduction).not.toHaveBeenCalledWith("return-page-unknown")
  })

  test("reads the session with getSession, and changes it with updateSession", async () => {
    const config = passwordConfig({ callbacks: { jwt: ({ token, session }) => Object.assign(token, session) } })
    const { getSession, unstable_update, updateSession } = NextAuth(config)
    expect(await getSession()).toBeNull()
    const { headers } = await mintSession(config, { id: "ada", name: "Ada" }, { url: "https://app.test/api/auth" })
    request.headers.set("cookie", headers.cookie)
    expect(await getSession()).toMatchObject({ user: { name: "Ada" } })
    expect(await updateSession({ name: "Countess" })).toMatchObject({ user: { name: "Countess" } })
    expect(jar.has("__Host-latchkit.session-token")).toBe(true)
    expect(unstable_update).toBe(updateSession)
  })

  test.each([
    [
      "another site as its target",
      { redirectTo: "https://evil.test" },
      { redirectTo: ["Expected an address of this site"] },
    ],
    ["a provider that there is not", { providerId: "nope" }, { providerId: ["Expected the id of a provider"] }],
    ["a file for a provider", { providerId: new File([""], "x") }, { providerId: ["Expected a text"] }],
  ])("with %s returns the form's errors and does nothing else", async (_, fields, wrong) => {
    const { signIn } = NextAuth(passwordConfig())
    const data = form({ providerId: "credentials", ...ADA })
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    expect(await signIn(undefined, data)).toEqual({
      failed: true,
      code: "InvalidForm",
      fieldErrors: { ...none, ...wrong },
      formErrors: [],
    })
    expect(jar.size).toBe(0)
  })

  test("returns an error if the form sets a parameter that Latchkit sets itself", async () => {
    const acme = { id: "acme", name: "Acme", type: "oidc", issuer: "https://a.test", clientId: "c" } as const
    const { signIn } = NextAuth({ ...passwordConfig(), providers: [acme] })
    const data = form({ "authorizationParams-redirect_uri": "https://evil.test" })
    expect(await signIn("acme", data)).toEqual({
      failed: true,
      code: "InvalidForm",
      fieldErrors: { ...none, authorizationParams: [expect.stringContaining("redirect_uri")] },
      formErrors: [],
    })
  })

  test("signs in with a valid form, and redirects", async () => {
    const { signIn } = NextAuth(passwordConfig())
    const data = form({ ...ADA, redirectTo: "/in", $ACTION_ID_1: "" })
    await expect(signIn("credentials", data)).rejects.toMatchObject({ digest: expect.stringContaining("/in") })
    expect([...jar.keys()]).toContain("__Host-latchkit.session-token")
  })

  test("leads to the methods for an address, with a cookie that remembers it", async () => {
    const { handlers, signIn } = NextAuth(passwordConfig({ flow: "identifier-first", pages: { signIn: "/in" } }))
    const sent = await signIn(undefined, form({ email: "ada@example.com", redirectTo: "/journal" })).catch(
      (thrown: unknown) => thrown,
    )
    const [, , address = ""] = String(Object(sent).digest).split(";") // `NEXT_REDIRECT;<kind>;<address>;…`
    const location = new URL(address, "https://app.test")
    expect(location.pathname).toBe("/in")
    expect(location.searchParams.get("step")).toBe("method")
    expect(location.searchParams.get("callbackUrl")).toBe("https://app.test/journal")
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const url = `https://app.test/api/auth/sign-in-props${location.search}`
    const response = await handlers.GET(new Request(url, { headers: { cookie } }))
    expect(await response.json()).toMatchObject({ identifier: "ada@example.com", rejected: false })
    expect(jar.has("__Host-latchkit.session-token")).toBe(false)
  })

  test("redirects through `redirect` of `next/navigation`, which the app may mock", async () => {
    const redirect = vi.fn<(url: string) => never>(() => {
      throw new Error("mocked")
    })
    vi.doMock("next/navigation", () => ({ redirect }))
    onTestFinished(() => vi.doUnmock("next/navigation"))
    const { signIn } = NextAuth(passwordConfig())
    await expect(signIn("credentials", form({ ...ADA, redirectTo: "/in" }))).rejects.toThrow("mocked")
    expect(redirect).toHaveBeenCalledExactlyOnceWith("https://app.test/in")
  })

  test("returns a message for a wrong password", async () => {
    const { signIn } = NextAuth(passwordConfig())
    expect(await signIn("credentials", form({ ...ADA, password: "wrong" }))).toEqual({
      failed: true,
      code: "CredentialsSignin",
      fieldErrors: none,
      formErrors: [en.errors.CredentialsUsername],
      providerId: "credentials",
      values: { username: ADA.username },
    })
    expect(jar.size).toBe(0)
  })

  test("throws for a wrong password if it passes options instead of a form", async () => {
    const { signIn } = NextAuth(passwordConfig())
    await expect(signIn("credentials", { ...ADA, password: "wrong" })).rejects.toMatchObject({
      type: "CredentialsSignin",
    })
  })

  test("adds parameters of its own to the authorization request of a form", async () => {
    const issuer = await fakeIssuer()
    const acme = { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, clientId: "c" } as const
    const { signIn } = NextAuth({ ...passwordConfig(), fetch: issuer.fetch, providers: [acme] })
    const data = form({
      redirectTo: "/in",
      "authorizationParams-login_hint": "ada",
      "authorizationParams-prompt": "none",
    })
    const leaving = signIn("acme", data, { prompt: "login" })
    await expect(leaving).rejects.toMatchObject({ digest: expect.stringMatching(/prompt=login/) })
    await expect(leaving).rejects.toMatchObject({ digest: expect.stringMatching(/login_hint=ada/) })
  })

  test("signs out with a form, and returns an error if the form is invalid", async () => {
    const { signIn, signOut } = NextAuth(passwordConfig())
    await expect(signIn("credentials", form(ADA))).rejects.toBeDefined()
    expect(await signOut(form({ redirectTo: "https://evil.test" }))).toMatchObject({
      failed: true,
      code: "InvalidForm",
    })
    await expect(signOut(form({ redirectTo: "/bye", $ACTION_ID_1: "" }))).rejects.toMatchObject({
      digest: expect.stringContaining("/bye"),
    })
  })

  test("returns the URL of a sign-out without a redirect, and Auth.js's object with the preset", async () => {
    expect(await NextAuth(passwordConfig()).signOut({ redirect: false, redirectTo: "/bye" })).toBe(
      "https://app.test/bye",
    )
    const moved = NextAuth({ ...authjs(), ...passwordConfig() })
    expect(await moved.signOut({ redirect: false, redirectTo: "/bye" })).toMatchObject({
      redirect: "https://app.test/bye",
      cookies: [expect.objectContaining({ name: expect.any(String), options: expect.any(Object) })],
    })
  })

  test("throws a rejected sign-in with the preset, for the app's own catch", async () => {
    const { signIn } = NextAuth({ ...authjs(), ...passwordConfig() })
    const rejected = signIn("credentials", form({ ...ADA, password: "wrong" }))
    await expect(rejected).rejects.toBeInstanceOf(AuthError)
    await expect(rejected).rejects.toBeInstanceOf(CredentialsSignin)
  })
})
