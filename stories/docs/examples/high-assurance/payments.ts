import { auth } from "./auth.ts"

/** Lists the user's payments. Throws `RefreshTokenError` if there is no valid token. */
export async function payments(request: Request): Promise<Response> {
  const { fetch } = await auth.getAccessToken(request, "bank")
  return fetch("https://api.bank.example/payments")
}
