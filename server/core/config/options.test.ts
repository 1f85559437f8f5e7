import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import {
  Apple,
  Credentials,
  customFetch,
  Email,
  GitHub,
  Google,
  Keycloak,
  Nodemailer,
  OAuth,
  Passkey,
  Password,
  Resend,
} from "../../providers/index.ts"
import type { AuthConfig } from "../../service/config.ts"

const mail = Nodemailer({ server: undefined, from: "hello@acme.test" })

/** Creates a service from JavaScript, which has no types. Returns what it logged. */
async function logged(config: object, env: Record<string, string> = {}): Promise<string[]> {
  const errors: string[] = []
  const logger = { error: (error: Error) => void errors.push(error.message), warn: vi.fn(), debug: vi.fn() }
  const given = { adapter: MemoryAdapter(), providers: [mail], secret: "s".repeat(32), logger, ...config }
  const auth = createAuth(given as AuthConfig, { env: { NODE_ENV: "development", ...env } })
  await auth.handle(new Request("http://localhost:3000/auth/session"))
  return errors
}

const CLIENT = { clientId: "id", clientSecret: "secret" }
const github = (options: object) => GitHub({ ...CLIENT, ...options })
const field = (credentials: object) => Credentials({ credentials: credentials as never, authorize: () => null })

describe("in development, an option that Latchkit doesn't have is an error", () => {
  test.each<[object, string]>([
    [{ trustedOrigin: [] }, "`trustedOrigin` isn't an option. Did you mean `trustedOrigins`?"],
    [{ onSignIn: () => true }, "`onSignIn` isn't an option"],
    [{ session: { maxage: 60 } }, "`session.maxage` isn't an option. Did you mean `maxAge`?"],
    [{ session: { remember: { short: 60 } } }, "`session.remember.short` isn't an option. Did you mean `shortMaxAge`?"],
    [{ callbacks: { signin: () => true } }, "`callbacks.signin` isn't an option. Did you mean `signIn`?"],
    [
      { pages: { login: "/login" } },
      "`pages.login` isn't an option. Use signIn, signOut, error, verifyRequest, newUser",
    ],
    [{ account: { deletion: { days: 3 } } }, "`account.deletion.days` isn't an option. Did you mean `graceDays`?"],
    [
      { cookies: { sessionToken: { options: { samesite: "lax" } } } },
      "`cookies.sessionToken.options.samesite` isn't an option. Did you mean `sameSite`?",
    ],
    [
      { nativeApps: { app: { redirectUris: ["acme.app:/x"], title: "A" } } },
      "`nativeApps.app.title` isn't an option. Use name, redirectUris",
    ],
    [
      { steps: [{ id: "a", url: "/a", needed: () => false, handler: () => {} }] },
      "`steps[0].handler` isn't an option. Did you mean `handle`?",
    ],
    [
      { providers: [field({ email: { lable: "Email" } }), mail] },
      "`Credentials().credentials.email.lable` isn't an option. Did you mean `label`?",
    ],
    [
      { providers: [field({ email: { hint: "Email" } }), mail] },
      "`Credentials().credentials.email.hint` isn't an option. Use label, type, placeholder, value, autocomplete, required",
    ],
    [
      { messages: { en: { signIn: { titel: "Hello" } } } },
      "`messages.en.signIn.titel` isn't an option. Did you mean `title`?",
    ],
    [
      { messages: { de: { signin: { title: "Hallo" } } } },
      "`messages.de.signin` isn't an option. Did you mean `signIn`?",
    ],
  ])("%o", async (config, sentence) => {
    expect(await logged(config)).toEqual([sentence])
  })

  test("but not for options that a provider's function has of its own, and not for a sentence with plural forms", async () => {
    const github = GitHub({ ...CLIENT, baseUrl: "https://git.acme.test", scopes: "read:user", [customFetch]: fetch })
    const own = { ...Google(CLIENT), id: "google-work", extraField: true }
    const messages = { en: { signIn: { tryAgainIn: { one: "Wait", few: "Wait", other: "Wait" } } } }
    expect(await logged({ providers: [github, own, Apple, mail], messages })).toEqual([
      expect.stringContaining("apple"),
    ])
  })

  test("and each request gets a configuration error", async () => {
    const given = { providers: [mail], adapter: MemoryAdapter(), secret: "s".repeat(32), logger: { error: vi.fn() } }
    const statusOf = async (config: object, NODE_ENV: string) => {
      const env = { NODE_ENV, AUTH_URL: "http://localhost:3000" }
      const auth = createAuth({ ...given, ...config } as AuthConfig, { env })
      return (await auth.handle(new Request("http://localhost:3000/auth/session"))).status
    }
    expect(await statusOf({ session: { maxage: 60 } }, "development")).toBe(500)
    expect(await statusOf({ session: { maxage: 60 } }, "production")).toBe(200)
    expect(await statusOf({}, "development")).toBe(200)
  })

  test("in production it is a warning", async () => {
    const warn = vi.fn()
    const logger = { error: vi.fn(), warn }
    const config = { providers: [], secret: "s".repeat(32), trustedOrigin: [], logger } as AuthConfig
    createAuth(config, { env: { NODE_ENV: "production", AUTH_URL: "https://acme.test", AUTH_TRUSTED_PROXIES: "0" } })
    expect(warn.mock.calls).toContainEqual(["unknown-option"])
  })

  test("but not with the preset of Auth.js, or if it is undefined", async () => {
    const typo = { session: { maxage: 60 } }
    expect(await logged({ ...authjs(), ...typo })).toEqual([])
    expect(await logged({ session: { maxage: undefined } })).toEqual([])
  })
})

