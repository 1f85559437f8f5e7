import { getToken } from "latchkit/migrate/authjs" // was: next-auth/jwt

export async function roleOf(request: Request): Promise<unknown> {
  const token = await getToken({ req: request })
  return token?.["role"]
}
