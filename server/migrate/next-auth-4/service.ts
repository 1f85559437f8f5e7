import type { Session } from "../../../client/contract.ts"
import { createAuth, type AuthService } from "../../auth.ts"
import { AuthError } from "../../errors.ts"
import { configFor } from "./options.ts"
import type { AuthOptions } from "./types.ts"

/** Where next-auth 4 is, unless NEXTAUTH_URL has a path. */
export const BASE_PATH = "/api/auth"

const OPTIONS = new WeakMap<Request, Partial<AuthOptions>>()
const memo: { service?: AuthService } = {}

/**
 * The service for requests that {@link requestWith} made. It is one for all options, because an app can make new options for each
 * request: what was counted and used up must outlive them.
 */
export function sharedService(): AuthService<Session> {
  return (memo.service ??= createAuth(
    (request: Request | undefined) => {
      const options = request && OPTIONS.get(request)
      if (options) return configFor(options)
      throw new AuthError("InvalidConfiguration", "The request has no options")
    },
    { basePath: BASE_PATH },
  ))
}

/** The request together with the options that it is for. */
export function requestWith(options: Partial<AuthOptions>, request: Request): Request {
  OPTIONS.set(request, options)
  return request
}
