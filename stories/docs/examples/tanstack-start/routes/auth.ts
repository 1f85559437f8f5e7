import { createFileRoute } from "@tanstack/react-router"
import { auth } from "../lib/auth.server.ts"

const handle = ({ request }: { request: Request }) => auth.handle(request)

export const Route = createFileRoute("/auth/$")({
  server: { handlers: { GET: handle, POST: handle } },
})
