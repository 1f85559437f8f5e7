import { CompactSign, exportJWK, generateKeyPair, type JWK } from "jose"
import { cookieClient, type CookieJarMap, type RequestHandler } from "../testing/cookie-client.ts"

/** Changes a proof before it is sent. */
export interface ProofChanges {
  header?: Record<string, unknown>
  payload?: Record<string, unknown>
  /** The browser whose key signs. */
  signer?: { sign(payload: object, header?: object): Promise<string> }
}

/** Simulates a browser with Device Bound Session Credentials: it signs challenges with a key of its own. */
export async function boundBrowser(auth: RequestHandler, { alg = "ES256", jar = new Map(), base }: BoundOptions = {}) {
  const browser = cookieClient(auth, jar, base)
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const jwk: JWK = await exportJWK(publicKey)
  const state: { id?: string; challenge?: string } = {}
  const sign = (payload: object, header: object = {}) =>
    new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ alg, typ: "dbsc+jwt", ...header })
      .sign(privateKey)
  const note = (response: Response) => {
    const [, challenge] = /^"([^"]+)"/.exec(response.headers.get("secure-session-challenge") ?? "") ?? []
    if (challenge !== undefined) state.challenge = challenge
    return response
  }
  const post = async (headers: Record<string, string>) =>
    note(await browser.send("/device-bound", { method: "POST", headers }))
  const self = {
    ...browser,
    sign,
    state,
    jwk,
    /** Registers the key, as after a response with the header `Secure-Session-Registration`. */
    async register(response: Response | string, { header, payload, signer }: ProofChanges = {}) {
      const text = typeof response === "string" ? response : response.headers.get("secure-session-registration")
      const challenge = /challenge="([^"]+)"/.exec(text ?? "")?.[1] ?? text ?? ""
      const proof = await (signer ?? self).sign({ jti: challenge, ...payload }, { jwk, ...header })
      const answer = await post({ "secure-session-response": proof })
      if (answer.status === 200)
        state.id = String(Reflect.get(Object(await answer.clone().json()), "session_identifier"))
      return answer
    },
    /** Signs the latest challenge, as before a request without the bound cookie. */
    async refresh({ header, payload, signer }: ProofChanges = {}) {
      const proof = await (signer ?? self).sign({ jti: state.challenge, ...payload }, header)
      return post({ "sec-secure-session-id": state.id ?? "", "secure-session-response": proof })
    },
    /** Signs in, and registers the key. */
    async signIn(provider: string, fields: Record<string, string>) {
      const response = await browser.signInWith(provider, fields)
      await self.register(response)
      return response
    },
    /** Returns the session as the page sees it. */
    session: async (headers: HeadersInit = {}): Promise<unknown> => (await browser.get("/session", headers)).json(),
  }
  return self
}

interface BoundOptions {
  alg?: "ES256" | "RS256"
  jar?: CookieJarMap
  base?: string
}
