import { expect, test } from "vitest"
import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth } from "../../server/auth.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { visitAsPerson } from "../idp/as-person.ts"
import { startIdp } from "../idp/idp.ts"

const BASE = "https://app.test/auth"

test("a real OpenID provider confirms the signed-in user after a new sign-in there (threat 446)", async () => {
  const client = { client_id: "app", client_secret: "s".repeat(43), redirect_uris: [`${BASE}/callback/acme`] }
  const errors: string[] = []
  const idp = await startIdp({ clients: [client] })
  try {
    const auth = createAuth(
      {
        secret: "s".repeat(32),
        adapter: MemoryAdapter(),
        rateLimit: false,
        logger: { error: (error) => void errors.push(error.message), warn: () => undefined, debug: () => undefined },
        providers: [
          {
            id: "acme",
            name: "Acme",
            type: "oidc",
            issuer: idp.issuer,
            clientId: "app",
            clientSecret: client.client_secret,
          },
        ],
      },
      { env: { AUTH_URL: BASE } },
    )
    const [ada, provider] = [cookieClient(auth), new Map<string, string>()]
    const started = await ada.post("/signin/acme", { csrfToken: await ada.csrfToken() })
    await ada.get(await visitAsPerson(started.headers.get("location") ?? "", BASE, { jar: provider }))
    await new Promise((resolve) => setTimeout(resolve, 2100))
    const page = "/confirm?max_age=1"
    const details = async () =>
      (await (await ada.get(page, { accept: "application/json" })).json()) as Record<string, string> // its shape
    const { attempt = "", csrfToken = "", methods } = await details()
    expect(methods).toEqual(["provider"])
    const asked = await ada.post(page, { attempt, csrfToken, method: "provider", callbackUrl: "/keys" })
    const back = await visitAsPerson(asked.headers.get("location") ?? "", BASE, { jar: provider })
    const landed = await ada.get(back)
    expect([landed.headers.get("location"), errors]).toEqual(["https://app.test/keys", []])
    expect(await auth.require(ada.request("/keys"), { within: 5 })).toMatchObject({ user: {} })
  } finally {
    await idp.stop()
  }
})
