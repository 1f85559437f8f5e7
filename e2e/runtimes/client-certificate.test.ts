import { X509Certificate } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import https, { type RequestOptions } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { TLSSocket } from "node:tls"
import { exportJWK, importX509 } from "jose"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth } from "../../server/service/auth.ts"
import { publicFetch, type PublicFetchOptions } from "../../server/providers/public-fetch.ts"
import { customFetch, type Fetch, type OIDCConfig } from "../../server/providers/types.ts"
import { fakeIssuer } from "../../server/testing/fake-issuer.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { errorParam } from "../../server/test-kit/oauth-service.ts"
import { createAuthority, issuedBy, selfSigned, type Certificate } from "../attacks/certificate.ts"
import { visitAsPerson } from "../idp/as-person.ts"
import { startIdp, type Idp } from "../idp/idp.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

const BASE = "https://app.test/auth"
const SERVER = selfSigned()
const AUTHORITY = createAuthority("Authority of the bank")
const OTHER_AUTHORITY = createAuthority("Another authority")
const ISSUED = issuedBy(AUTHORITY, "acme")
const OWN = selfSigned("acme")

const world = {} as { idp: Idp } // set before the tests

beforeAll(async () => {
  const redirect_uris = [`${BASE}/callback/bank`]
  const grant_types = ["authorization_code", "refresh_token"]
  const bound = { redirect_uris, grant_types, tls_client_certificate_bound_access_tokens: true }
  const jwk = { ...(await exportJWK(await importX509(OWN.cert, "ES256"))), x5c: [toDer(OWN)] }
  const clients = [
    {
      ...bound,
      client_id: "issued",
      token_endpoint_auth_method: "tls_client_auth" as const,
      tls_client_auth_subject_dn: "CN=acme",
    },
    {
      ...bound,
      client_id: "own",
      token_endpoint_auth_method: "self_signed_tls_client_auth" as const,
      jwks: { keys: [jwk as never] }, // jose and oidc-provider have two types for the same format
    },
    { ...bound, client_id: "secret", client_secret: "s".repeat(43) },
  ]
  world.idp = await startIdp({ clients, certificates: { server: SERVER, authority: AUTHORITY } })
})
afterAll(() => world.idp.stop())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const toDer = ({ cert }: Certificate) => new X509Certificate(cert).raw.toString("base64")

/** A `fetch` that trusts the provider, and may present a certificate. It reaches this machine. */
const trusting = ({ cert, key }: PublicFetchOptions = {}) =>
  publicFetch({ ca: SERVER.cert, cert, key, allow: ["127.0.0.0/8", "::1/128"] })

const toClient = (method: string): NonNullable<OIDCConfig["client"]> => ({ token_endpoint_auth_method: method })
const ISSUED_CLIENT = { clientId: "issued", client: toClient("tls_client_auth") }
const OWN_CLIENT = { clientId: "own", client: toClient("self_signed_tls_client_auth") }
const SECRET_CLIENT = {
  clientId: "secret",
  clientSecret: "s".repeat(43),
  client: { tls_client_certificate_bound_access_tokens: true },
}

interface Sent {
  url: string
  authorization: string | null
  body: URLSearchParams
}

/** An app whose provider presents the certificate, a browser, and the app's requests. */
function createApp(options: Partial<OIDCConfig>, certificate?: Certificate) {
  const sent: Sent[] = []
  const send = trusting(certificate)
  const fetchBank: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const body = new URLSearchParams(await request.clone().text())
    sent.push({ url: request.url, authorization: request.headers.get("authorization"), body })
    return send(request)
  }
  const adapter = MemoryAdapter()
  const logged: string[] = []
  const auth = createAuth(
    {
      secret: "s".repeat(32),
      adapter,
      rateLimit: false,
      logger: { error: (error) => void logged.push(`${String(error)} ${JSON.stringify(error.cause)}`) },
      providers: [
        { id: "bank", name: "Bank", type: "oidc", issuer: world.idp.issuer, ...options, [customFetch]: fetchBank },
      ],
    },
    { env: { AUTH_URL: BASE } },
  )
  const browser = cookieClient(auth)
  const signIn = async () => {
    const started = await browser.post("/signin/bank", { csrfToken: await browser.csrfToken(), callbackUrl: "/in" })
    const callback = await visitAsPerson(started.headers.get("location") ?? "", BASE, {
      fetch: trusting() as typeof fetch,
    }) // the calls that it makes have the same types
    return browser.get(callback)
  }
  return { auth, adapter, browser, signIn, sent, logged: () => logged.join("\n") }
}

