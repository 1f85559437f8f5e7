import { Auth, type AuthConfig as PeerConfig } from "@auth/core"
import { encode as peerEncode, getToken as peerGetToken } from "@auth/core/jwt"
import PeerCredentials from "@auth/core/providers/credentials"
import PeerGitHub from "@auth/core/providers/github"
import { createDecipheriv, createHmac, createSecretKey, hkdfSync, timingSafeEqual } from "node:crypto"
import { encode, getToken } from "latchkit/jwt"
import { GitHub } from "latchkit/providers/github"
import { createAuth, type AuthConfig } from "latchkit/server"
import type { Case } from "./measure.ts"
import { twoStepCase } from "./two-step.ts"

const SITE = "https://app.test/auth"
const secret = "a secret of more than thirty-two characters"
const ada = { id: "1", name: "Ada Lovelace", email: "ada@example.com" }
const claims = { name: ada.name, email: ada.email, picture: null, sub: ada.id }
const PEER_COOKIE = "__Secure-authjs.session-token"

const authorize = () => ada
const client = { clientId: "id", clientSecret: "secret" }
const copies = <P>(count: number, make: () => P) =>
  Array.from({ length: count }, (_, index) => ({ ...make(), id: `github${index}` }))
const gitHubs = (count: number) => ({ providers: copies(count, () => GitHub(client)) })
const peerGitHubs = (count: number) => ({ providers: copies(count, () => PeerGitHub(client)) })

const peerConfig = (more: Partial<PeerConfig> = {}): PeerConfig => ({
  providers: [PeerCredentials({ credentials: { name: {} }, authorize })],
  secret,
  trustHost: true,
  basePath: "/auth",
  ...more,
})

function service(more: Partial<AuthConfig> = {}) {
  const credentials = {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: { name: {} },
    authorize,
  } as const
  // One client sends thousands of requests per second here, and the peer counts no attempts
  const config = { providers: [credentials], secret, rateLimit: false as const, ...more }
  return createAuth(config, { env: { AUTH_URL: SITE } })
}

/** More users than Latchkit caches, so each token is decrypted again. */
const USERS = 2000

const request = (path: string, headers: Record<string, string> = {}) => new Request(`${SITE}${path}`, { headers })

/** The performance table's server operations without a database. */
export async function serverCases(): Promise<Case[]> {
  const auth = service()
  const config = peerConfig()
  const signedIn = await signIn(auth)
  const anotherUser = inTurns(await Promise.all(Array.from({ length: USERS }, () => signIn(auth))))
  const peerToken = await peerEncode({ token: claims, secret, salt: PEER_COOKIE })
  const peerCookie = `${PEER_COOKIE}=${peerToken}`
  const csrf = await fetchCsrf((path, headers) => auth.handle(request(path, headers)))
  const peerCsrf = await fetchCsrf((path, headers) => Auth(request(path, headers), config))
  const bearer = await encode({ token: { ...claims, aud: SITE }, secret, salt: "salt" })
  const many = [2, 40].map((count) => ({
    count,
    auth: service(gitHubs(count)),
    config: peerConfig(peerGitHubs(count)),
  }))
  const pages = [2, 10].map((count) => ({
    count,
    auth: service(gitHubs(count)),
    config: peerConfig(peerGitHubs(count)),
  }))
  return [
    {
      name: "GET session, signed in",
      ours: () => auth.handle(request("/session", { cookie: signedIn })),
      peer: () => Auth(request("/session", { cookie: peerCookie }), config),
      floor: createFloor(peerToken),
    },
    {
      name: "GET session, another user each time",
      ours: () => auth.handle(request("/session", { cookie: anotherUser() })),
      peer: () => Auth(request("/session", { cookie: peerCookie }), config),
      floor: createFloor(peerToken),
    },
    {
      name: "GET session, anonymous",
      ours: () => auth.handle(request("/session")),
      peer: () => Auth(request("/session"), config),
    },
    {
      name: "session helper, in process",
      ours: () => auth.getSession({ headers: { cookie: signedIn }, url: `${SITE}/session` }),
      peer: async () => (await Auth(request("/session", { cookie: peerCookie }), config)).json(),
    },
    {
      name: "getToken",
      ours: () =>
        getToken({
          req: { headers: { authorization: `Bearer ${bearer}` } },
          secret,
          salt: "salt",
          site: SITE,
          bearer: true,
        }),
      peer: () =>
        peerGetToken({
          req: { headers: new Headers({ cookie: peerCookie }) },
          secret,
          salt: PEER_COOKIE,
          cookieName: PEER_COOKIE,
        }),
    },
    {
      name: "GET csrf, cookie present",
      ours: () => auth.handle(request("/csrf", { cookie: csrf.cookie })),
      peer: () => Auth(request("/csrf", { cookie: peerCsrf.cookie }), config),
    },
    ...many.map(({ count, auth: ours, config: theirs }) => ({
      name: `GET providers (${count})`,
      ours: () => ours.handle(request("/providers")),
      peer: () => Auth(request("/providers"), theirs),
    })),
    ...pages.map(({ count, auth: ours, config: theirs }) => ({
      name: `GET sign-in page (${count})`,
      ours: () => ours.handle(request("/signin", { cookie: csrf.cookie })),
      peer: () => Auth(request("/signin", { cookie: peerCsrf.cookie }), theirs),
    })),
    {
      name: "POST callback/credentials",
      ours: () => auth.handle(form("/callback/credentials", csrf)),
      peer: () => Auth(form("/callback/credentials", peerCsrf), config),
    },
    await twoStepCase(),
  ]
}

