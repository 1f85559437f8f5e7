import { requireAuth } from "./auth.ts"

// A script gets 401 if the user must confirm first. A form is redirected to the page that confirms, and then back
export const POST = requireAuth({ within: "10m" }, async (request) => {
  const form = await request.formData()
  const key = { name: form.get("name"), owner: request.auth.user?.email, secret: crypto.randomUUID() }
  return Response.json(key, { status: 201 })
})
