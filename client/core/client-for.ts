import type { PublicProviders, Session } from "../contract.ts"
import { createLazyClient, runningClients, type BasePathOption, type PageClient } from "./client.ts"

/** Returns the running client with that base path, or the last one that runs, or a new one. */
export function clientFor({ basePath }: BasePathOption = {}): PageClient {
  const match = runningClients.findLast(({ base }) => basePath === undefined || base === basePath)
  return match ?? createLazyClient({ basePath })
}

/** Fetches the session. @throws {RequestError} if the request fails, which doesn't mean "signed out" */
export const getSession = (options?: BasePathOption): Promise<Session | null> => clientFor(options).store.refresh()

/**
 * Fetches a CSRF token for your own POST. It stays the same while the browser keeps its cookie.
 * @throws {RequestError} if the request fails
 */
export const getCsrfToken = async (options?: BasePathOption): Promise<string> =>
  (await clientFor(options).load()).http.csrf()

/** Fetches the available sign-in providers, keyed by id. @throws {RequestError} if the request fails */
export const getProviders = async (options?: BasePathOption): Promise<PublicProviders> =>
  (await clientFor(options).load()).http.providers()
