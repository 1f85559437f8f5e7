import { auth } from "./auth.ts"

/** The admin page of your app. */
export async function adminPage(request: Request): Promise<Response> {
  const session = await auth.getSession(request)
  // 404 doesn't tell a stranger that the page exists
  if (session?.user.role !== "admin") return new Response("Not found", { status: 404 })
  return new Response(`Hello ${session.user.name}`)
}
