import { MemoryAdapter } from "latchkit/adapters/memory"
import { GitHub } from "latchkit/providers/github"
import { isPublicSuffix } from "latchkit/public-suffixes"
import { createAuth, type AuthConfig } from "latchkit/server"

const logged: string[] = []
const log = ({ message }: Error) => void logged.push(message)

const open = (config: Partial<AuthConfig>) =>
  createAuth(
    {
      adapter: MemoryAdapter(),
      providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
      logger: { error: log },
      secret: "a secret of more than thirty-two characters",
      ...config,
    },
    { env: { AUTH_URL: "https://app.test", NODE_ENV: "development" } },
  )

const services = {
  languages: open({ languages: ["en", "de", "pt-BR"], messages: { fr: { signIn: { title: "Bonjour" } } } }),
  domains: open({ cookies: { sessionToken: { name: "session", options: { domain: "app.test" } } } }),
  listed: open({ isPublicSuffix, cookies: { sessionToken: { name: "session", options: { domain: "co.uk" } } } }),
  passkeys: open({ providers: [{ id: "passkey", name: "Passkey", type: "webauthn" }] }),
}

/** A Worker that lacks imports. `x-service` chooses what it lacks, and `/logged` returns its errors. */
export default {
  fetch(request: Request): Promise<Response> {
    const asked = request.headers.get("x-service")
    const name = asked === "passkeys" || asked === "domains" || asked === "listed" ? asked : "languages"
    const isLog = new URL(request.url).pathname === "/logged"
    return isLog ? Promise.resolve(Response.json(logged.splice(0))) : services[name].handle(request)
  },
}
