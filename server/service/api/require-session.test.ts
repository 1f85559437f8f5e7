import { expect, test } from "vitest"
import { cookieClient } from "../../testing/cookie-client.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"

const PAGE = "https://app.test/journal?day=1"
const NAVIGATION = { accept: "text/html", "sec-fetch-mode": "navigate" }

test("requireSession returns the session, with cookies that extend it and no caching", async () => {
  const auth = passwordService({ session: { updateAge: 0 } })
  const ada = cookieClient(auth)
  await ada.signInWith("credentials", ADA)
  const found = await auth.requireSession(ada.request("/journal"))
  expect(found.response).toBeUndefined()
  expect(found.session?.user?.name).toBe("Ada")
  expect(found.headers?.get("cache-control")).toBe("private, no-store")
  expect(found.headers?.getSetCookie().join()).toContain("session-token")
})

test("requireSession redirects a page to the sign-in page and back, and responds with 401 to a script", async () => {
  const auth = passwordService()
  const { response } = await auth.requireSession(new Request(PAGE, { headers: NAVIGATION }))
  const location = new URL(response?.headers.get("location") ?? "")
  expect([response?.status, location.pathname]).toEqual([303, "/auth/signin"])
  expect(location.searchParams.get("callbackUrl")).toBe(PAGE)
  expect(response?.headers.get("cache-control")).toBe("private, no-store")
  const own = await auth.requireSession(new Request(PAGE, { headers: NAVIGATION }), { redirectTo: "/start" })
  expect(own.response?.headers.get("location")).toContain(encodeURIComponent("https://app.test/start"))
  const script = await auth.requireSession(new Request(PAGE, { headers: { "sec-fetch-mode": "cors" } }))
  expect(script.response?.status).toBe(401)
})

test("a page's redirect and a script's JSON lead to the sign-in page below the site's path", async () => {
  const auth = passwordService({}, { AUTH_URL: "https://app.test/shop/auth" })
  // A proxy took `/shop` off, and the request has the app's own host
  const respond = async (headers: Record<string, string>) =>
    (await auth.requireSession(new Request("http://10.0.0.5/journal?day=1", { headers }))).response
  const query = new URLSearchParams({ callbackUrl: "https://app.test/shop/journal?day=1" })
  const signIn = `https://app.test/shop/auth/signin?${query}`
  expect((await respond(NAVIGATION))?.headers.get("location")).toBe(signIn)
  const script = await respond({ "sec-fetch-mode": "cors" })
  expect([script?.status, await script?.json()]).toEqual([401, { error: "SessionRequired", url: signIn }])
})
