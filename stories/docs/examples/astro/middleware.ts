import type { MiddlewareHandler } from "astro"
import { auth } from "./auth.ts"

export const onRequest: MiddlewareHandler = async (context, next) => {
  const { request, locals, isPrerendered } = context
  if (isPrerendered || (await auth.isUnderBasePath(request))) return next()
  if (request.method === "POST" && request.headers.get("sec-fetch-site") !== "same-origin")
    return new Response("Forbidden", { status: 403 })
  locals.session = await auth.getSession(request)
  return next()
}
