import { createParamDecorator } from "@nestjs/common"
import type { CanActivate, ExecutionContext } from "@nestjs/common"
import type { Request, Response } from "express"
import { auth } from "./auth.ts"

const requireAuth = auth.requireAuth()

/** Lets signed-in users through. Others are redirected to the sign-in page and back, and scripts get 401. */
export class AuthGuard implements CanActivate {
  canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp()
    const req = http.getRequest<Request>()
    const res = http.getResponse<Response>()
    return new Promise((resolve, reject) => {
      res.once("finish", () => resolve(false)) // requireAuth has responded
      requireAuth(req, res, (error?: unknown) => (error ? reject(error) : resolve(true)))
    })
  }
}

/** The session of a request behind `AuthGuard`. */
export const CurrentSession = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getResponse<Response>().locals.session,
)
