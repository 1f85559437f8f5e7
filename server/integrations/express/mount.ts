import type { RequestHandler } from "express"
import type { Session } from "../../../client/contract.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import type { AuthConfigInput } from "../../service/config.ts"
import type { AdapterOption } from "../../core/config/types.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import { cachedService } from "../cached-service.ts"

/** The paths at which `app.use` mounted the handler of a configuration. */
const MOUNTS = new WeakMap<object, Mount>()

interface Mount {
  pattern: unknown
  /** Only routers have no `path`. */
  parent: { path?(): string }
}

/**
 * Lets `app.use(path, handler)` tell the path, as it tells it to the app's own sub-apps. A router doesn't.
 *
 * @param onMount called when the path is known
 * @see [`app.mountpath`](https://expressjs.com/en/5x/api.html#app.mountpath)
 */
export function observeMount(handler: RequestHandler, config: object, onMount: () => void): void {
  const subApp = Object.assign(handler, {
    handle: handler,
    set: () => subApp,
    mountpath: undefined as unknown, // Express sets it
    emit(_event: "mount", parent: Mount["parent"]) {
      if (!MOUNTS.has(config)) MOUNTS.set(config, { pattern: subApp.mountpath, parent })
      onMount()
    },
  })
}

/** Returns Latchkit with a configuration, below the path at which its handler is mounted. */
export const mountedService = <
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName,
>(
  config: AuthConfigInput<S, Token, A, Strategy>,
) => cachedService(config, { mountPath: () => mountPath(config) })

/** Returns the path below which Express passes requests on. `undefined` if it isn't one fixed path. */
function mountPath(config: object): string | undefined {
  const { pattern, parent } = MOUNTS.get(config) ?? {}
  const [first]: unknown[] = [pattern].flat()
  if (typeof first !== "string") return undefined
  const path = (parent?.path?.() ?? "") + first.replace(/[/{(]*\*.*$/, "").replace(/\/$/, "") // `/auth/*`, `/auth/{*rest}`
  return /^(?:\/[\w.~-]+)+$/.test(path) ? path : undefined
}
