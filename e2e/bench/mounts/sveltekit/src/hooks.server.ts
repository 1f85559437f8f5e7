import type { Handle } from "@sveltejs/kit/hooks"
import { createAuth } from "latchkit/server"
import { config } from "../../../frameworks/site/config.ts"
import { handle as integration } from "./auth.ts"

const auth = createAuth(config, { basePath: "/auth-bare" })

export const handle: Handle = (input) =>
  input.event.url.pathname.startsWith("/auth-bare/") ? auth.handle(input.event.request) : integration(input)
