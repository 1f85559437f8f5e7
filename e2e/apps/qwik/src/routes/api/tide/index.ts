import type { RequestHandler } from "@builder.io/qwik-city"
import type { Session } from "latchkit/server"

export const onGet: RequestHandler = ({ cacheControl, json, sharedMap }) => {
  const session: Session | null = sharedMap.get("session")
  cacheControl({ private: true, noStore: true })
  if (session) json(200, { for: session.user?.name, turns: "noon" })
  else json(401, { error: "Sign in first" })
}
