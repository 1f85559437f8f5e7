import type { NextApiRequest, NextApiResponse } from "next"
import { getToken } from "next-auth/jwt"
import { getServerSession } from "next-auth/next"
import { authOptions } from "./auth/[...nextauth]"

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const session = await getServerSession(req, res, authOptions)
  const token = await getToken({ req })
  if (!session) return res.status(401).json({ error: "Unauthorized" })
  res.json({ role: session.user.role, token: token?.role })
}
