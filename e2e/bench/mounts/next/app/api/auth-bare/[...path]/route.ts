import { createAuth } from "latchkit/server"
import { config } from "../../../../../../frameworks/site/config.ts"

const auth = createAuth(config, { basePath: "/api/auth-bare" })

export const GET = (request: Request) => auth.handle(request)
export const POST = GET
