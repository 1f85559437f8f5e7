import { auth } from "./auth.ts"

export async function transfer(request: Request): Promise<Response> {
  try {
    const session = await auth.require(request, { bound: true, within: "10m" })
    return Response.json({ paidBy: session.user?.email })
  } catch (error) {
    return auth.stepUpResponse(request, error) // throws every other error again
  }
}
