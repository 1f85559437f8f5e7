import type { APIEvent } from "@solidjs/start/server"
import { createAuth } from "latchkit/server"
import { config } from "../../../../../../frameworks/site/config.ts"

const auth = createAuth(config, { basePath: "/api/auth-bare" })

export const GET = ({ request }: APIEvent) => auth.handle(request)
export const POST = GET
