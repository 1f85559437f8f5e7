import { createMiddleware } from "@solidjs/start/middleware"
import { onRequest } from "./auth.ts"

export default createMiddleware({ onRequest })
