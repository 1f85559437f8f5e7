import type { NextApiRequest, NextApiResponse } from "next"

import { auth } from "../../auth.ts"

/** An API route of the pages router. */
export default async function old(request: NextApiRequest, response: NextApiResponse) {
  const session = await auth(request, response)
  response.setHeader("cache-control", "private, no-store")
  if (session) response.json({ for: session.user?.name })
  else response.status(401).json({ error: "Sign in first" })
}
