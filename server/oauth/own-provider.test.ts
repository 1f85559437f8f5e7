import { expect, test } from "vitest"
import { createAuth } from "../service/auth.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { OAuth } from "../providers/oauth.ts"
import type { OAuthConfig, Provider } from "../providers/types.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { fakeIssuer } from "../testing/fake-issuer.ts"

const ADA = { id: "7", name: "Ada", email: "ada@app.test", image: "https://app.test/ada.png" }
const OWN = {
  id: "acme",
  name: "Acme",
  clientId: "client",
  clientSecret: "secret",
  authorization: "https://issuer.test/authorize",
  token: "https://issuer.test/token",
  userinfo: "https://issuer.test/userinfo",
}

/** Signs in at an OAuth 2.0 provider of the app's own. Returns the session's user and what was logged. */
async function signIn(provider: Provider, wrap: (body: object) => object = (body) => body) {
  const issuer = await fakeIssuer()
  issuer.responses.token = (body) => wrap(body) as Record<string, unknown>
  issuer.responses.userinfo = () => wrap(ADA) as Record<string, unknown>
  const errors: string[] = []
  const logger = { error: (error: Error) => void errors.push(String(error)), warn: () => undefined }
  const config = { providers: [provider], adapter: MemoryAdapter(), secret: "s".repeat(32), logger }
  const auth = createAuth({ ...config, fetch: issuer.fetch }, { env: { AUTH_URL: "https://app.test/auth" } })
  const browser = cookieClient(auth)
  const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
  await browser.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "")}`)
  const session = (await (await browser.get("/session")).json()) as { user?: object } | null // the shape of the response
  return { user: session?.user, errors }
}

test.each<[string, Provider]>([
  ["OAuth()", OAuth(OWN)],
  ["an object", { ...OWN, type: "oauth" }],
])("%s without `profile` keeps id, email, name and image", async (_, provider) => {
  const { user, errors } = await signIn(provider)
  expect([user, errors]).toEqual([
    expect.objectContaining({ name: "Ada", email: "ada@app.test", image: ADA.image }),
    [],
  ])
})

const unwrap = async (response: Response) => Response.json(((await response.json()) as { data: unknown }).data)

test.each(["conform", "transformResponse"])("calls `%s` of the token and userinfo endpoints", async (name) => {
  const own = {
    ...OWN,
    type: "oauth",
    token: { url: OWN.token, method: "POST", [name]: unwrap },
    userinfo: { url: OWN.userinfo, [name]: unwrap },
  }
  const { user, errors } = await signIn(own as OAuthConfig, (data) => ({ data }))
  expect([user, errors]).toEqual([expect.objectContaining({ email: "ada@app.test" }), []])
})
