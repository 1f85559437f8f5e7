import { encode as authjsEncode } from "@auth/core/jwt"
import { EncryptJWT } from "jose"
import { hkdf } from "@panva/hkdf"
import { describe, expect, test } from "vitest"
import { authjsInstallation } from "../fixtures/authjs-installation.ts"
import { errorIn, whoIs } from "../../testing/oauth-service.ts"
import { ADA, passwordService } from "../../testing/password-service.ts"
import { visitor, type Jar } from "../../testing/visitor.ts"
import { authjs } from "./index.ts"

const SESSION = "__Secure-authjs.session-token"
const CSRF = "__Host-authjs.csrf-token"
const secret = "s".repeat(32)
const somebody = { email: "ada@example.com", sub: "1" }
const service = () => passwordService({ ...authjs() })
const carrying = (value: string): Jar => new Map([[SESSION, { value }]])

const theirs = (salt: string, under: string | string[] = secret) =>
  authjsEncode({ token: somebody, secret: under, salt })

const sealed = async (claims: Record<string, unknown>) => {
  const key = await hkdf("sha256", secret, SESSION, `Auth.js Generated Encryption Key (${SESSION})`, 64)
  return new EncryptJWT(claims).setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512" }).encrypt(key)
}
const now = Math.floor(Date.now() / 1000)

test("what the rows below change is what keeps them out", async () => {
  expect(await whoIs(visitor(service(), carrying(await theirs(SESSION))))).toBe("ada@example.com")
  expect(
    await whoIs(visitor(service(), carrying(await sealed({ ...somebody, iat: now, exp: now + 60 })))),
  ).not.toBeNull()
})

test.each<[string, () => Promise<string>]>([
  ["attack 175: a state cookie", () => theirs("__Secure-authjs.state")],
  ["attack 175: a nonce cookie", () => theirs("__Secure-authjs.nonce")],
  ["attack 175: a code verifier cookie", () => theirs("__Secure-authjs.pkce.code_verifier")],
  ["attack 175: a challenge cookie", () => theirs("__Secure-authjs.challenge")],
  ["attack 175: a state parameter", () => theirs("encodedState")],
  ["attack 175: a challenge", () => theirs("encodedWebauthnChallenge")],
  ["attack 175: the cookie of a plain http site", () => theirs("authjs.session-token")],
  ["attack 175: an app's own cookie name", () => theirs("session")],
  ["attack 208: a token of another secret", () => theirs(SESSION, "e".repeat(32))],
  ["attack 208: a token of several secrets written as one", () => theirs(SESSION, `${secret},${secret}`)],
  ["attack 180: a token without exp", () => sealed({ ...somebody, iat: now })],
  ["attack 180: a token without iat", () => sealed({ ...somebody, exp: now + 60 })],
  ["attack 180: a token that has expired", () => sealed({ ...somebody, iat: now - 120, exp: now - 60 })],
  ["attack 180: a token of tomorrow", () => sealed({ ...somebody, iat: now + 86_400, exp: now + 90_000 })],
])("%s opens no session under the preset", async (_, forge) => {
  const eve = visitor(service(), carrying(await forge()))
  expect(await whoIs(eve)).toBeNull()
  expect(eve.cookie(SESSION)).toBeUndefined()
})

test("attack 208: a token that was changed anywhere opens no session under the preset", async () => {
  const token = await theirs(SESSION)
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
  for (const value of changed) expect(await whoIs(visitor(service(), carrying(value)))).toBeNull()
})

test("attack 175: a session cookie is no check of a sign-in, and a check of Auth.js starts none here", async () => {
  const issuer = { authorization: "https://idp.test/a", token: "https://idp.test/t", userinfo: "https://idp.test/u" }
  const acme = { id: "acme", name: "Acme", type: "oauth", clientId: "c", clientSecret: "s", ...issuer } as const
  const auth = passwordService({ ...authjs(), providers: [acme] })
  for (const value of [await theirs(SESSION), await theirs("__Secure-authjs.state")]) {
    const eve = visitor(auth, new Map([["__Secure-authjs.state", { value }]]))
    expect(errorIn(await eve.get("/callback/acme?code=c&state=s"))).toBe("OAuthCallbackError")
  }
})

test("attack 175: without the preset no token of Auth.js opens a session", async () => {
  const cookies = { sessionToken: { name: SESSION } }
  expect(await whoIs(visitor(passwordService({ cookies }), carrying(await theirs(SESSION))))).toBeNull()
})

test("attack 175: a token of ours for another site opens no session, whoever seals", async () => {
  const elsewhere = passwordService({ ...authjs({ seal: "latchkit" }) }, { AUTH_URL: "https://other.test/auth" })
  const ada = visitor(elsewhere, undefined, "https://other.test/auth")
  await ada.signInWith("credentials", ADA)
  expect(await whoIs(ada)).toBe("ada@example.com")
  expect(await whoIs(visitor(service(), new Map(ada.jar)))).toBeNull()
})

describe("a form under the preset", () => {
  const refused = async (cookie: string | undefined, csrfToken: string) => {
    const eve = visitor(service(), cookie === undefined ? new Map() : new Map([[CSRF, { value: cookie }]]))
    const answer = await eve.post("/callback/credentials", { ...ADA, csrfToken })
    expect(errorIn(answer)).toBe("MissingCSRF")
    expect(await whoIs(eve)).toBeNull()
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
    const eve = visitor(service(), new Map([[CSRF, { value: cookie }]]))
    const answer = await eve.post("/callback/credentials", { ...ADA, csrfToken }, { origin: "https://blog.app.test" })
    expect(answer.status).toBe(403)
  })
})