describe("a client with a certificate, over TLS (threat 624)", () => {
  test.each([
    ["that an authority issued", ISSUED_CLIENT, ISSUED],
    ["of its own", OWN_CLIENT, OWN],
    ["beside its secret", SECRET_CLIENT, OWN],
  ])("signs in with a certificate %s, and gets tokens that are bound to it", async (_, options, certificate) => {
    const { signIn, browser, adapter, sent, auth } = createApp(options, certificate)
    expect((await signIn()).headers.get("location")).toBe("https://app.test/in")
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@people.example" } })

    const [token] = sent.filter(({ url }) => url.endsWith("/token"))
    expect(new URL(token?.url ?? "").origin).not.toBe(world.idp.issuer) // the alias
    expect(token?.body.get("client_secret")).toBeNull()
    expect(token?.authorization?.split(" ")[0]).toBe(options === SECRET_CLIENT ? "Basic" : undefined)

    expect(await adapter.getAccount("person-ada", "bank")).toMatchObject({ token_type: "bearer" })
    const { accessToken, fetch: withToken } = await auth.getAccessToken(browser.request("/"), "bank")
    const endpoint = new URL("/me", token?.url)
    expect(await (await withToken(endpoint)).json()).toMatchObject({ sub: "person-ada" })

    const headers = { authorization: `Bearer ${accessToken}` }
    for (const stolen of [trusting(), trusting(issuedBy(AUTHORITY, "thief"))])
      expect((await stolen(endpoint, { headers })).status).toBe(401)
  })

  test("refreshes with the certificate", async () => {
    const authorization = { params: { scope: "openid email offline_access", prompt: "consent" } }
    const { signIn, browser, adapter, auth } = createApp({ ...ISSUED_CLIENT, authorization }, ISSUED)
    await signIn()
    const first = await auth.getAccessToken(browser.request("/"), "bank")
    await adapter.updateAccount({ provider: "bank", providerAccountId: "person-ada", expires_at: 1 })
    const second = await auth.getAccessToken(browser.request("/"), "bank")
    expect(second.accessToken).not.toBe(first.accessToken)
  })

  test.each([
    ["without a certificate", ISSUED_CLIENT, undefined],
    ["with the certificate of another authority", ISSUED_CLIENT, issuedBy(OTHER_AUTHORITY, "acme")],
    ["with another subject's certificate", ISSUED_CLIENT, issuedBy(AUTHORITY, "thief")],
    ["with a certificate that isn't registered", OWN_CLIENT, selfSigned("acme")],
    ["without a certificate of its own", OWN_CLIENT, undefined],
  ])("the provider signs no one in %s", async (_, options, certificate) => {
    const { signIn, browser, adapter, logged } = createApp(options, certificate)
    expect(errorParam(await signIn())).toBe("OAuthCallbackError")
    expect(logged()).toContain("invalid_client")
    expect(await (await browser.get("/session")).json()).toBeNull()
    expect(await adapter.getUserByEmail("ada@people.example")).toBeNull()
  })
})

test("the app of the guide presents its certificate", async () => {
  const bank = await fakeIssuer({ issuer: "https://bank.example", clientId: "acme" })
  const subjects: string[] = []
  const server = https.createServer(BANK, (request, response) => {
    const subject = request.socket instanceof TLSSocket && request.socket.getPeerX509Certificate()?.subject
    subjects.push(`${request.method} ${request.url} ${subject}`)
    void text(request).then(async (body) => {
      const { method = "GET", url = "", headers } = request
      const sent = { method, headers: headers as Record<string, string>, ...(body && { body }) } // none is sent twice
      const answer = await bank.fetch(`https://bank.example${url}`, sent)
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })
  })
  const port = await listenOnLoopback(server)
  leadBankTo(port)
  const folder = await mkdtemp(join(tmpdir(), "certificate-"))
  try {
    vi.stubEnv("AUTH_SECRET", "s".repeat(32))
    vi.stubEnv("AUTH_URL", "https://app.test")
    vi.stubEnv("BANK_CERTIFICATE", join(folder, "bank.crt"))
    vi.stubEnv("BANK_CERTIFICATE_KEY", join(folder, "bank.key"))
    await writeFile(join(folder, "bank.crt"), ISSUED.cert)
    await writeFile(join(folder, "bank.key"), ISSUED.key)
    const { auth } = await import("../../stories/docs/examples/high-assurance/certificate.ts")
    const browser = cookieClient(auth)
    const started = await browser.post("/signin/bank", { csrfToken: await browser.csrfToken() })
    await browser.get(`/callback/bank?${bank.authorize(started.headers.get("location") ?? "")}`)
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: expect.any(String) } })
    expect(subjects).toContain("POST /token CN=acme")
  } finally {
    server.close()
    server.closeAllConnections()
    await rm(folder, { recursive: true, force: true })
  }
})

const BANK = { ...selfSigned("bank.example"), ca: AUTHORITY.cert, requestCert: true }

/** Lets requests to the guide's bank reach a server on this machine. */
function leadBankTo(port: number): void {
  const { request } = https
  vi.spyOn(https, "request").mockImplementation(((url: URL, options: RequestOptions, done: () => void) => {
    const here = { ca: BANK.cert, servername: url.hostname, lookup: undefined }
    return request(`https://localhost:${port}${url.pathname}`, { ...options, ...here }, done)
  }) as typeof request) // the form of its call that `publicFetch` uses
}
