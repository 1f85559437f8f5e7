import { GitHub } from "latchkit/providers/github"
import { createAuth } from "latchkit/server"

const logged: string[] = []
const log = ({ message }: Error) => void logged.push(message)

const auth = createAuth(
  {
    providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
    languages: ["en", "de", "pt-BR"],
    messages: { fr: { signIn: { title: "Bonjour" } } },
    logger: { error: log },
    secret: "a secret of more than thirty-two characters",
  },
  { env: { AUTH_URL: "https://app.test", NODE_ENV: "development" } },
)

/** A Worker that asks for languages that it doesn't import. `/logged` returns its errors. */
export default {
  fetch: (request: Request): Promise<Response> =>
    new URL(request.url).pathname === "/logged" ? Promise.resolve(Response.json(logged)) : auth.handle(request),
}
