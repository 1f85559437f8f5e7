import type { IncomingMessage, ServerResponse } from "node:http"
import { SignJWT, type CryptoKey } from "jose"
import type Provider from "oidc-provider"

import { readBody } from "./interaction.ts"
import { PEOPLE, findPerson, type Person } from "./people.ts"

interface Idp {
  issuer: string
  provider: Provider
  /** Signs the ID tokens of the redirect, too. */
  key: CryptoKey
}

interface Exchange extends Idp {
  request: IncomingMessage
  response: ServerResponse
}

const COOKIE = "fedcm_person"

/** The endpoints of FedCM, by path. */
const ENDPOINTS: Record<string, (exchange: Exchange) => unknown> = {
  "/.well-known/web-identity": ({ issuer }) => ({
    provider_urls: [`${issuer}/fedcm.json`],
    accounts_endpoint: `${issuer}/fedcm/accounts`,
    login_url: `${issuer}/fedcm/login`,
  }),
  "/fedcm.json": () => ({
    accounts_endpoint: "/fedcm/accounts",
    client_metadata_endpoint: "/fedcm/client",
    id_assertion_endpoint: "/fedcm/assertion",
    login_url: "/fedcm/login",
  }),
  "/fedcm/accounts": accounts,
  "/fedcm/client": () => ({}),
  "/fedcm/assertion": assertion,
}

/**
 * Serves FedCM as an identity provider. `/fedcm/login?sub=…` signs a person in, as the provider's own site would.
 * Returns false if the request is for something else.
 */
export async function serveFedcm(idp: Idp, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { pathname, searchParams } = new URL(request.url ?? "/", idp.issuer)
  if (pathname === "/fedcm/login") return logIn(response, searchParams.get("sub") ?? "")
  const endpoint = Object.hasOwn(ENDPOINTS, pathname) ? ENDPOINTS[pathname] : undefined
  if (!endpoint) return false
  const body: unknown = await endpoint({ ...idp, request, response })
  response.setHeader("content-type", "application/json")
  response.statusCode = body === undefined ? 401 : 200
  response.end(JSON.stringify(body ?? {}))
  return true
}

// Browsers send only such a cookie, and ask for accounts only if the provider said that someone is signed in
function logIn(response: ServerResponse, sub: string): boolean {
  const isKnown = findPerson(sub) !== undefined
  response.setHeader("set-cookie", `${COOKIE}=${isKnown ? sub : ""}; Path=/; HttpOnly; Secure; SameSite=None`)
  response.setHeader("set-login", isKnown ? "logged-in" : "logged-out")
  response.end(isKnown ? "Signed in." : "Signed out.")
  return true
}

function signedIn({ headers }: IncomingMessage): Person | undefined {
  const [, sub] = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(headers.cookie ?? "") ?? []
  // A page can't set this header, so it can't read the accounts
  return headers["sec-fetch-dest"] === "webidentity" ? findPerson(sub) : undefined
}

function accounts({ request }: Exchange) {
  const person = signedIn(request)
  if (!person) return undefined
  return {
    accounts: PEOPLE.filter((one) => one === person).map(({ sub, name, given_name, email }) => ({
      ...{ id: sub, name, given_name, email, approved_clients: ["nightbook"] },
    })),
  }
}

async function assertion({ issuer, provider, key, request, response }: Exchange) {
  const person = signedIn(request)
  const form = new URLSearchParams(await readBody(request))
  const client = await provider.Client.find(form.get("client_id") ?? "")
  const { origin = "" } = request.headers
  const isClients = client?.redirectUris?.some((url) => new URL(url).origin === origin)
  if (!person || !client || !isClients || person.sub !== form.get("account_id")) return undefined
  response.setHeader("access-control-allow-origin", origin)
  response.setHeader("access-control-allow-credentials", "true")
  const params = JSON.parse(form.get("params") ?? "{}") as { nonce?: string } // what the page passed
  const { sub, name, email, email_verified } = person
  const token = await new SignJWT({ name, email, email_verified, nonce: params.nonce ?? form.get("nonce") })
    .setProtectedHeader({ alg: "RS256", kid: "idp-1" })
    .setIssuer(issuer)
    .setSubject(sub)
    .setAudience(client.clientId)
    .setIssuedAt()
    .setExpirationTime("10m")
    .sign(key)
  return { token }
}