describe("a value that is never right is an error", () => {
  test.each<[object, string]>([
    [
      { providers: [undefined] },
      "`providers[0]` is undefined. Set it to a provider such as `GitHub()`, or leave it out",
    ],
    [{ providers: [mail, false] }, "`providers[1]` is false. Set it to a provider such as `GitHub()`, or leave it out"],
    [
      { providers: ["github"] },
      "`providers[0]` is a text of 6 characters. Set it to a provider such as `GitHub()`, or leave it out",
    ],
    [{ providers: { mail } }, "`providers` is an object. Set it to a list, such as `[GitHub()]`"],
    [{ providers: GitHub }, "`providers` is a function. Set it to a list, such as `[GitHub()]`"],
    [
      { providers: [Promise.resolve(GitHub(CLIENT))] },
      "`providers[0]` is a Promise. Set it to a provider such as `GitHub()`, or leave it out",
    ],
    [{ providers: [{ GitHub }] }, "`providers[0].id` is undefined. Set it to a string"],
    [{ providers: [github({ clientId: 5 })] }, "`providers[0].clientId` is 5. Set it to a string"],
    [
      { providers: [github({ clientSecret: { value: "s3cret" } })] },
      "`providers[0].clientSecret` is an object. Set it to a string, or a function",
    ],
    [
      { providers: [github({ authorization: 5 })] },
      "`providers[0].authorization` is 5. Set it to a string, or an object",
    ],
    [
      { providers: [github({ authorization: { params: "scope=x" } })] },
      "`providers[0].authorization.params` is a text of 7 characters. Set it to an object",
    ],
    [{ providers: [github({ scopes: ["read:user"] })] }, "`providers[0].scopes` is a list. Set it to a string"],
    [
      { providers: [github({ checks: "pkce" })] },
      '`providers[0].checks` is "pkce". Set it to a list of "none" or "state" or "nonce" or "pkce"',
    ],
    [
      { providers: [github({ checks: ["pkse"] })] },
      '`providers[0].checks` is the list ["pkse"]. Set it to a list of "none"',
    ],
    [
      { providers: [github({ profile: "id" })] },
      "`providers[0].profile` is a text of 2 characters. Set it to a function",
    ],
    [
      { providers: [github({ allowDangerousEmailAccountLinking: "yes" })] },
      '`providers[0].allowDangerousEmailAccountLinking` is "yes". Set it to true or false',
    ],
    [{ providers: [github({ style: "dark" })] }, "`providers[0].style` is a text of 4 characters. Set it to an object"],
    [
      { providers: [{ ...Google(CLIENT), emailTrust: true }] },
      '`providers[0].emailTrust` is true. Set it to "claim" or',
    ],
    [{ providers: [OAuth({ id: 5, name: "X", ...CLIENT } as never)] }, "`providers[0].id` is 5. Set it to a string"],
    [
      { providers: [{ id: "saml", name: "SAML", type: "saml" }] },
      'The provider "saml" has the unknown type "saml". Use a function of latchkit/providers to create it',
    ],
    [
      { providers: [{ id: "post", name: "Post", type: "email" }] },
      "`providers[0].sendVerificationRequest` is undefined. Set it to a function",
    ],
    [
      { providers: [Email({ sendVerificationRequest: "now" } as never)] },
      "`providers[0].sendVerificationRequest` is a text of 3 characters. Set it to a function",
    ],
    [{ providers: [Resend({ from: 5 } as never)] }, "`providers[0].from` is 5. Set it to a string"],
    [
      { providers: [Nodemailer({ server: 25, from: "a@acme.test" } as never)] },
      "`providers[0].server` is 25. Set it to a string, or an object",
    ],
    [{ providers: [field(["email"])] }, "`providers[0].credentials` is a list. Set it to an object"],
    [
      { providers: [field({ email: "Email" })] },
      "`providers[0].credentials.email` is a text of 5 characters. Set it to an object",
    ],
    [
      { providers: [Passkey({ relyingParty: { id: 5 } } as never)] },
      "`providers[0].relyingParty.id` is 5. Set it to a string",
    ],
    [
      { providers: [mail, Password({ signUp: "yes" } as never)] },
      '`signUp` of `Password()` is "yes". Set "open", "invite" or "off"',
    ],
    [
      { providers: [mail, Password({ hash: "bcrypt" } as never)] },
      "In `Password()`, `hash` is a text of 6 characters. Set it to an object",
    ],
    [
      { providers: [JSON.parse(JSON.stringify(Password())), mail] },
      "A provider has lost what `Password()` brings. Use `Password()` itself",
    ],
    [{ secret: 12 }, "`secret` is of the type number. Set it to a string, or a list of strings"],
    [{ secret: ["s".repeat(32), undefined] }, "`secret` is a list. Set it to a string, or a list of strings"],
    [
      { adapter: Promise.resolve({}) },
      "`adapter` is a Promise. Set it to an adapter, such as `SqlAdapter(db)`. If a function creates it, wait for it: `adapter: await createAdapter()`",
    ],
    [
      { adapter: "postgres://db" },
      "`adapter` is a text of 13 characters. Set it to an adapter, such as `SqlAdapter(db)`",
    ],
    [{ adapterTimeout: "5s" }, '`adapterTimeout` is "5s". Set it to a number, or false'],
    [{ basePath: 5 }, "`basePath` is 5. Set it to a string"],
    [{ sitePath: ["/app"] }, "`sitePath` is a list. Set it to a string"],
    [{ session: "jwt" }, "`session` is a text of 3 characters. Set it to an object"],
    [{ session: { strategy: "cookie" } }, '`session.strategy` is "cookie". Set it to "jwt" or "database"'],
    [{ session: { maxAge: "30d" } }, '`session.maxAge` is "30d". Set it to a number of seconds'],
    [{ session: { updateAge: Number.NaN } }, "`session.updateAge` is NaN. Set it to a number of seconds"],
    [{ session: { remember: "yes" } }, '`session.remember` is "yes". Set it to true or false, or an object'],
    [
      { session: { remember: { shortMaxAge: null } } },
      "`session.remember.shortMaxAge` is null. Set it to a number of seconds",
    ],
    [
      { session: { deviceBound: { maxAge: "600" } } },
      '`session.deviceBound.maxAge` is "600". Set it to a number of seconds',
    ],
    [{ session: { maxAccounts: true } }, "`session.maxAccounts` is true. Set it to a number"],
    [{ session: { bearer: "false" } }, '`session.bearer` is "false". Set it to true or false'],
    [
      { session: { generateSessionToken: "abc" } },
      "`session.generateSessionToken` is a text of 3 characters. Set it to a function",
    ],
    [{ steps: { terms: "/terms" } }, "`steps` is an object. Set it to a list"],
    [{ steps: [{ id: "terms", needed: () => true }] }, "`steps[0].url` is undefined. Set it to a string"],
    [{ steps: [{ id: "terms", url: "/terms" }] }, "`steps[0].needed` is undefined. Set it to a function"],
    [{ steps: ["/terms"] }, "`steps[0]` is a text of 6 characters. Set it to an object"],
    [{ secondFactor: "totp" }, '`secondFactor` is "totp". Set it to true or false, or an object'],
    [
      { secondFactor: { trustDevice: { maxAge: -1 } } },
      "`secondFactor.trustDevice.maxAge` is -1. Set it to a number of seconds above 0",
    ],
    [
      { secondFactor: { trustDevice: { maxAge: Infinity } } },
      "`secondFactor.trustDevice.maxAge` is Infinity. Set it to a number of seconds above 0",
    ],
    [
      { secondFactor: { required: "admins" } },
      '`secondFactor.required` is "admins". Set it to true or false, or a function',
    ],
    [
      { secondFactor: { trustDevice: { maxAge: "30d" } } },
      '`secondFactor.trustDevice.maxAge` is "30d". Set it to a number of seconds',
    ],
    [
      { account: { profile: ["phone"] } },
      '`account.profile` is the list ["phone"]. Set it to a list of "name" or "image"',
    ],
    [{ account: { deletion: { graceDays: "14" } } }, '`account.deletion.graceDays` is "14". Set it to a number'],
    [{ account: true }, "`account` is true. Set it to an object"],
    [{ jwt: { encode: true } }, "`jwt.encode` is true. Set it to a function"],
    [{ callbacks: { signIn: true } }, "`callbacks.signIn` is true. Set it to a function"],
    [{ callbacks: () => ({}) }, "`callbacks` is a function. Set it to an object"],
    [{ events: { signIn: "log" } }, "`events.signIn` is a text of 3 characters. Set it to a function"],
    [{ telemetry: { observe: true } }, "`telemetry.observe` is true. Set it to a function"],
    [{ pages: { signIn: 5 } }, "`pages.signIn` is 5. Set it to a string"],
    [{ cookies: { sessionToken: "sid" } }, "`cookies.sessionToken` is a text of 3 characters. Set it to an object"],
    [
      { cookies: { sessionToken: { options: { sameSite: "relaxed" } } } },
      '`cookies.sessionToken.options.sameSite` is "relaxed". Set it to true or false, or "lax" or "strict" or "none"',
    ],
    [{ theme: "dark" }, "`theme` is a text of 4 characters. Set it to an object"],
    [{ theme: { brandColour: "#fff" } }, "`theme.brandColour`"],
    [{ emails: { wordmark: "yes" } }, '`emails.wordmark` is "yes". Set it to true or false'],
    [{ siteName: { en: "Acme" } }, "`siteName` is an object. Set it to a string"],
    [{ languages: "de" }, "`languages` is a text of 2 characters. Set it to a list of strings"],
    [{ messages: { de: "Hallo" } }, "`messages.de` is a text of 5 characters. Set it to an object"],
    [{ logger: console.error }, "`logger` is a function. Set it to an object"],
    [{ debug: "1" }, '`debug` is "1". Set it to true or false'],
    [
      { trustedOrigins: "https://app.test" },
      "`trustedOrigins` is a text of 16 characters. Set it to a list of strings",
    ],
    [{ redirectProxyUrl: true }, "`redirectProxyUrl` is true. Set it to a string"],
    [{ rateLimit: true }, "`rateLimit` is true. Set it to false, or an object"],
    [
      { rateLimit: { limits: { signIn: { points: "5" } } } },
      '`rateLimit.limits.signIn.points` is "5". Set it to a number',
    ],
    [{ rateLimit: { limits: { signIn: 5 } } }, "`rateLimit.limits.signIn` is 5. Set it to an object"],
    [{ rateLimit: { store: {} } }, "`rateLimit.store` is an object. Set it to a function"],
    [{ clock: 0 }, "`clock` is 0. Set it to a function"],
    [{ fetch: "https://proxy.test" }, "`fetch` is a text of 18 characters. Set it to a function"],
    [{ flow: "identifier" }, '`flow` is "identifier". Set it to "all-in-one" or "identifier-first"'],
    [{ domains: { "acme.test": GitHub } }, "`domains.acme.test` is a function. Set it to a string"],
    [{ captcha: { script: "https://captcha.test/x.js" } }, "`captcha.html` is undefined. Set it to a string"],
    [
      { nativeApps: { phone: { redirectUris: "acme.app:/x" } } },
      "`nativeApps.phone.redirectUris` is a text of 11 characters. Set it to a list of strings",
    ],
  ])("%o", async (config, sentence) => {
    const printed = vi.spyOn(console, "error").mockReturnValue()
    const errors = await logged(config)
    const all = [...errors, ...printed.mock.calls.flat()].join("\n")
    printed.mockRestore()
    expect(all).toContain(sentence)
  })

  test("goes to the app's own logger, all of them, and each request gets a configuration error", async () => {
    const config = { session: { maxAge: "30d" }, pages: { signIn: 5 }, debug: "1" }
    expect(await logged(config)).toHaveLength(3)
    const auth = createAuth({ providers: [], logger: { error: vi.fn() }, ...config } as unknown as AuthConfig)
    expect((await auth.handle(new Request("https://acme.test/auth/session"))).status).toBe(500)
  })

  test("isn't printed if it is a secret", async () => {
    const providers = [github({ clientSecret: 8_675_309 })]
    expect((await logged({ providers })).join()).not.toContain("8675309")
    expect((await logged({ secret: 8_675_309 })).join()).not.toContain("8675309")
  })

  test.each([
    ["the password of a database", { adapter: "postgres://ada:hunter2@db/app" }],
    [
      "the password of a mail server",
      { providers: [Nodemailer({ server: ["smtp://ada:hunter2@smtp.test"], from: "a@app.test" } as never)] },
    ],
    ["a secret in place of an object", { jwt: "hunter2hunter2hunter2hunter2" }],
    ["a key in place of a provider", { providers: ["GOCSPX-hunter2hunter2hunter2"] }],
    ["a key in a list", { providers: [github({ scopes: ["hunter2hunter2hunter2"] })] }],
    ["the password of a proxy", { redirectProxyUrl: "ftp://ada:hunter2@proxy.test" }],
    ["a key in the query of a URL", { pages: { signIn: "//login.test?key=hunter2" } }],
  ])("isn't printed if it is %s", async (_, config) => {
    const lines = (await logged(config)).join()
    expect(lines).toContain("Set it to")
    expect(lines).not.toContain("hunter2")
  })

  test.each<[string, (key: string) => object]>([
    ["an object", (key) => ({ jwt: key })],
    ["a list", (key) => ({ steps: key })],
    ["a list of texts", (key) => ({ trustedOrigins: key })],
    ["a function", (key) => ({ session: { generateSessionToken: key } })],
    ["a switch", (key) => ({ debug: key })],
    ["a number", (key) => ({ session: { maxAge: key } })],
    ["a number, in an app of Auth.js", (key) => ({ ...authjs(), jwt: { maxAge: key } })],
    ["a timeout", (key) => ({ adapterTimeout: key })],
    ["an adapter", (key) => ({ adapter: key })],
    ["a provider", (key) => ({ providers: [key] })],
    ["a word", (key) => ({ session: { strategy: key } })],
    ["one of several words", (key) => ({ flow: key })],
    ["a word of a list", (key) => ({ providers: [github({ checks: [key] })] })],
    ["a text", (key) => ({ providers: [github({ scopes: [key] })] })],
    ["a path", (key) => ({ sitePath: key })],
    ["a page", (key) => ({ pages: { signIn: key } })],
    ["an origin", (key) => ({ trustedOrigins: [key] })],
    ["an origin of the environment", (key) => [{}, { AUTH_TRUSTED_ORIGINS: key }]],
    ["a number of the environment", (key) => [{}, { NODE_ENV: "production", AUTH_TRUSTED_PROXIES: key }]],
    ["the site's URL", (key) => [{}, { AUTH_URL: key }]],
    ["a proxy's URL", (key) => ({ redirectProxyUrl: key })],
    ["a proxy's origin", (key) => ({ redirectProxyOrigins: [key] })],
    ["an issuer", (key) => ({ providers: [Google({ ...CLIENT, issuer: key }), mail] })],
    ["an issuer of the environment", (key) => [{ providers: [Keycloak(CLIENT)] }, { AUTH_KEYCLOAK_ISSUER: key }]],
    ["the URL of a sign-out", (key) => ({ providers: [Google({ ...CLIENT, endSession: key })] })],
    ["a cookie's name", (key) => ({ cookies: { sessionToken: { name: `${key};` } } })],
    ["a cookie's domain", (key) => ({ cookies: { sessionToken: { options: { domain: `${key};` } } } })],
    ["a step's id", (key) => ({ steps: [{ id: `${key}!`, url: "/terms", needed: () => false }] })],
    ["a step's page", (key) => ({ steps: [{ id: "terms", url: key, needed: () => false }] })],
    ["a language", (key) => ({ languages: [`${key}!`] })],
    ["a link", (key) => ({ footerLinks: { terms: key } })],
    ["all links", (key) => ({ footerLinks: key })],
    ["a logo", (key) => ({ emails: { logo: key } })],
    ["a text of another kind", (key) => ({ signInNotice: { en: 5, note: key } })],
    ["a theme", (key) => ({ theme: key })],
    ["a limit", (key) => ({ rateLimit: { limits: { signIn: { points: key, seconds: key } } } })],
    ["a hash", (key) => ({ providers: [mail, Password({ hash: { algorithm: key } } as never)] })],
    ["a hash's cost", (key) => ({ providers: [mail, Password({ hash: { params: { m: key } } } as never)] })],
    ["a policy", (key) => ({ providers: [mail, Password({ signUp: key } as never)] })],
    [
      "a passkey's domain",
      (key) => [{ providers: [Passkey({ relyingParty: { id: key } })] }, { AUTH_URL: "https://app.test" }],
    ],
    ["an app's redirect URI", (key) => ({ nativeApps: { phone: { name: "Phone", redirectUris: [key] } } })],
    ["an app's name", (key) => ({ nativeApps: { phone: { name: [key], redirectUris: ["acme.app:/x"] } } })],
    ["the symbol for CSRF", (key) => ({ skipCSRFCheck: key })],
  ])("shows no short key in place of %s", async (_, configWith) => {
    for (const key of ["hunter2", "my-Secret-1", "a1b2 c3d4"]) {
      const [config, env] = [configWith(key)].flat() as [object, Record<string, string>?] // as in each row
      const printed = vi.spyOn(console, "error").mockReturnValue()
      const lines = [...(await logged(config, env)), ...printed.mock.calls.flat()].join()
      printed.mockRestore()
      expect(lines).toMatch(/ is | has | contains | no such /)
      expect(lines).not.toContain(key)
    }
  })
})

test.each([undefined, null])("a configuration that is %s is an error, and the app starts", async (config) => {
  const printed = vi.spyOn(console, "error").mockReturnValue()
  const auth = createAuth(config as unknown as AuthConfig, { env: {} }) // what a module has that imports itself
  const { status } = await auth.handle(new Request("https://acme.test/auth/session"))
  const lines = printed.mock.calls.flat().join("\n")
  printed.mockRestore()
  expect([status, lines]).toEqual([500, expect.stringContaining(`The configuration is ${config}`)])
})
