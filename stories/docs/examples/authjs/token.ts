import { getToken } from "latchkit/migrate/authjs" // was: next-auth/jwt

export async function readRole(request: Request): Promise<unknown> {
  const token = await getToken({ req: request })
  return token?.["role"]
}
