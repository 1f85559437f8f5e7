import type { WaitUntil } from "./background.ts"
import type { Env } from "./env.ts"

/** Options that an integration or a platform sets for an app. */
export interface ServiceOptions {
  /** The base path, unless the app sets one. @default "/auth" */
  basePath?: string
  /**
   * Returns the path at which the app mounted the integration, if the framework tells it. It replaces `basePath`. With
   * it, the configuration is read with the first request, because only then the app is complete.
   */
  mountPath?: () => string | undefined
  /**
   * Accepts one slash at the end of an action's path, as Next's `trailingSlash` adds it.
   *
   * @default false, or true with the `authjs()` preset
   */
  trailingSlash?: boolean
  /**
   * Whether the framework removes the app's sub-path from the URL of a handler's request, as Next does with its own
   * `basePath`.
   *
   * @default false
   */
  removesSubPath?: boolean
  /** @default process.env */
  env?: Env
  /** Returns the environment of one request, if the configuration is a function. It replaces `env`. */
  envFor?: (request: Request | undefined) => Env
  /**
   * Keeps the process running until a promise has settled, on a platform that stops it after the response. Latchkit
   * finds it on Cloudflare, Vercel and Netlify. `handle` takes it for one request.
   *
   * @default none: a server keeps running
   */
  waitUntil?: WaitUntil
  /** Whether the integration passes on the connection's address, by which clients are counted. @default true */
  hasConnection?: boolean
}
