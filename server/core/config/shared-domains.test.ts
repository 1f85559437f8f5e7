import { describe, expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { passwordConfig } from "../../test-kit/password-service.ts"
import type { AuthConfig } from "../../service/config.ts"

/** Requests a page of the configuration, as an object or as a function of the request. */
async function respond(config: Partial<AuthConfig>, isFunction: boolean, env: Record<string, string> = {}) {
  const errors: string[] = []
  const logger = { error: ({ message }: Error) => void errors.push(message), warn: () => {}, debug: () => {} }
  const whole = passwordConfig({ ...config, logger })
  const auth = createAuth(isFunction ? () => whole : whole, { env: { AUTH_URL: "https://app.test/auth", ...env } })
  const statuses = [(await cookieClient(auth).get("/csrf")).status, (await cookieClient(auth).get("/csrf")).status]
  return { statuses, errors }
}

const withDomain = (domain: string): Partial<AuthConfig> => ({
  cookies: { sessionToken: { name: "s", options: { domain } } },
})

describe.each([false, true])("a configuration (as a function: %s)", (isFunction) => {
  test.each([
    "com",
    "co.uk",
    ".co.uk",
    "CO.UK",
    "vercel.app",
    ".github.io",
    "pages.dev",
    "xn--p1ai",
    "s3.amazonaws.com",
  ])("with the cookie domain %s is an error, because it is a public suffix (threat 685)", async (domain) => {
    const { statuses, errors } = await respond(withDomain(domain), isFunction)
    expect(statuses).toEqual([500, 500])
    expect(errors.join()).toMatch(/`cookies.sessionToken.options.domain` is .*below this public suffix/)
  })

  test.each([
    "https://*.vercel.app",
    "https://acme-*.vercel.app",
    "https://*-acme.vercel.app:8443",
    "https://a.*.co.uk",
  ])("with the wildcard %s is an error, because anyone can register such a host (threat 685)", async (pattern) => {
    const { statuses, errors } = await respond({ redirectProxyOrigins: [pattern] }, isFunction)
    expect(statuses).toEqual([500, 500])
    expect(errors.join()).toContain(`\`redirectProxyOrigins\` contains ${JSON.stringify(pattern)}`)
  })

  test.each([
    ["a domain of its own", withDomain("acme.co.uk")],
    ["a project's domain", withDomain("acme.vercel.app")],
    ["a local domain", withDomain("localhost")],
    ["an exact origin", { redirectProxyOrigins: ["https://acme-7.vercel.app"] }],
    [
      "a wildcard below a domain of its own",
      { redirectProxyOrigins: ["https://*.preview.acme.com", "https://*.acme.co.uk"] },
    ],
  ])("with %s is fine", async (_, config) => {
    expect(await respond(config, isFunction)).toEqual({ statuses: [200, 200], errors: [] })
  })
})

test("a wildcard in AUTH_REDIRECT_PROXY_ORIGINS is checked too (threat 685)", async () => {
  const env = { AUTH_REDIRECT_PROXY_ORIGINS: "https://app.acme.com,https://*.netlify.app" }
  expect((await respond({}, false, env)).statuses).toEqual([500, 500])
})
