import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js"
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external.js"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { ADA, passwordConfig } from "../../testing/password-service.ts"
import { en } from "../../../components/view/messages/en.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { AuthError, CredentialsSignin, NextAuth } from "./index.ts"

const jar = new Map<string, string>()

// What Next knows of the request that a server action is for
beforeEach(() => {
  vi.stubEnv("AUTH_URL", "https://app.test")
  jar.clear()
  const headers = new Headers({ host: "app.test", origin: "https://app.test" })
  const userspaceMutableCookies = { set: (name: string, value: string) => void jar.set(name, value) }
  const request = { type: "request", phase: "action", headers, userspaceMutableCookies }
  vi.spyOn(workAsyncStorage, "getStore").mockReturnValue({ route: "/" } as never) // what `headers` and `cookies` read of it
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
  test.each([
    [
      "another site as its target",
      { redirectTo: "https://evil.test" },
      { redirectTo: ["Expected an address of this site"] },
    ],
    ["a provider that there is not", { providerId: "nope" }, { providerId: ["Expected the id of a provider"] }],
    ["a file for a provider", { providerId: new File([""], "x") }, { providerId: ["Expected a text"] }],
  ])("with %s answers what is wrong with the form, and nothing else happens", async (_, fields, wrong) => {
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

  test("that names a parameter of the flow's own says so", async () => {
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

  test("whose form holds signs in, and leads on", async () => {
    const { signIn } = NextAuth(passwordConfig())
    const data = form({ ...ADA, redirectTo: "/in", $ACTION_ID_1: "" })
    await expect(signIn("credentials", data)).rejects.toMatchObject({ digest: expect.stringContaining("/in") })
    expect([...jar.keys()]).toContain("__Host-latchkit.session-token")
  })

  test("whose password is wrong returns what to show", async () => {
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

  test("with a wrong password throws where it gives options instead of a form", async () => {
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

  test("signs out with a form, which is told if it asks for what cannot be", async () => {
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

  test("that signs out without a redirect returns the address, with the Auth.js preset as Auth.js does", async () => {
    expect(await NextAuth(passwordConfig()).signOut({ redirect: false, redirectTo: "/bye" })).toBe(
      "https://app.test/bye",
    )
    const moved = NextAuth({ ...authjs(), ...passwordConfig() })
    expect(await moved.signOut({ redirect: false, redirectTo: "/bye" })).toMatchObject({
      redirect: "https://app.test/bye",
      cookies: [expect.objectContaining({ name: expect.any(String), options: expect.any(Object) })],
    })
  })

  test("of an app that moves throws what was rejected, for its own catch", async () => {
    const { signIn } = NextAuth({ ...authjs(), ...passwordConfig() })
    const rejected = signIn("credentials", form({ ...ADA, password: "wrong" }))
    await expect(rejected).rejects.toBeInstanceOf(AuthError)
    await expect(rejected).rejects.toBeInstanceOf(CredentialsSignin)
  })
})
