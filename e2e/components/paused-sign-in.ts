// Signs in a user with an authenticator app at a handler whose URL is the argument. Prints the JSON of the
// response, which asks for a code. Its own process, because Playwright would compile all modules first.
import { MemoryAdapter } from "latchkit/adapters/memory"
import { createAuth, type AuthConfig } from "latchkit/server"
import { enrollAuthenticatorApp } from "latchkit/testing"

const [, , url = ""] = process.argv
const email = "ada@example.com"
const adapter = MemoryAdapter()
const config: AuthConfig = {
  adapter,
  secret: "a secret of more than thirty-two characters",
  session: { strategy: "jwt" },
  secondFactor: {},
  rateLimit: false,
  providers: [
    {
      ...{ id: "credentials", name: "Password", type: "credentials", credentials: { email: {} } },
      authorize: () => adapter.getUserByEmail(email),
    },
  ],
}
await enrollAuthenticatorApp(config, { id: "ada", email }, { url })
const auth = createAuth(config, { env: { AUTH_URL: url } })
const csrf = await auth.handle(new Request(`${url}/csrf`))
const { csrfToken } = (await csrf.json()) as { csrfToken: string } // the endpoint's response
const [line = ""] = csrf.headers.getSetCookie()
const headers = { cookie: line.split(";", 1)[0] ?? "", "x-auth-return-redirect": "1" }
const body = new URLSearchParams({ csrfToken, email })
const paused = await auth.handle(new Request(`${url}/callback/credentials`, { method: "POST", headers, body }))
console.log(await paused.text())
