import { createHash, randomBytes } from "node:crypto"
import type { RequestHandler } from "../testing/cookie-client.ts"
import type { Browser } from "./oauth-service.ts"

/** The redirect URI of the app in tests: a link that the system has verified. */
export const REDIRECT_URI = "https://app.test/phone/signed-in"

/** The response of the token endpoint. */
export interface TokenResponse {
  access_token?: string
  token_type?: string
  expires_in?: number
  error?: string
  error_description?: string
}

/** Simulates a native app. It has no cookies, and sends its requests without an `Origin`. */
export function nativeApp(auth: RequestHandler, { id = "phone", redirectUri = REDIRECT_URI } = {}) {
  const base = "https://app.test/auth"
  const verifier = randomBytes(32).toString("base64url")
  const state = randomBytes(16).toString("base64url")
  const request = {
    response_type: "code",
    client_id: id,
    redirect_uri: redirectUri,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }
  const post = (path: string, fields: Record<string, string>, headers: HeadersInit = {}) =>
    auth.handle(new Request(base + path, { method: "POST", body: new URLSearchParams(fields), headers }))
  return {
    verifier,
    request,
    /** Opens the request in a browser. An empty change leaves a parameter out. */
    open: (browser: Browser, changes: Record<string, string> = {}) =>
      browser.get(`/authorize?${new URLSearchParams(withoutEmpty({ ...request, ...changes }))}`),
    /** Continues to the app in a browser that is signed in. Returns the code. */
    async code(browser: Browser): Promise<string> {
      const response = await browser.post("/authorize", { ...request, csrfToken: await browser.csrfToken() })
      const to = new URL(response.headers.get("location") ?? "")
      if (to.searchParams.get("state") !== state) throw new Error(`No code in ${to.href}`)
      return to.searchParams.get("code") ?? ""
    },
    exchange: (code: string, changes: Record<string, string> = {}, headers: HeadersInit = {}) => {
      const fields = { grant_type: "authorization_code", code, redirect_uri: redirectUri, client_id: id }
      return post("/token", withoutEmpty({ ...fields, code_verifier: verifier, ...changes }), headers)
    },
    revoke: (token: string, headers: HeadersInit = {}) => post("/revoke", { token }, headers),
    /** Returns the email of the user whose session a token opens, or null. */
    async user(token: string | undefined): Promise<string | null> {
      const headers = { authorization: `Bearer ${token ?? ""}` }
      const response = await auth.handle(new Request(`${base}/session`, { headers }))
      const session = (await response.json()) as { user?: { email?: string } } | null // the shape of the response
      return session?.user?.email ?? null
    },
  }
}

const withoutEmpty = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""))

/** Reads the token endpoint's response. */
export const toTokens = async (response: Response): Promise<TokenResponse> => (await response.json()) as TokenResponse // its shape
