import { afterEach, expect, test, vi } from "vitest"

afterEach(() => vi.unstubAllEnvs())

/** Returns where the tenant's sign-in starts, or `undefined` if the request's host has no tenant. */
async function signInUrl(headers: Record<string, string>): Promise<string | undefined> {
  vi.stubEnv("AUTH_SECRET", "s".repeat(32))
  const { auth } = await import("./tenants/auth.ts")
  const url = `http://${headers["host"]}/auth/providers`
  const providers: unknown = await (await auth.handle(new Request(url, { headers }))).json()
  return (providers as Record<string, { signinUrl: string } | undefined>)["sso-acme"]?.signinUrl // as in /providers
}

// A proxy may pass on a client's X-Forwarded-Host. A tenant's users must get no session at a neighbor's site
test.each<[object, string | undefined]>([
  [{ host: "acme.app.test" }, "http://acme.app.test/auth/signin/sso-acme"],
  [{ host: "other.app.test" }, undefined],
  [{ host: "other.app.test", "x-forwarded-host": "acme.app.test" }, "http://acme.app.test/auth/signin/sso-acme"],
  [{ host: "acme.app.test", "x-forwarded-host": "other.app.test" }, undefined],
  [{ host: "acme.app.test", "x-forwarded-host": "" }, undefined],
  [{ host: "acme.app.test", "x-forwarded-host": "acme.app.test, other.app.test" }, undefined],
])("offers a tenant's provider only at the tenant's own site: %j (threat 310)", async (headers, url) => {
  expect(await signInUrl(headers as Record<string, string>)).toBe(url)
})
