import { auth } from "../../../auth.ts"

const headers = { "cache-control": "private, no-store" }

export const GET = auth((request) =>
  request.auth
    ? Response.json({ for: request.auth.user?.name, turns: "noon" }, { headers })
    : Response.json({ error: "Sign in first" }, { status: 401, headers }),
)
