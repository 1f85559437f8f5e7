import type { Session } from "../../../client/contract.ts"
import { SessionRequired } from "../../errors.ts"
import type { Helpers } from "./types.ts"

/** The options of `requireSession`. */
export interface RequireSessionOptions {
  /** The page that the user returns to. @default the page of the request */
  redirectTo?: string
}

/** The session with the headers that your response must have, or the response to return instead. */
export type RequiredSession<S extends Session = Session> =
  | { session: S; headers: Headers; response?: undefined }
  | { session: null; headers?: undefined; response: Response }

/** Returns the session of a page for signed-in users, or the response that leads to the sign-in page. */
export async function requireSession<S extends Session>(
  helpers: Pick<Helpers<S>, "refreshSession" | "stepUpResponse">,
  request: Request,
  { redirectTo }: RequireSessionOptions = {},
): Promise<RequiredSession<S>> {
  const { session, cookies } = await helpers.refreshSession(request)
  const page =
    redirectTo === undefined ? request : new Request(new URL(redirectTo, request.url), { headers: request.headers })
  const rejection = session ? undefined : await helpers.stepUpResponse(page, new SessionRequired())
  const headers = new Headers(rejection?.headers)
  headers.set("cache-control", "private, no-store") // the back button shows nothing after a sign-out
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  if (session) return { session, headers }
  return {
    session: null,
    response: new Response(rejection?.body ?? null, { status: rejection?.status ?? 401, headers }),
  }
}
