import { auth } from "./auth.ts"
import { isTeamAdmin } from "./teams.ts"

/** Handles the form of your team page. */
export async function invite(request: Request): Promise<Response> {
  const session = await auth.require(request)
  const userId = String(session.user?.id)
  if (!(await isTeamAdmin(userId))) return new Response("Not allowed", { status: 403 })
  const form = await request.formData()
  const { status } = await auth.invite({
    email: String(form.get("email")),
    data: { team: "editors", invitedBy: userId },
    request,
  })
  return Response.json({ status })
}
