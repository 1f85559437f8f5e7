import { expect, test, vi } from "vitest"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const SITE = "https://app.test"

/** Callbacks as guides show them and apps write them. */
const CALLBACKS: Record<string, (given: { url: string; baseUrl: string }) => string> = {
  "adds the site to a path": ({ url, baseUrl }) => {
    if (url.startsWith("/")) return `${baseUrl}${url}`
    return new URL(url).origin === baseUrl ? url : baseUrl
  },
  "looks at the beginning": ({ url, baseUrl }) => (url.startsWith(baseUrl) ? url : baseUrl),
  "lets everything through": ({ url }) => url,
}

const HOSTILE = [
  [
    "a path that browsers read as a host (threat 4)",
    ["//evil.test", "///evil.test", "https://app.test//evil.test", "/.//evil.test"],
  ],
  ["backslashes (threat 6)", ["/\\evil.test", "\\\\evil.test", "https://app.test\\@evil.test", "/\\/evil.test"]],
  [
    "user information (threat 3)",
    ["https://app.test@evil.test/", "https://app.test:x@evil.test/", "https://u:p@app.test/"],
  ],
] as const

test.each(Object.entries(CALLBACKS))("a redirect callback that %s can't be exploited", async (name, redirect) => {
  const browser = cookieClient(passwordService({ callbacks: { redirect } }))
  for (const [attack, candidates] of HOSTILE) {
    for (const callbackUrl of candidates) {
      const to = (await browser.signInWith("credentials", { ...ADA, callbackUrl })).headers.get("location") ?? ""
      const { origin, pathname, username, password } = new URL(to)
      const own = origin === SITE && !pathname.startsWith("//")
      // A callback may allow another site on purpose, but only if the URL doesn't look like a path of this site
      const chosen = name === "lets everything through" && origin !== SITE
      expect([own || chosen, username, password], `${attack}: ${callbackUrl} → ${to}`).toEqual([true, "", ""])
    }
  }
})

test.each(Object.entries(CALLBACKS))("a redirect callback that %s allows the app's own pages", async (_, redirect) => {
  const browser = cookieClient(passwordService({ callbacks: { redirect } }))
  const callbackUrl = `${SITE}/in?a=1#b`
  expect((await browser.signInWith("credentials", { ...ADA, callbackUrl })).headers.get("location")).toBe(callbackUrl)
})

test.each(Object.entries(CALLBACKS))(
  "a redirect callback that %s doesn't keep users from signing in if it throws (threat 17)",
  async (_, redirect) => {
    const browser = cookieClient(passwordService({ callbacks: { redirect } }))
    for (const value of ["x", "%", "https://", "javascript:alert(1)"]) {
      browser.jar.set("__Host-latchkit.callback-url", { value })
      for (const path of ["/signin", `/signin?callbackUrl=${encodeURIComponent(value)}`, "/signout", "/session"])
        expect((await browser.get(path)).status).toBe(200)
      const answer = await browser.signInWith("credentials", { ...ADA, callbackUrl: value })
      expect(new URL(answer.headers.get("location") ?? "").origin).toBe(SITE)
      expect(await (await browser.get("/session")).json()).not.toBeNull()
    }
  },
)

test.each([undefined, null, {}, 7, [], "javascript:alert(1)"])(
  "a redirect callback that returns %j leads to the site and is logged",
  async (returned) => {
    const error = vi.fn()
    const redirect = () => returned as unknown as string
    const browser = cookieClient(passwordService({ callbacks: { redirect }, logger: { error } }))
    const answer = await browser.signInWith("credentials", { ...ADA, callbackUrl: "/in" })
    expect(answer.headers.get("location")).toBe(`${SITE}/`)
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ type: "InvalidCallbackUrl" }))
  },
)

test("says in the log that a target is too long, once", async () => {
  const warn = vi.fn()
  const browser = cookieClient(passwordService({ logger: { warn } }))
  for (const length of [2000, 2100, 2200]) {
    const response = await browser.signInWith("credentials", { ...ADA, callbackUrl: `/a?x=${"y".repeat(length)}` })
    const to = response.headers.get("location") ?? ""
    expect([length, to.length > 2000]).toEqual([length, length === 2000])
  }
  expect(warn.mock.calls.filter(([code]) => code === "long-callback-url")).toHaveLength(1)
})
