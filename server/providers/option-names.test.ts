import { NextRequest } from "next/server.js"
import { afterEach, describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../adapters/memory.ts"
import { createAuth } from "../service/auth.ts"
import { AuthError } from "../errors.ts"
import { authjs } from "../migrate/authjs/index.ts"
import { Credentials as Credentials4 } from "../migrate/next-auth-4/credentials.ts"
import NextAuth4 from "../migrate/next-auth-4/index.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import * as providers from "./index.ts"
import type { OAuthConfig, Provider } from "./types.ts"

const {
  Auth0,
  AzureAD,
  AzureADB2C,
  Bungie,
  Credentials,
  Dribbble,
  FreshBooks,
  GitHub,
  GitLab,
  Google,
  Keycloak,
  LinkedIn,
  Loops,
  Mailgun,
  MicrosoftEntraID,
  Nodemailer,
  OAuth,
  OIDC,
  ORCID,
  Passkey,
  Password,
  Postmark,
  Resend,
  Salesforce,
  Slack,
  Todoist,
  WebAuthn,
  WorkOS,
} = providers

const CLIENT = { clientId: "id", clientSecret: "secret" }
const TENANT = "11111111-2222-3333-4444-555555555555"
const MICROSOFT = "https://login.microsoftonline.com"
const URL_OF_SITE = "https://app.test/auth"

type Make = (options: object) => unknown

/** Returns what the function throws. Options come from JavaScript, which has no types. */
function thrownBy(make: unknown, options: object): AuthError {
  try {
    ;(make as Make)(options)
  } catch (error) {
    if (error instanceof AuthError) return error
  }
  return expect.fail("the option was accepted")
}

describe("a provider's function throws for an option that it doesn't have (threat 644)", () => {
  test.each<[unknown, object, string]>([
    [GitHub, { scope: "repo" }, "GitHub (github) has no option `scope`. Did you mean `scopes`?"],
    [GitHub, { baseurl: "https://git.acme.test" }, "GitHub (github) has no option `baseurl`. Did you mean `baseUrl`?"],
    [GitHub, { enterprise: { baseURL: "https://git.acme.test" } }, "`enterprise.baseURL`. Did you mean `baseUrl`?"],
    [
      AzureAD,
      { tenatId: TENANT },
      "Azure Active Directory (azure-ad) has no option `tenatId`. Did you mean `tenantId`?",
    ],
    [
      AzureAD,
      { tenant_id: TENANT, client_id: "a" },
      "no option `tenant_id`. Did you mean `tenantId`? It also has no option `client_id`. Did you mean `clientId`?",
    ],
    [MicrosoftEntraID, { tenants: undefined }, "no option `tenants`. Did you mean `tenant`?"],
    [AzureADB2C, { userFlow: "B2C_1_a" }, "no option `userFlow`. Did you mean `primaryUserFlow`?"],
    [
      Google,
      { authorization: { param: { hd: "acme.test" } } },
      "no option `authorization.param`. Did you mean `params`?",
    ],
    [Google, { stepUp: { acrs: "high" } }, "no option `stepUp.acrs`. Did you mean `acr`?"],
    [Google, { style: { color: "red" } }, "no option `style.color`. Did you mean `brandColor`?"],
    [Keycloak, { issuers: "https://id.test" }, "no option `issuers`. Did you mean `issuer`?"],
    [
      OIDC,
      { id: "corp", issuer: "https://id.test", acceptIssuer: () => false },
      "corp (corp) has no option `acceptIssuer`. Did you mean `acceptsIssuer`?",
    ],
    [
      OAuth,
      { id: "corp", profile: { id: "id" }, emailTrusts: "none" },
      "corp (corp) has no option `emailTrusts`. Did you mean `emailTrust`?",
    ],
    [
      Nodemailer,
      { server: "", from: "a@b.test", normalizeIdentifer: () => "" },
      "Email (nodemailer) has no option `normalizeIdentifer`. Did you mean `normalizeIdentifier`?",
    ],
    [Resend, { from: "a@b.test", maxage: 60 }, "Email (resend) has no option `maxage`. Did you mean `maxAge`?"],
    [Postmark, { from: "a@b.test", generateToken: () => "" }, "Email (postmark) has no option `generateToken`"],
    [Mailgun, { from: "a@b.test", regoin: "eu" }, "Email (mailgun) has no option `regoin`. Did you mean `region`?"],
    [Loops, { transactionId: "a" }, "Email (loops) has no option `transactionId`. Did you mean `transactionalId`?"],
    [
      Credentials,
      { authorise: () => null },
      "Credentials (credentials) has no option `authorise`. Did you mean `authorize`?",
    ],
    [
      Credentials4,
      { id: "ldap", credentials: {}, authorise: () => null },
      "Credentials (ldap) has no option `authorise`. Did you mean `authorize`?",
    ],
    [Password, { signup: "off" }, "Password (password) has no option `signup`. Did you mean `signUp`?"],
    [Password, { fields: { name: { lable: "Name" } } }, "no option `fields.name.lable`. Did you mean `label`?"],
    [
      Passkey,
      { userVerfication: "required" },
      "Passkey (passkey) has no option `userVerfication`. Did you mean `userVerification`?",
    ],
    [
      WebAuthn,
      { relyingParty: { origins: [] } },
      "WebAuthn (webauthn) has no option `relyingParty.origins`. Did you mean `origin`?",
    ],
  ])("%o %o", (make, options, message) => {
    const error = thrownBy(make, options)
    expect(error.type).toBe("InvalidConfiguration")
    expect(error.message).toContain(message)
  })

  test("each of them, also those without options of their own", () => {
    const functions = Object.entries(providers).filter(
      ([name, value]) => typeof value === "function" && /^[A-Z]/.test(name),
    )
    expect(functions.length).toBeGreaterThan(180)
    for (const [, make] of functions) {
      const options = { id: "acme", issuer: "https://id.test", profile: { id: "id" }, tennantId: TENANT }
      const own = "row" in (make as object) ? { tennantId: TENANT } : options
      expect(thrownBy(make, own).message).toContain("no option `tennantId`")
    }
  })

  test("but not for a provider's own field, which is no option", () => {
    const own = { ...Google(CLIENT), extraField: true } as Provider
    const auth = createAuth({ providers: [own], secret: "s".repeat(32) }, { env: { AUTH_URL: URL_OF_SITE } })
    expect(auth).toBeDefined()
  })
})

describe("a provider's function names the type of the value that it got, but no text, which may be a secret", () => {
  test.each<[unknown, unknown, string]>([
    [GitHub, 5, "The provider GitHub (github) got Number instead of an object"],
    [GitHub, null, "GitHub (github) got Null instead of an object"],
    [Password, 5, "Password (password) got Number instead of an object"],
    [Passkey, "x", "Passkey (passkey) got String instead of an object"],
    [WebAuthn, "x", "WebAuthn (webauthn) got String instead of an object"],
    [Resend, "re_123", "Email (resend) got String instead of an object"],
    [Resend, undefined, "Email (resend) got Undefined instead of an object"],
    [Nodemailer, Promise.resolve({}), "Email (nodemailer) got Promise instead of an object"],
    [Credentials, () => null, "Credentials (credentials) got Function instead of an object"],
    [Credentials4, [], "Credentials (credentials) got Array instead of an object"],
    [OIDC, "https://id.test", "OIDC (oidc) got String instead of an object"],
    [OAuth, undefined, "OAuth (oauth) got Undefined instead of an object"],
  ])("%o %o", (make, given, message) => {
    const error = thrownBy(make, given as object)
    expect(error.type).toBe("InvalidConfiguration")
    expect(error.message).toContain(message)
  })

  test("each of them", () => {
    const functions = Object.entries(providers).filter(
      ([name, value]) => typeof value === "function" && /^[A-Z]/.test(name),
    )
    for (const [, make] of functions)
      for (const given of [5, "x", null, []])
        expect(thrownBy(make, given as never).message).toMatch(/^The provider [^{}]+ \([\w-]+\) got \w+ instead/)
  })
})

describe("options of next-auth 4 and Auth.js are accepted", () => {
  const SHARED = {
    ...CLIENT,
    id: "acme",
    name: "Acme",
    type: "oauth",
    wellKnown: "https://id.test/.well-known/openid-configuration",
    issuer: "https://id.test",
    authorization: { url: "https://id.test/authorize", params: { scope: "openid" }, request: () => undefined },
    token: { url: "https://id.test/token", params: {}, request: () => undefined, conform: () => undefined },
    userinfo: { url: "https://id.test/me", params: {}, request: () => undefined, conform: () => undefined },
    jwks_endpoint: "https://id.test/keys",
    jwks: { keys: [] },
    checks: ["state"],
    client: { token_endpoint_auth_method: "client_secret_post", id_token_signed_response_alg: "ES256" },
    profile: () => ({ id: "1" }),
    account: () => ({}),
    idToken: true,
    httpOptions: { timeout: 10_000 },
    style: { logo: "/a.svg", logoDark: "/a.svg", bg: "#fff", bgDark: "#000", text: "#000", textDark: "#fff" },
    allowDangerousEmailAccountLinking: true,
    redirectProxyUrl: "https://proxy.test/auth",
    version: "2.0",
    encoding: "utf8",
    region: "eu",
    accessTokenUrl: "",
    requestTokenUrl: "",
    profileUrl: "",
  }
  const EMAIL = {
    id: "email",
    name: "Email",
    type: "email",
    server: "",
    from: "a@b.test",
    maxAge: 60,
    secret: "s",
    apiKey: "",
    sendVerificationRequest: () => undefined,
    generateVerificationToken: () => "",
    normalizeIdentifier: (text: string) => text,
  }

  test.each<[unknown, object]>([
    [GitHub, { ...SHARED, enterprise: { baseUrl: "https://git.acme.test" } }],
    [AzureAD, { ...SHARED, issuer: `${MICROSOFT}/${TENANT}/v2.0`, tenantId: TENANT, profilePhotoSize: 48 }],
    [AzureADB2C, { ...SHARED, tenantId: "acme", primaryUserFlow: "B2C_1_a" }],
    [Bungie, { ...CLIENT, headers: { "X-API-Key": "key" } }],
    [Dribbble, { ...CLIENT, scope: "public" }],
    [Nodemailer, EMAIL],
    [Mailgun, { ...EMAIL, region: "EU" }],
    [Loops, { ...EMAIL, transactionalId: "a" }],
    [Credentials, { id: "ldap", name: "LDAP", type: "credentials", credentials: {}, authorize: () => null }],
    [Passkey, { relayingParty: {}, enableConditionalUI: true, formFields: {}, registrationOptions: {} }],
  ])("%o %o", (make, options) => {
    expect((make as (given: object) => OAuthConfig)(options).problems ?? []).toEqual([])
  })

  test("Azure AD B2C discovers the user flow that next-auth 4 had", () => {
    const url = "https://acme.b2clogin.com/acme.onmicrosoft.com/B2C_1_a/v2.0"
    const expected = { wellKnown: `${url}/.well-known/openid-configuration` }
    expect(AzureADB2C({ tenantId: "acme", primaryUserFlow: "B2C_1_a" })).toMatchObject(expected)
    expect(AzureADB2C({ issuer: url })).toMatchObject(expected)
    expect(AzureADB2C({ issuer: url })).not.toHaveProperty("issuer")
    const issuer = `https://acme.b2clogin.com/${TENANT}/v2.0/`
    expect(AzureADB2C({ issuer })).toMatchObject({ issuer })
    expect(AzureADB2C({ tenantId: "acme" }).problems).toEqual([expect.stringContaining("both `tenantId` and")])
  })

  test("Bungie sends the key of `headers`, and Dribbble asks for `scope`", () => {
    expect(Bungie({ headers: { "X-API-Key": "k{clientSecret}" } }).userinfo).toMatchObject({
      headers: { "X-API-Key": "k%7BclientSecret%7D" },
    })
    expect(Bungie({}).problems).toEqual([expect.stringContaining("needs the option `apiKey`")])
    expect(Dribbble({ scope: "upload" }).authorization).toMatchObject({ params: { scope: "upload" } })
  })
})

interface Case {
  provider: Provider
  env?: Record<string, string>
}

/** Returns where the sign-in leads, or that the provider is left out, and what was logged. */
async function destination({ provider, env = {} }: Case, preset: object = {}): Promise<string> {
  const logged: string[] = []
  const logger = { error: (error: Error) => void logged.push(error.message), warn: () => undefined }
  const config = { ...preset, providers: [provider], adapter: MemoryAdapter(), secret: "s".repeat(32), logger }
  const metadata = (origin: string, issuer: string) => ({
    issuer,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
  })
  const fetch = async (input: unknown) => Response.json(metadata(String(input), MICROSOFT))
  const auth = createAuth({ ...config, fetch }, { env: { AUTH_URL: URL_OF_SITE, ...env } })
  const browser = cookieClient(auth)
  const { id } = provider as OAuthConfig
  const answer = await browser.post(`/signin/${id}`, { csrfToken: await browser.csrfToken() })
  const location = answer.headers.get("location") ?? ""
  return location.startsWith(URL_OF_SITE) || location === "" ? logged.join("\n") : location
}

const PRESETS = { "no preset": {}, "the preset of Auth.js": authjs() }

describe.each(Object.entries(PRESETS))(
  "with %s, a tenant that an app pinned stays pinned (threat 644)",
  (_, preset) => {
    test.each<[string, Case]>([
      ["tenantId", { provider: AzureAD({ ...CLIENT, tenantId: TENANT }) }],
      ["tenant", { provider: AzureAD({ ...CLIENT, tenant: TENANT }) }],
      ["issuer", { provider: AzureAD({ ...CLIENT, issuer: `${MICROSOFT}/${TENANT}/v2.0` }) }],
      ["tenantId beside the function", { provider: { ...AzureAD(CLIENT), tenantId: TENANT } as Provider }],
      ["issuer beside the function", { provider: { ...AzureAD(CLIENT), issuer: `${MICROSOFT}/${TENANT}/v2.0` } }],
      ["both names", { provider: MicrosoftEntraID({ ...CLIENT, tenant: TENANT, tenantId: TENANT }) }],
      [
        "AUTH_AZURE_AD_ISSUER",
        { provider: AzureAD(CLIENT), env: { AUTH_AZURE_AD_ISSUER: `${MICROSOFT}/${TENANT}/v2.0` } },
      ],
      [
        "the variable of the new name",
        { provider: AzureAD(CLIENT), env: { AUTH_MICROSOFT_ENTRA_ID_ISSUER: `${MICROSOFT}/${TENANT}/v2.0` } },
      ],
      [
        "the variable, and an id of the app's own",
        {
          provider: MicrosoftEntraID({ ...CLIENT, id: "microsoft-entra-id" }),
          env: { AUTH_MICROSOFT_ENTRA_ID_ISSUER: `${MICROSOFT}/${TENANT}/v2.0` },
        },
      ],
      [
        "tenantId, whatever an empty variable says",
        { provider: AzureAD({ ...CLIENT, tenantId: TENANT }), env: { AUTH_AZURE_AD_ISSUER: "" } },
      ],
      [
        "the variable, where the option is undefined",
        {
          provider: AzureAD({ ...CLIENT, issuer: undefined }),
          env: { AUTH_AZURE_AD_ISSUER: `${MICROSOFT}/${TENANT}/v2.0` },
        },
      ],
    ])("by %s", async (_name, one) => {
      expect(await destination(one, preset)).toContain(`${MICROSOFT}/${TENANT}/`)
    })

    test.each<[string, Case, string]>([
      ["undefined", { provider: AzureAD({ ...CLIENT, tenantId: undefined }) }, "empty option `tenantId`"],
      ["empty", { provider: AzureAD({ ...CLIENT, tenant: "" }) }, "empty option `tenant`"],
      ["null", { provider: AzureAD({ ...CLIENT, tenantId: null } as never) }, "empty option `tenantId`"],
      [
        "an undefined issuer",
        { provider: MicrosoftEntraID({ ...CLIENT, issuer: undefined }) },
        "empty option `issuer`",
      ],
      [
        "different in both names",
        { provider: AzureAD({ ...CLIENT, tenant: "common", tenantId: TENANT }) },
        "two values for `tenant`",
      ],
      [
        "another one than the issuer's",
        { provider: AzureAD({ ...CLIENT, tenantId: TENANT, issuer: `${MICROSOFT}/common/v2.0` }) },
        "Different tenants",
      ],
      [
        "another one than the environment's",
        {
          provider: AzureAD({ ...CLIENT, tenantId: TENANT }),
          env: { AUTH_AZURE_AD_ISSUER: `${MICROSOFT}/common/v2.0` },
        },
        "Different tenants",
      ],
      [
        "an issuer that an empty variable has",
        { provider: MicrosoftEntraID(CLIENT), env: { AUTH_MICROSOFT_ENTRA_ID_ISSUER: "" } },
        "empty option `issuer`",
      ],
      [
        "an issuer that the empty variable of the new name has",
        { provider: AzureAD(CLIENT), env: { AUTH_MICROSOFT_ENTRA_ID_ISSUER: " " } },
        "empty option `issuer`",
      ],
      [
        "an undefined domain of Google",
        { provider: Google({ ...CLIENT, authorization: { params: { hd: undefined } } } as never) },
        "empty `authorization.params.hd`",
      ],
      [
        "an empty domain of Google beside the function",
        { provider: { ...Google(CLIENT), authorization: { params: { hd: "" } } } as Provider },
        "empty `authorization.params.hd`",
      ],
      [
        "an undefined organization of Auth0",
        {
          provider: Auth0({
            ...CLIENT,
            issuer: "https://acme.auth0.com/",
            authorization: { params: { organization: undefined } },
          } as never),
        },
        "empty `authorization.params.organization`",
      ],
      [
        "an undefined one beside the function",
        { provider: { ...AzureAD(CLIENT), tenantId: undefined } as Provider },
        "empty option `tenantId`",
      ],
      [
        "an undefined discovery document",
        { provider: AzureAD({ ...CLIENT, wellKnown: undefined }) },
        "empty option `wellKnown`",
      ],
      ["an undefined server", { provider: GitLab({ ...CLIENT, baseUrl: undefined }) }, "empty option `baseUrl`"],
      [
        "an undefined server of a company",
        { provider: GitHub({ ...CLIENT, enterprise: { baseUrl: undefined } }) },
        "empty option `enterprise`",
      ],
      [
        "an undefined organization",
        { provider: WorkOS({ ...CLIENT, organization: undefined }) },
        "empty option `organization`",
      ],
      ["an undefined domain", { provider: Salesforce({ ...CLIENT, issuer: undefined }) }, "empty option `issuer`"],
    ])("and the provider is left out if it is %s", async (_name, one, message) => {
      expect(await destination(one, preset)).toContain(message)
    })

    test.each<[string, Case]>([
      ["an issuer", { provider: GitLab({ ...CLIENT, issuer: "https://git.acme.test" }) }],
      ["an issuer beside the function", { provider: { ...GitLab(CLIENT), issuer: "https://git.acme.test" } }],
      [
        "a discovery document",
        { provider: GitLab({ ...CLIENT, wellKnown: "https://git.acme.test/.well-known/openid-configuration" }) },
      ],
      ["a variable", { provider: GitLab(CLIENT), env: { AUTH_GITLAB_ISSUER: "https://git.acme.test" } }],
      ["an issuer of GitHub", { provider: GitHub({ ...CLIENT, issuer: "https://git.acme.test" }) }],
      ["an issuer of Slack", { provider: Slack({ ...CLIENT, issuer: "https://git.acme.test" }) }],
      ["an issuer of FreshBooks", { provider: FreshBooks({ ...CLIENT, issuer: "https://git.acme.test" }) }],
      ["an issuer of Todoist", { provider: Todoist({ ...CLIENT, issuer: "https://git.acme.test" }) }],
      ["a discovery document of ORCID", { provider: ORCID({ ...CLIENT, wellKnown: "https://git.acme.test/x" }) }],
    ])("and no public server takes the place of a company's, named by %s", async (_name, one) => {
      expect(await destination(one, preset)).toMatch(
        /has `(?:issuer|wellKnown)` on https:\/\/git\.acme\.test, but its endpoints are on https:/,
      )
    })

    test.each<[string, Case, string]>([
      [
        "its own issuer",
        { provider: Google({ ...CLIENT, issuer: "https://accounts.google.com" }) },
        "https://accounts.google.com/",
      ],
      [
        "its own discovery document",
        {
          provider: LinkedIn({
            ...CLIENT,
            issuer: "https://www.linkedin.com",
            wellKnown: "https://www.linkedin.com/oauth/.well-known/openid-configuration",
          }),
        },
        "https://www.linkedin.com/",
      ],
      [
        "endpoints of the same server",
        {
          provider: GitLab({
            ...CLIENT,
            issuer: "https://git.acme.test",
            authorization: "https://git.acme.test/oauth/authorize",
            token: "https://git.acme.test/oauth/token",
            userinfo: "https://git.acme.test/api/v4/user",
          }),
        },
        "https://git.acme.test/oauth/authorize",
      ],
      [
        "a server that follows from it",
        { provider: ORCID({ ...CLIENT, issuer: "https://sandbox.orcid.org" }) },
        "https://sandbox.orcid.org/",
      ],
    ])("but an app may name %s", async (_name, one, start) => {
      expect(await destination(one, preset)).toContain(start)
    })
  },
)

afterEach(() => void vi.unstubAllEnvs())

test("an app of next-auth 4 with one tenant signs in at that tenant (threat 644)", async () => {
  vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000")
  const handler = NextAuth4({ providers: [AzureAD({ ...CLIENT, tenantId: TENANT })], secret: "s".repeat(32) })
  const call = (path: string, init?: RequestInit) =>
    handler(new NextRequest(new Request(`http://localhost:3000/api/auth/${path}`, init)), {
      params: Promise.resolve({ nextauth: path.split("/") }),
    })
  const csrf = await call("csrf")
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
  const body = new URLSearchParams({ csrfToken, json: "true" })
  const answer = await call("signin/azure-ad", { method: "POST", headers: { cookie }, body })
  expect(((await answer.json()) as { url: string }).url).toContain(`${MICROSOFT}/${TENANT}/oauth2/v2.0/authorize`)
})
