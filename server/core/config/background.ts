import { isWorkerd } from "../crypto/node.ts"
import type { LoggerInstance } from "../../logger.ts"
import type { Env } from "./env.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { asError, AuthError } from "../../errors.ts"

/** Keeps the process running until `work` has settled. Platforms call it `waitUntil`, and Next calls it `after`. */
export type WaitUntil = (work: Promise<unknown>) => void

/** Keeps track of the work that goes on after a response: emails, event handlers, the deletion of expired rows. */
export interface Background {
  /** Keeps the process running until `work` has settled, if the platform would stop it. */
  run(work: Promise<unknown>): void
  /** Returns a function to call before the response leaves, or `undefined` if nothing has to be done then. */
  startRequest(request: RequestFacts): (() => Promise<void>) | undefined | Promise<(() => Promise<void>) | undefined>
}

interface RequestFacts {
  method: string
  /** The request's own, if it has one. */
  waitUntil?: WaitUntil | undefined
}

/**
 * Milliseconds that each POST takes if its work can't go on after the response. The time would otherwise tell whether
 * an email was sent, and thus whether an address has an account.
 */
export const WAIT = 3000

/** Creates the background of one configuration. `waitUntil` is an option of `createAuth`. */
export function createBackground(
  { waitUntil: own, env }: { waitUntil: WaitUntil | undefined; env: Env },
  { logger, warned }: { logger: LoggerInstance; warned: Set<string> },
): Background {
  const pending = new Set<Promise<unknown>>()
  const shared = () => own ?? platformWaitUntil()
  const finisher = ({ method, waitUntil }: RequestFacts) => {
    if (waitUntil) return async () => void (pending.size > 0 && waitUntil(Promise.all(pending)))
    if (!stopsAfterResponse(env)) return undefined
    if (!warned.has("wait-until")) logger.warn("wait-until")
    warned.add("wait-until")
    const end = new Promise((resolve) => setTimeout(resolve, WAIT))
    return async () => void (await (method === "POST" ? end : Promise.race([end, Promise.all(pending)])))
  }
  return {
    run(work) {
      const settled: Promise<unknown> = work.then(
        () => pending.delete(settled),
        () => pending.delete(settled), // its owner logs the error
      )
      pending.add(settled)
      shared()?.(settled)
    },
    startRequest(request) {
      if (shared()) return undefined
      return isWorkerd() ? loadWorkerd().then((found) => (found ? undefined : finisher(request))) : finisher(request)
    },
  }
}

/** Returns whether the platform stops or freezes the process as soon as the response is there. */
const stopsAfterResponse = (env: Env) => isWorkerd() || Boolean(env["VERCEL"] ?? env["AWS_LAMBDA_FUNCTION_NAME"])

interface HasWaitUntil {
  waitUntil?: unknown
}

// `@vercel/functions` reads the same global
const VERCEL = Symbol.for("@vercel/request-context")

interface PlatformGlobals {
  Netlify?: { context?: HasWaitUntil | null }
  [VERCEL]?: { get?: () => HasWaitUntil | undefined }
}

/** Returns the `waitUntil` that the platform offers to every module, for the request that it runs now. */
export function platformWaitUntil(): WaitUntil | undefined {
  const { Netlify, [VERCEL]: vercel } = globalThis as PlatformGlobals
  return waitUntilIn(workerd.module, vercel?.get?.(), Netlify?.context)
}

/** Returns the first `waitUntil` of the given objects, such as Cloudflare's `ctx`. */
export function waitUntilIn(...candidates: unknown[]): WaitUntil | undefined {
  const platform = candidates.find(
    (one): one is { waitUntil: WaitUntil } => typeof (one as HasWaitUntil | null | undefined)?.waitUntil === "function",
  )
  return platform && ((work) => platform.waitUntil(work))
}

/** The module `cloudflare:workers`, once it is loaded. A worker has no other way to its current request. */
const workerd: { module?: unknown } = {}

// A bundler for another runtime has no such module, so it must not find the name
const WORKERD_MODULE = ["cloudflare", "workers"].join(":")

/** Loads the module before the first response, because a worker stops before a later import ends. */
async function loadWorkerd(): Promise<WaitUntil | undefined> {
  const loading: Promise<unknown> = import(
    /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ WORKERD_MODULE
  )
  workerd.module = await loading.catch(() => undefined) // an old version
  return waitUntilIn(workerd.module)
}

const HOUR = 3_600_000
const LAST_SWEEP_TIMES = new WeakMap<Adapter, number>() // by adapter, because a configuration may be created for each request

/** The settings that deleting expired rows needs. */
export interface Sweeping {
  readonly adapter?: Adapter | undefined
  readonly logger: LoggerInstance
  readonly background: Background
  /** Milliseconds since the epoch. */
  now(): number
}

/**
 * Lets the adapter delete a page of expired rows, in the background. At most once an hour, unless there are more. All
 * code that writes expiring rows calls it: sessions, magic links, counters and one-time claims.
 */
export function sweepExpired({ adapter, logger, now, background }: Sweeping): void {
  const time = now()
  if (!adapter?.deleteExpired || time - (LAST_SWEEP_TIMES.get(adapter) ?? 0) < HOUR) return
  LAST_SWEEP_TIMES.set(adapter, time)
  const work = deletePage(adapter, new Date(time)).catch((error: unknown) =>
    logger.error(new AuthError("AdapterError", "Expired rows could not be deleted.", { err: asError(error) })),
  )
  background.run(work)
}

/** The most rows of each kind that one sweep deletes. A statement that deletes more would hold up others. */
const PAGE = 500

async function deletePage(adapter: Adapter, now: Date): Promise<void> {
  const count = await adapter.deleteExpired?.(now, PAGE)
  // More rows may be left, which the next request deletes that writes
  if (Number(count) >= PAGE) LAST_SWEEP_TIMES.delete(adapter)
}
