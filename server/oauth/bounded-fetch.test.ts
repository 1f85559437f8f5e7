import { expect, test, vi } from "vitest"
import { createAuth } from "../service/auth.ts"
import { MicrosoftEntraID, Odnoklassniki } from "../providers/index.ts"
import type { Fetch, ProviderConfig } from "../providers/types.ts"
import { fakeIssuer } from "../testing/fake-issuer.ts"
import { cookieClient } from "../testing/cookie-client.ts"

const TENANT = "11111111-2222-3333-4444-555555555555"
const client = { clientId: "client", clientSecret: "secret" }
const endlessResponse = () => new Response(new Uint8Array(2_000_000))
/** Simulates a server that never responds. Rejects when the request is aborted. */
const silentFetch: Fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(new Error("given up")))
  })

/** Signs in. `slow` handles the requests that the provider's row makes itself. */
async function signInWith(provider: ProviderConfig, isOwnRequest: (url: string) => boolean, slow: Fetch) {
  const issuer = await fakeIssuer({ issuer: `https://login.microsoftonline.com/${TENANT}/v2.0` })
  const fetch: Fetch = async (input, init) => {
    const url = String(input)
    if (isOwnRequest(url)) return slow(input, init)
    if (url.includes("token.do")) return Response.json({ access_token: "a", token_type: "bearer" })
    if (url.endsWith("/oauth2/v2.0/token")) return issuer.fetch(`${issuer.issuer}/token`, init)
    return issuer.fetch(url.includes("/keys") ? `${issuer.issuer}/jwks` : input, init)
  }
  const images: unknown[] = []
  const events = { signIn: ({ user }: { user: { image?: unknown } }) => void images.push(user.image) }
  const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  const env = { AUTH_URL: "https://app.test/auth" }
  const auth = createAuth({ providers: [provider], secret: "s".repeat(32), logger, fetch, events }, { env })
  const browser = cookieClient(auth)
  const started = await browser.post(`/signin/${provider.id}`, { csrfToken: await browser.csrfToken() })
  const parameters = issuer.authorize(started.headers.get("location") ?? "", { sub: "ada", tid: TENANT })
  await browser.get(`/callback/${provider.id}?${parameters}`)
  return { opened: [...browser.jar.keys()].some((name) => name.includes("session-token")), images }
}

const hasTimeout = async <T>(run: () => Promise<T>): Promise<T> => {
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 20)
    return controller.signal
  })
  return run().finally(() => timeout.mockRestore())
}

const isPhotoUrl = (url: string) => url.startsWith("https://graph.microsoft.com/")
const entraProvider = () => MicrosoftEntraID({ ...client, tenant: TENANT, profilePhotoSize: 48 })

test("leaves out the photo of Entra ID if it never arrives", async () => {
  expect(await hasTimeout(() => signInWith(entraProvider(), isPhotoUrl, silentFetch))).toEqual({
    opened: true,
    images: [null],
  })
})

test("leaves out a photo of more than 1 MB", async () => {
  expect(await signInWith(entraProvider(), isPhotoUrl, async () => endlessResponse())).toEqual({
    opened: true,
    images: [null],
  })
})

const isProfileUrl = (url: string) => url.startsWith("https://api.ok.ru/fb.do")
const odnoklassniki = () => Odnoklassniki({ ...client, publicKey: "key" })

test("fails the sign-in if the profile of Odnoklassniki never arrives", async () => {
  expect(await hasTimeout(() => signInWith(odnoklassniki(), isProfileUrl, silentFetch))).toEqual({
    opened: false,
    images: [],
  })
})

test("signs in with a profile of Odnoklassniki", async () => {
  const short = async () => Response.json({ uid: "1", name: "Ada", pic_1: "https://ok.test/1.png" })
  expect(await signInWith(odnoklassniki(), isProfileUrl, short)).toEqual({
    opened: true,
    images: ["https://ok.test/1.png"],
  })
})

test("rejects a profile of Odnoklassniki of more than 1 MB", async () => {
  const long = async () => Response.json({ uid: "1", name: "x".repeat(2_000_000) })
  expect(await signInWith(odnoklassniki(), isProfileUrl, long)).toEqual({ opened: false, images: [] })
})
