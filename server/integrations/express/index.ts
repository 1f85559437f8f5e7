import type { Request, RequestHandler, Response } from "express"
import type { Session } from "../../../client/contract.ts"
import type { ServerSession } from "../../sessions/server-session.ts"
import type { FormInput } from "../../../client/forms.ts"
import type { AuthService } from "../../auth.ts"
import type { AdapterOption, AuthConfigInput, SessionStrategyName, StrategyWith } from "../../config/types.ts"
import type { JWT } from "../../crypto/jwt-types.ts"
import type { HelperAnswer } from "../../api.ts"
import { signInByForm, signOutByForm } from "../forms.ts"
import { statusOf } from "../responses.ts"
import { serviceOf } from "../kept-service.ts"
import { keep, send } from "./answer.ts"
import { requestOf, visitOf } from "./request.ts"
import type { ExpressAuthService } from "./types.ts"

export type { ExpressAuthConfig, ExpressAuthService, AdapterUser, DefaultSession, JWT, Session, User } from "./types.ts"

/**
 * The service as a handler: `app.use("/auth", ExpressAuth(config))`, or on `/auth/*splat` (`/auth/*` in Express 4). Where it is
 * mounted is the base path: name another one in `basePath` too. Behind a proxy, set Express's `trust proxy`.
 */
export function ExpressAuth<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
>(config: AuthConfigInput<S, Token, A, Strategy>): ExpressAuthService<ServerSession<S, Strategy>> {
  const service = serviceOf(config)
  const leave = <Failure extends { code: string }>(res: Response, answer: HelperAnswer | Failure) => {
    if (!("url" in answer)) {
      res.status(statusOf(answer)) // of the page that the app shows again
      return answer
    }
    keep(res, answer.cookies)
    res.redirect(303, answer.url)
    return undefined
  }
  const handler: RequestHandler = (req, res, next) => answer(service, req, res).catch(next)
  return Object.assign(handler, {
    session: ((req, res, next) => {
      const found = service.refresh(visitOf(req)).then(({ session, cookies }) => {
        res.locals["session"] = session
        keep(res, cookies)
      })
      found.then(() => next(), next)
    }) satisfies RequestHandler,
    getSession: (req: Request) => service.session(visitOf(req)),
    signIn: async (req: Request, res: Response, form: FormInput = req.body as FormInput) =>
      leave(res, await signInByForm(service, { request: visitOf(req), address: req.ip }, form)), // what is no form is refused there
    signOut: async (req: Request, res: Response, form: FormInput = req.body as FormInput) =>
      leave(res, await signOutByForm(service, visitOf(req), form)),
    async update(req: Request, res: Response, data: unknown) {
      const { session, cookies } = await service.update(visitOf(req), data)
      keep(res, cookies)
      return session
    },
    async signInProps(req: Request, res: Response) {
      const { props, cookies } = await service.signInProps(visitOf(req))
      keep(res, cookies)
      return props
    },
  })
}

async function answer(service: AuthService, req: Request, res: Response): Promise<void> {
  const request = requestOf(req)
  if (request) send(await service.answer(request, { address: req.ip }), res)
  else res.status(400).end()
}

/** The session of a request, or null. @throws {AuthError} when the configuration cannot be served */
export async function getSession<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName,
>(req: Request, config: AuthConfigInput<S, Token, A, Strategy>): Promise<S | null> {
  return serviceOf(config).session(visitOf(req))
}
