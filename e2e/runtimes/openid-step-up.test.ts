import { expect, test } from "vitest"
import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth } from "../../server/service/auth.ts"
import type { AuthConfig } from "../../server/service/config.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { mintSession } from "../../server/testing/mint-session.ts"
import { visitAsPerson } from "../idp/as-person.ts"
import { startIdp } from "../idp/idp.ts"

const BASE = "https://app.test/auth"

test("a real OpenID provider confirms the signed-in user after a new sign-in there (threat 446)", async () => {
  const client = { client_id: "app", client_secret: "s".repeat(43), redirect_uris: [`${BASE}/callback/acme`] }
  const errors: string[] = []
  const idp = await startIdp({ clients: [client] })
  try {
    const config: AuthConfig = {
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
    }
    const auth = createAuth(config, { env: { AUTH_URL: BASE } })
    const provider = new Map<string, string>()
    const first = cookieClient(auth)
    const started = await first.post("/signin/acme", { csrfToken: await first.csrfToken() })
    await first.get(await visitAsPerson(started.headers.get("location") ?? "", BASE, { jar: provider }))
    const session = await auth.getSession(first.request("/keys"))
    // The same user's session of an hour ago, so that the test waits for nothing and no busy machine is too slow for it
    const authTime = Math.floor(Date.now() / 1000) - 3600
    const old = await mintSession(config, { id: session?.user?.id ?? "" }, { url: BASE, authTime })
    const ada = cookieClient(
      auth,
      new Map(old.cookies.map(({ name, value }) => [name, { value: decodeURIComponent(value) }])),
    )
    await expect(auth.require(ada.request("/keys"), { within: 600 })).rejects.toThrow()
    const page = "/confirm?max_age=600"
    const details = async () =>
      (await (await ada.get(page, { accept: "application/json" })).json()) as Record<string, string> // its shape
    const { attempt = "", csrfToken = "", methods } = await details()
    expect(methods).toEqual(["provider"])
    const asked = await ada.post(page, { attempt, csrfToken, method: "provider", callbackUrl: "/keys" })
    const back = await visitAsPerson(asked.headers.get("location") ?? "", BASE, { jar: provider })
    const landed = await ada.get(back)
    expect([landed.headers.get("location"), errors]).toEqual(["https://app.test/keys", []])
    expect(await auth.require(ada.request("/keys"), { within: 600 })).toMatchObject({ user: {} })
  } finally {
    await idp.stop()
  }
})
