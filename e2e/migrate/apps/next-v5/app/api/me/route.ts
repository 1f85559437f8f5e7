import { auth } from "@/auth"

export const GET = auth((req) => {
  if (!req.auth) return Response.json({ error: "Unauthorized" }, { status: 401 })
  const { name, role } = req.auth.user
  return Response.json({ name, role })
})
