import { Auth } from "@auth/core"
import Credentials from "@auth/core/providers/credentials"
import { github, password, secret } from "./shared.ts"

export const handle = (request: Request): Promise<Response> =>
  Auth(request, {
    basePath: "/auth",
    trustHost: true,
    secret,
    providers: [github, Credentials(password)],
  })
