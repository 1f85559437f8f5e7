import { json, type RequestHandler } from "@sveltejs/kit"
import { requireAuth } from "./auth.ts"

// A script gets 401 if the user must confirm first. A form is redirected to the page that confirms, and then back
export const POST: RequestHandler = async (event) => {
  const session = await requireAuth(event, { within: "10m" })
  const form = await event.request.formData()
  const key = { name: form.get("name"), owner: session.user?.email, secret: crypto.randomUUID() }
  return json(key, { status: 201 })
}
