import { auth } from "./auth.ts"
import { journal } from "./members-only.ts"

Bun.serve({
  port: 3000,
  routes: {
    "/auth/*": (request, server) =>
      auth.handle(request, { address: server.requestIP(request)?.address }),
    "/journal": journal,
  },
})
