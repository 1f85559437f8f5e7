import { auth } from "../auth.ts"
import { journal } from "./members-only.ts"

Deno.serve({ port: 3000 }, async (request, { remoteAddr }) => {
  if (await auth.isUnderBasePath(request))
    return auth.handle(request, { address: remoteAddr.hostname })
  if (new URL(request.url).pathname === "/journal") return journal(request)
  return new Response("Hello")
})
