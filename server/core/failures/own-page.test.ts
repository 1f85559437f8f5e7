import { expect, test } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const broken: Partial<AuthConfig> = { secret: "", pages: { error: "/oops?from=auth" } }
const errorPageUrl = "/oops?from=auth&error=Configuration"
const fetchPage = (config: Partial<AuthConfig>, path: string, headers: HeadersInit = {}) =>
  cookieClient(passwordService(config)).get(path, headers)

test.each(["/signin", "/signout", "/error", "/verify-request", "/signin?callbackUrl=%2Fjournal"])(
  "redirects to the app's own error page if the configuration is invalid: %s",
  async (path) => {
    const answer = await fetchPage(broken, path)
    expect([answer.status, answer.headers.get("location")]).toEqual([302, errorPageUrl])
  },
)

test("a request for anything but a page gets status 500, as without an error page", async () => {
  for (const path of ["/session", "/csrf", "/providers"]) expect((await fetchPage(broken, path)).status).toBe(500)
  const posted = await cookieClient(passwordService(broken)).post("/signin/credentials", {})
  expect(posted.status).toBe(500)
})

test("an untrusted host also leads to the error page, on any host", async () => {
  const config = { pages: { error: "/oops" } }
  const person = cookieClient(passwordService(config, { NODE_ENV: "production" }))
  const answer = await person.get("/signin", { host: "evil.test" })
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/oops?error=Configuration"])
  expect((await person.get("/session", { host: "evil.test" })).status).toBe(500)
})

test.each<[string, string, string]>([
  ["is the page that the user requested", "/oops", "/signin?callbackUrl=https%3A%2F%2Fapp.test%2Foops%3Fa%3Db"],
  ["is one of Latchkit's pages", "/auth/error", "/signin"],
  ["isn't a path", "oops", "/signin"],
])("the error page isn't used if it %s", async (_, error, path) => {
  const answer = await fetchPage({ secret: "", pages: { error } }, path)
  expect([answer.status, answer.headers.get("location")]).toEqual([500, null])
})
