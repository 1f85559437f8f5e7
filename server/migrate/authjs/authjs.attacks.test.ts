import { encode as authjsEncode } from "@auth/core/jwt"
import { EncryptJWT } from "jose"
import { hkdf } from "@panva/hkdf"
import { describe, expect, test } from "vitest"
import { authjsInstallation } from "../fixtures/authjs-installation.ts"
import { errorParam, signedInName } from "../../testing/oauth-service.ts"
import { ADA, passwordService } from "../../testing/password-service.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"
import { authjs } from "./index.ts"

const SESSION = "__Secure-authjs.session-token"
const CSRF = "__Host-authjs.csrf-token"
const secret = "s".repeat(32)
const person = { email: "ada@example.com", sub: "1" }
const createService = () => passwordService({ ...authjs() })
const jarWithToken = (value: string): CookieJarMap => new Map([[SESSION, { value }]])

const encodeWithAuthjs = (salt: string, under: string | string[] = secret) =>
  authjsEncode({ token: person, secret: under, salt })

const sealClaims = async (claims: Record<string, unknown>) => {
  const key = await hkdf("sha256", secret, SESSION, `Auth.js Generated Encryption Key (${SESSION})`, 64)
  return new EncryptJWT(claims).setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512" }).encrypt(key)
}
const now = Math.floor(Date.now() / 1000)

test("what the rows below change is what keeps them out", async () => {
  expect(await signedInName(cookieClient(createService(), jarWithToken(await encodeWithAuthjs(SESSION))))).toBe(
    "ada@example.com",
  )
  expect(
    await signedInName(
      cookieClient(createService(), jarWithToken(await sealClaims({ ...person, iat: now, exp: now + 60 }))),
    ),
  ).not.toBeNull()
})

test.each<[string, () => Promise<string>]>([
  ["attack 175: a state cookie", () => encodeWithAuthjs("__Secure-authjs.state")],
  ["attack 175: a nonce cookie", () => encodeWithAuthjs("__Secure-authjs.nonce")],
  ["attack 175: a code verifier cookie", () => encodeWithAuthjs("__Secure-authjs.pkce.code_verifier")],
  ["attack 175: a challenge cookie", () => encodeWithAuthjs("__Secure-authjs.challenge")],
  ["attack 175: a state parameter", () => encodeWithAuthjs("encodedState")],
  ["attack 175: a challenge", () => encodeWithAuthjs("encodedWebauthnChallenge")],
  ["attack 175: the cookie of a plain http site", () => encodeWithAuthjs("authjs.session-token")],
  ["attack 175: an app's own cookie name", () => encodeWithAuthjs("session")],
  ["attack 208: a token of another secret", () => encodeWithAuthjs(SESSION, "e".repeat(32))],
  ["attack 208: a token of several secrets written as one", () => encodeWithAuthjs(SESSION, `${secret},${secret}`)],
  ["attack 180: a token without exp", () => sealClaims({ ...person, iat: now })],
  ["attack 180: a token without iat", () => sealClaims({ ...person, exp: now + 60 })],
  ["attack 180: a token that has expired", () => sealClaims({ ...person, iat: now - 120, exp: now - 60 })],
  ["attack 180: a token of tomorrow", () => sealClaims({ ...person, iat: now + 86_400, exp: now + 90_000 })],
])("%s opens no session under the preset", async (_, forge) => {
  const eve = cookieClient(createService(), jarWithToken(await forge()))
  expect(await signedInName(eve)).toBeNull()
  expect(eve.cookie(SESSION)).toBeUndefined()
})

test("attack 208: a token that was changed anywhere opens no session under the preset", async () => {
  const token = await encodeWithAuthjs(SESSION)
  const [head = "", , iv = "", text = "", tag = ""] = token.split(".")
  const flip = (part: string, at: number) => part.slice(0, at) + (part[at] === "A" ? "B" : "A") + part.slice(at + 1)
  const changed = [
    `${flip(head, 12)}..${iv}.${text}.${tag}`,
    `${head}..${flip(iv, 0)}.${text}.${tag}`,
    `${head}..${iv}.${flip(text, 20)}.${tag}`,
    `${head}..${iv}.${text}.${flip(tag, 3)}`,
    `${head}..${iv}.${text}`,
    token.slice(0, -1),
  ]
  for (const value of changed) expect(await signedInName(cookieClient(createService(), jarWithToken(value)))).toBeNull()
})

