import { auth } from "./auth.ts"
import { isAdmin } from "./admins.ts"

/** Responds to `POST /admin/users/{id}/disable` and `POST /admin/users/{id}/act-as`. */
export async function adminAction(request: Request): Promise<Response> {
  try {
    // Only an administrator who confirmed who they are within 10 minutes
    const session = await auth.require(request, { within: "10m" })
    if (session.actor || !isAdmin(String(session.user?.id)))
      return new Response("Not found", { status: 404 })
    const [, , , id = "", action] = new URL(request.url).pathname.split("/")
    if (action === "disable") {
      const found = await auth.users.disable(id, request)
      return new Response(null, { status: found ? 204 : 404 })
    }
    if (action === "act-as") {
      const { cookies } = await auth.users.impersonate(id, request, { maxAge: 900 })
      const headers = new Headers({ location: "/" })
      for (const cookie of cookies) headers.append("set-cookie", cookie)
      return new Response(null, { status: 303, headers })
    }
    return new Response("Not found", { status: 404 })
  } catch (error) {
    return auth.stepUpResponse(request, error)
  }
}
