import type { PublicProviders, Session } from "../contract.ts"
import type { ActionClient } from "../actions/types.ts"
import { throwScriptError } from "../http/errors.ts"
import type { RegisteredSession } from "../session/state.ts"
import { clientFor, type BasePathOption, type PageClient } from "./client.ts"

/** Loads a client with the requests that only actions send. @throws {RequestError} */
export async function loadActionClient(client: PageClient): Promise<ActionClient> {
  const [full, { createHttp }] = await Promise.all([client.load(), import("../http/http.ts").catch(throwScriptError)])
  return { ...full, http: createHttp(full) }
}

/** Fetches the session. @throws {RequestError} if the request fails, which doesn't mean "signed out" */
export const getSession = <S extends Session = RegisteredSession>(options?: BasePathOption): Promise<S | null> =>
  clientFor(options).store.refresh() as Promise<S | null> // the app's own session callback defines the type

/**
 * Fetches a CSRF token for your own POST. It stays the same while the browser keeps its cookie.
 * @throws {RequestError} if the request fails
 */
export const getCsrfToken = async (options?: BasePathOption): Promise<string> =>
  (await loadActionClient(clientFor(options))).http.csrf()

/** Fetches the available sign-in providers, keyed by id. @throws {RequestError} if the request fails */
export const getProviders = async (options?: BasePathOption): Promise<PublicProviders> =>
  (await loadActionClient(clientFor(options))).http.providers()
