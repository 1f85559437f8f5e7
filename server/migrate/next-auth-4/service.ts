import type { Session } from "../../../client/contract.ts"
import { createIntegrationService, type IntegrationService } from "../../service/auth.ts"
import { AuthError } from "../../errors.ts"
import { configFor } from "./options.ts"
import { BASE_PATH } from "./server-client.ts"
import type { AuthOptions } from "./types.ts"

const OPTIONS = new WeakMap<Request, Partial<AuthOptions>>()
const memo: { service?: IntegrationService } = {}

/**
 * Returns the `IntegrationService` for requests that {@link requestWith} created. All options share it, because an app
 * can create new options for each request, and rate limits and used tokens must outlive them.
 */
export function sharedService(): IntegrationService<Session> {
  return (memo.service ??= createIntegrationService(
    (request: Request | undefined) => {
      const options = request && OPTIONS.get(request)
      if (options) return configFor(options)
      throw new AuthError(
        "InvalidConfiguration",
        "The request has no options of next-auth 4. Call `NextAuth(request, context, options)`",
      )
    },
    { basePath: BASE_PATH },
  ))
}

/** Stores the options for a request, and returns the request. */
export function requestWith(options: Partial<AuthOptions>, request: Request): Request {
  OPTIONS.set(request, options)
  return request
}
