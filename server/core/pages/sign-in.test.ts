import { describe, expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"
import { GitHub } from "../../providers/index.ts"

describe("a cached sign-in page", () => {
  const config = { trustHost: true, providers: [GitHub({ clientId: "x", clientSecret: "y" })], secret: "s".repeat(32) }
  const jar = "__Host-latchkit.last-used=github"
  const asked: [what: string, path: string, headers?: Record<string, string>][] = [
    ["the first", "/signin"],
    ["where to go", "/signin?callbackUrl=/account"],
    [
      "a hostile target",
      `/signin?callbackUrl=${encodeURIComponent('/"><script>alert(1)</script>\uFDD0csrfToken\uFDD1')}`,
    ],
    ["an error", "/signin?error=OAuthCallbackError"],
    ["an error and a code", "/signin?error=CredentialsSignin&code=locked"],
    ["an email address", "/signin?error=EmailSignin&email=ada@example.com"],
    ["the provider of the last time", "/signin", { cookie: jar }],
    ["another language", "/signin", { "accept-language": "de" }],
    ["another host", "/signin", { host: "other.test" }],
    ["another host's targets", "/signin?callbackUrl=https://app.test/x", { host: "other.test" }],
  ]
  // Each page has its own token. Everything else must equal the page of a new server
  const pageFor = async (auth: ReturnType<typeof createAuth>, path: string, headers = {}) => {
    const html = await (await auth.handle(new Request(`https://app.test/auth${path}`, { headers }))).text()
    const [token = ""] = /(?<=name="csrfToken" value=")[0-9a-f]{64}/.exec(html) ?? []
    return { token, html: html.replaceAll(token, "TOKEN") }
  }
  const fresh = () => createAuth(config, { env: {} })
  const busy = fresh()

  test.each([...asked, ...asked])("contains nothing of another user: %s (threat 197)", async (_, path, headers) => {
    const [first, second] = [await pageFor(busy, path, headers), await pageFor(busy, path, headers)]
    expect(first.html).toBe((await pageFor(fresh(), path, headers)).html)
    expect(second.html).toBe(first.html)
    expect(first.token).toHaveLength(64)
    expect(second.token).not.toBe(first.token)
    expect(first.html).not.toMatch(/[\uFDD0\uFDD1]/)
  })

  test("stays correct while requests have many different hosts and languages", async () => {
    for (let context = 0; context < 60; context++) {
      const headers = { host: `h${context}.test`, "accept-language": `de, x-${context}` }
      const { html } = await pageFor(busy, "/signin", headers)
      expect(html).toContain(`action="https://h${context}.test/auth/signin/github"`)
    }
  })
})
