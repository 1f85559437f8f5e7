import { parseSetCookie } from "cookie"
import { expect, test } from "vitest"
import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth } from "../../server/auth.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { startIdp } from "../idp/idp.ts"
import { PEOPLE } from "../idp/people.ts"

const BASE = "https://app.test/auth"

/** Follows the provider's pages as a user who signs in and agrees. Returns the callback's path. */
async function visit(url: string, jar: Map<string, string>): Promise<string> {
  const seen: { next: string; form?: URLSearchParams | undefined } = { next: url }
  for (let hop = 0; hop < 12 && !seen.next.startsWith(BASE); hop++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const init = seen.form ? { method: "POST", body: seen.form } : {}
    const response = await fetch(seen.next, { ...init, headers: { cookie }, redirect: "manual" })
    for (const line of response.headers.getSetCookie()) {
      const set = parseSetCookie(line)
      if (set) jar.set(set.name, set.value ?? "")
    }
    const location = response.headers.get("location")
    const [, action] = /action="([^"]+\/(?:login|consent))"/.exec(location ? "" : await response.text()) ?? []
    seen.next = new URL(location ?? action ?? "", seen.next).href
    seen.form = location ? undefined : new URLSearchParams({ sub: PEOPLE[0]?.sub ?? "" })
  }
  return seen.next.slice(BASE.length)
}

test("a real OpenID provider confirms the signed-in user after a new sign-in there (threat 446)", async () => {
  const client = { client_id: "app", client_secret: "s".repeat(43), redirect_uris: [`${BASE}/callback/acme`] }
  const idp = await startIdp({ clients: [client] })
  try {
    const auth = createAuth(
      {
        secret: "s".repeat(32),
        adapter: MemoryAdapter(),
        rateLimit: false,
        providers: [
          {
            id: "acme",
            name: "Acme",
            type: "oidc",
            issuer: idp.issuer,
            clientId: "app",
            clientSecret: client.client_secret,
          },
        ],
      },
      { env: { AUTH_URL: BASE } },
    )
    const [ada, provider] = [cookieClient(auth), new Map<string, string>()]
    const started = await ada.post("/signin/acme", { csrfToken: await ada.csrfToken() })
    await ada.get(await visit(started.headers.get("location") ?? "", provider))
    await new Promise((resolve) => setTimeout(resolve, 2100))
    const page = "/confirm?max_age=1"
    const details = async () =>
      (await (await ada.get(page, { accept: "application/json" })).json()) as Record<string, string> // its shape
    const { attempt = "", csrfToken = "", methods } = await details()
    expect(methods).toEqual(["provider"])
    const asked = await ada.post(page, { attempt, csrfToken, method: "provider", callbackUrl: "/keys" })
    const back = await visit(asked.headers.get("location") ?? "", provider)
    expect((await ada.get(back)).headers.get("location")).toBe("https://app.test/keys")
    expect(await auth.require(ada.request("/keys"), { within: 5 })).toMatchObject({ user: {} })
  } finally {
    await idp.stop()
  }
})
