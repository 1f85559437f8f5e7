import type { RequestHandler } from "@builder.io/qwik-city"
import { createAuth } from "latchkit/server"
import { config } from "../auth.ts"

const auth = createAuth(config, { basePath: "/auth-bare" })

/** Plugins run in the order of their names, so this one runs before the integration's. */
export const onRequest: RequestHandler = async (event) => {
  if (event.url.pathname.startsWith("/auth-bare/")) throw event.send(await auth.handle(event.request))
}
