import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js"
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external.js"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { ADA, passwordConfig } from "../../testing/password-service.ts"
import { NextAuth } from "./index.ts"

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
    expect(await signIn(undefined, data)).toEqual({ failed: true, fieldErrors: { ...none, ...wrong }, formErrors: [] })
    expect(jar.size).toBe(0)
  })

  test("that names a parameter of the flow's own says so", async () => {
    const acme = { id: "acme", name: "Acme", type: "oidc", issuer: "https://a.test", clientId: "c" } as const
    const { signIn } = NextAuth({ ...passwordConfig(), providers: [acme] })
    const data = form({ "authorizationParams-redirect_uri": "https://evil.test" })
    expect(await signIn("acme", data)).toEqual({
      failed: true,
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

  test("whose password is wrong throws what was refused", async () => {
    const { signIn } = NextAuth(passwordConfig())
    await expect(signIn("credentials", form({ ...ADA, password: "wrong" }))).rejects.toMatchObject({
      type: "CredentialsSignin",
    })
    expect(jar.size).toBe(0)
  })
})
