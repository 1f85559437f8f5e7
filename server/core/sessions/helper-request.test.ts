import { describe, expect, test } from "vitest"
import { oauthService } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { RequestLike } from "../../service/api.ts"

const person = { sub: "ada", email: "ada@app.test", email_verified: true }
const NAVIGATION_HEADERS = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }

/** Creates an auth instance with a signed-in user, and requests of that user with extra headers. */
async function signInWithProvider() {
  const service = await oauthService()
  const browser = service.browser()
  await service.enter(browser, person)
  const asked = (headers: Record<string, string>) => ({ headers: { cookie: browser.cookieHeader(), ...headers } })
  return { ...service, asked }
}

const CROSS_SITE_REQUESTS: [string, Record<string, string>][] = [
  ["a form of another site", { origin: "https://evil.test", "sec-fetch-site": "cross-site" }],
  ["a link of another site", { "sec-fetch-site": "cross-site", ...NAVIGATION_HEADERS }],
  ["a link of a sibling host", { "sec-fetch-site": "same-site", ...NAVIGATION_HEADERS }],
  ["an image of another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
  ["a frame of another site", { "sec-fetch-site": "cross-site", ...NAVIGATION_HEADERS, "sec-fetch-dest": "iframe" }],
]
const SAME_SITE_REQUESTS: [string, Record<string, string>][] = [
  ["the site's own form", { origin: "https://app.test", "sec-fetch-site": "same-origin" }],
  ["a typed address", { "sec-fetch-site": "none", ...NAVIGATION_HEADERS }],
  ["a client that is no browser", {}],
]

describe.each(CROSS_SITE_REQUESTS)("a route of the app that %s requests (threat 35)", (name, headers) => {
  const isLink = name.startsWith("a link")

  test("signs no user out, and changes or ends no session", async () => {
    const { auth, asked } = await signInWithProvider()
    const rejected = { type: "InvalidRequest", cause: { status: 403 } }
    const [session] = await auth.listSessions(asked({}))
    await expect(auth.signOut(asked(headers))).rejects.toMatchObject(rejected)
    await expect(auth.updateSession(asked(headers), { name: "Eve" })).rejects.toMatchObject(rejected)
    await expect(auth.revokeSession(asked(headers), session?.id ?? "")).rejects.toMatchObject(rejected)
    await expect(auth.revokeOtherSessions(asked(headers))).rejects.toMatchObject(rejected)
    expect(await auth.getSession(asked({}))).toMatchObject({ user: { email: person.email } })
  })

  test("returns no access token unless the user follows a link to the page", async () => {
    const { auth, asked } = await signInWithProvider()
    const token = auth.getAccessToken(asked(headers), "acme")
    if (isLink) expect((await token).accessToken).toMatch(/^access-/)
    else await expect(token).rejects.toMatchObject({ type: "InvalidRequest" })
  })

  test("opens no session with a password", async () => {
    const signIn = passwordService().signIn({ headers }, "credentials", { fields: ADA })
    await expect(signIn).rejects.toMatchObject({ type: "InvalidRequest" })
  })

  test("starts a sign-in at a provider only for a link, and never one that would link an account", async () => {
    const { auth, asked } = await signInWithProvider()
    const signedOut: RequestLike = { headers }
    if (isLink) {
      expect((await auth.signIn(signedOut, "acme")).url).toContain("client_id=client")
      const { url, cookies } = await auth.signIn(asked(headers), "acme", { redirectTo: "/account" })
      expect(url).toBe(
        `https://app.test/auth/signin?${new URLSearchParams({ callbackUrl: "https://app.test/account" })}`,
      )
      expect(cookies.filter((line) => line.includes("state"))).toEqual([])
    } else {
      await expect(auth.signIn(signedOut, "acme")).rejects.toMatchObject({ type: "InvalidRequest" })
      await expect(auth.signIn(asked(headers), "acme")).rejects.toMatchObject({ type: "InvalidRequest" })
    }
  })
})

describe.each(SAME_SITE_REQUESTS)("a route of the app that %s requests", (_, headers) => {
  test("does what the request asks for", async () => {
    const { auth, asked } = await signInWithProvider()
    expect((await auth.signIn(asked(headers), "acme")).url).toContain("client_id=client")
    expect((await auth.getAccessToken(asked(headers), "acme")).accessToken).toMatch(/^access-/)
    expect((await auth.updateSession(asked(headers), {})).session).not.toBeNull()
    expect(await auth.revokeOtherSessions(asked(headers))).toBe(0)
    const [session] = await auth.listSessions(asked({}))
    expect(await auth.revokeSession(asked(headers), session?.id ?? "")).toBe(true)
    expect((await auth.signOut(asked(headers))).url).toBe("https://app.test/")
  })
})

test("leads to the sign-in page if a link of another site names no provider", async () => {
  const auth = passwordService({ adapter: MemoryAdapter(), session: { strategy: "jwt" } })
  const { url } = await auth.signIn({ headers: { "sec-fetch-site": "cross-site", ...NAVIGATION_HEADERS } })
  expect(url).toContain("https://app.test/auth/signin")
})

test("skips the pseudo-headers of HTTP/2", async () => {
  const { auth, asked } = await signInWithProvider()
  const request = asked({ ":path": "/", ":method": "GET", ":authority": "app.test", ":scheme": "https" })
  expect((await auth.getSession(request))?.user?.email).toBe(person.email)
})
