import type { Request, RequestHandler, Response } from "express"
import type { Session } from "../../../client/contract.ts"
import type { ServerSession } from "../../core/sessions/server-session.ts"
import type { FormInput } from "../../../client/forms.ts"
import type { AuthConfigInput } from "../../service/config.ts"
import type { AdapterOption, StrategyWith } from "../../core/config/types.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import type { HelperResponse } from "../../service/api.ts"
import { signInByForm, signOutByForm } from "../forms.ts"
import { failureStatus } from "../responses.ts"
import { handleNode } from "../node/index.ts"
import { toHelperRequest } from "../node/request.ts"
import type { NodeRequest } from "../node/types.ts"
import { mountedService, observeMount } from "./mount.ts"
import { appendCookies, createOwnPages, readSession } from "./own-pages.ts"
import { createRequireAuth } from "./require-auth.ts"
import type { ExpressAuthService, SessionMiddleware } from "./types.ts"

export type { SignInFailure, SignOutFailure } from "../forms.ts"
export type { RequireAuthOptions } from "../step-up.ts"
export type * from "./types.ts"

/**
 * Creates the handler. The base path is the path at which `app.use` mounts it, unless `basePath` or AUTH_URL names
 * one. Set `trust proxy` behind a proxy.
 *
 * @example
 * const auth = ExpressAuth({ providers: [GitHub] })
 * app.use("/auth", auth)
 * app.get("/", async (req, res) => void res.json(await auth.getSession(req)))
 */
export function ExpressAuth<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
>(config: AuthConfigInput<S, Token, A, Strategy>): ExpressAuthService<ServerSession<S, Strategy>> {
  const service = mountedService(config)
  const leave = <Failure extends { code: string }>(res: Response, result: HelperResponse | Failure) => {
    if (!("url" in result)) {
      res.status(failureStatus(result)) // the status of the page that the app shows again
      return result
    }
    appendCookies(res, result.cookies)
    res.set({ ...result.headers })
    res.redirect(303, result.url)
    return undefined
  }
  const handler: RequestHandler = (req, res, next) => handleNode(service.respond, req, res).catch(next)
  observeMount(handler, config, () => {
    if (typeof config !== "function") queueMicrotask(() => void service.rules()) // reads the configuration
  })
  return Object.assign(handler, {
    session: ((req, res, next) => {
      const refreshing = service.refreshSession(toHelperRequest(req)).then(({ session, cookies }) => {
        res.locals["session"] = session
        appendCookies(res, cookies)
      })
      refreshing.then(() => next(), next)
    }) satisfies RequestHandler as SessionMiddleware, // Express passes the request
    requireAuth: createRequireAuth(service),
    users: service.users,
    ...createOwnPages(service),
    getSession: (req: NodeRequest) => readSession(service, req),
    signIn: async (req: Request, res: Response, form: FormInput = req.body as FormInput) =>
      leave(res, await signInByForm(service, { request: toHelperRequest(req), address: req.ip }, form)), // rejects a body that isn't a form
    signOut: async (req: Request, res: Response, form: FormInput = req.body as FormInput) =>
      leave(res, await signOutByForm(service, toHelperRequest(req), form)),
    async updateSession(req: Request, res: Response, data: unknown) {
      const { session, cookies } = await service.updateSession(toHelperRequest(req), data)
      appendCookies(res, cookies)
      return session
    },
  })
}

/**
 * Returns the session, or `null` if the user is signed out.
 *
 * @deprecated the form of Auth.js, with a configuration. Use `getSession` of the handler
 * @throws {AuthError} if the configuration is invalid
 */
export async function getSession<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName,
>(req: NodeRequest, config: AuthConfigInput<S, Token, A, Strategy>): Promise<S | null> {
  return readSession(mountedService(config), req)
}