interface Csrf {
  cookie: string
  csrfToken: string
}

function form(path: string, { cookie, csrfToken }: Csrf): Request {
  return new Request(`${SITE}${path}`, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams({ csrfToken, name: "ada" }),
  })
}

async function fetchCsrf(ask: (path: string, headers: Record<string, string>) => Promise<Response>): Promise<Csrf> {
  const answer = await ask("/csrf", {})
  const { csrfToken } = (await answer.json()) as Csrf // the endpoint's response
  return { csrfToken, cookie: toCookieHeader(answer) }
}

function toCookieHeader(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ")
}

async function signIn(auth: ReturnType<typeof service>): Promise<string> {
  const csrf = await fetchCsrf((path, headers) => auth.handle(request(path, headers)))
  return toCookieHeader(await auth.handle(form("/callback/credentials", csrf)))
}

function inTurns(users: readonly string[]): () => string {
  const turn = { next: 0 }
  return () => users[turn.next++ % users.length] ?? ""
}

/** The least that reading a session can cost: parsing the cookie, one decryption with a derived key, and a response. */
function createFloor(token: string): () => Response {
  const raw = Buffer.from(
    hkdfSync("sha256", secret, PEER_COOKIE, `Auth.js Generated Encryption Key (${PEER_COOKIE})`, 64),
  )
  const mac = createSecretKey(raw.subarray(0, 32))
  const key = createSecretKey(raw.subarray(32))
  return () => {
    const cookie = request("/session", { cookie: `${PEER_COOKIE}=${token}` }).headers.get("cookie") ?? ""
    const [head = "", , iv = "", ciphertext = "", tag = ""] = cookie.slice(PEER_COOKIE.length + 1).split(".")
    const length = Buffer.alloc(8)
    length.writeUInt32BE(head.length * 8, 4)
    const [ivBytes, sealed] = [Buffer.from(iv, "base64url"), Buffer.from(ciphertext, "base64url")]
    const made = createHmac("sha512", mac)
      .update(head)
      .update(ivBytes)
      .update(sealed)
      .update(length)
      .digest()
      .subarray(0, 32)
    if (!timingSafeEqual(made, Buffer.from(tag, "base64url"))) throw new Error("The token is not ours")
    const decipher = createDecipheriv("aes-256-cbc", key, ivBytes)
    const { name, email, exp } = JSON.parse(decipher.update(sealed, undefined, "utf8") + decipher.final("utf8"))
    return Response.json({ user: { name, email }, expires: new Date(exp * 1000).toISOString() })
  }
}
