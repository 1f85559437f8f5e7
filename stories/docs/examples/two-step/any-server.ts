import { auth } from "./auth.ts"

export async function createKey(request: Request): Promise<Response> {
  try {
    const session = await auth.require(request, { within: "10m" }) // before anything changes
    return Response.json({ owner: session.user?.email, secret: crypto.randomUUID() })
  } catch (error) {
    return auth.stepUpResponse(request, error) // throws every other error
  }
}