test("attack 175: a session cookie is no check of a sign-in, and a check of Auth.js starts none here", async () => {
  const issuer = { authorization: "https://idp.test/a", token: "https://idp.test/t", userinfo: "https://idp.test/u" }
  const acme = { id: "acme", name: "Acme", type: "oauth", clientId: "c", clientSecret: "s", ...issuer } as const
  const auth = passwordService({ ...authjs(), providers: [acme] })
  for (const value of [await encodeWithAuthjs(SESSION), await encodeWithAuthjs("__Secure-authjs.state")]) {
    const eve = cookieClient(auth, new Map([["__Secure-authjs.state", { value }]]))
    expect(errorParam(await eve.get("/callback/acme?code=c&state=s"))).toBe("OAuthCallbackError")
  }
})

test("attack 175: without the preset no token of Auth.js opens a session", async () => {
  const cookies = { sessionToken: { name: SESSION } }
  expect(
    await signedInName(cookieClient(passwordService({ cookies }), jarWithToken(await encodeWithAuthjs(SESSION)))),
  ).toBeNull()
})

test("attack 175: a token of ours for another site opens no session, whoever seals", async () => {
  const elsewhere = passwordService({ ...authjs({ seal: "latchkit" }) }, { AUTH_URL: "https://other.test/auth" })
  const ada = cookieClient(elsewhere, undefined, "https://other.test/auth")
  await ada.signInWith("credentials", ADA)
  expect(await signedInName(ada)).toBe("ada@example.com")
  expect(await signedInName(cookieClient(createService(), new Map(ada.jar)))).toBeNull()
})

describe("a form under the preset", () => {
  const refused = async (cookie: string | undefined, csrfToken: string) => {
    const eve = cookieClient(createService(), cookie === undefined ? new Map() : new Map([[CSRF, { value: cookie }]]))
    const answer = await eve.post("/callback/credentials", { ...ADA, csrfToken })
    expect(errorParam(answer)).toBe("MissingCSRF")
    expect(await signedInName(eve)).toBeNull()
  }

  const issued = async (under = secret) => {
    const ada = authjsInstallation({ secret: under }).browser()
    const csrfToken = await ada.csrfToken()
    return { csrfToken, cookie: ada.cookie(CSRF)?.value ?? "" }
  }

  test("without its cookie is refused", async () => refused(undefined, (await issued()).csrfToken))

  test("with another browser's token is refused", async () =>
    refused((await issued()).cookie, (await issued()).csrfToken))

  test("with a cookie of another secret is refused", async () => {
    const { cookie, csrfToken } = await issued("e".repeat(32))
    await refused(cookie, csrfToken)
  })

  test.each<[string, (cookie: string, token: string) => [cookie: string, token: string]]>([
    ["no hash", (_, token) => [token, token]],
    ["an empty token", (cookie) => [`|${cookie.split("|")[1]}`, ""]],
    ["a part more", (cookie, token) => [`${cookie}|x`, token]],
    ["a token cut short", (cookie, token) => [`${token.slice(0, 32)}|${cookie.split("|")[1]}`, token.slice(0, 32)]],
  ])("attack 32: with a cookie of %s is refused", async (_, change) => {
    const { cookie, csrfToken } = await issued()
    await refused(...change(cookie, csrfToken))
  })

  test("attack 41: of another site's page is refused, although its token is right", async () => {
    const { cookie, csrfToken } = await issued()
    const eve = cookieClient(createService(), new Map([[CSRF, { value: cookie }]]))
    const answer = await eve.post("/callback/credentials", { ...ADA, csrfToken }, { origin: "https://blog.app.test" })
    expect(answer.status).toBe(403)
  })
})
