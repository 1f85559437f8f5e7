import { createFileRoute } from "@tanstack/react-router"
import { requireSession } from "../lib/session.ts"

export const Route = createFileRoute("/protected")({
  beforeLoad: requireSession,
  component: Protected,
})

function Protected() {
  const { session } = Route.useRouteContext()
  return (
    <p>
      Hello {session.user?.email}. <a href="/auth/signout">Sign out</a>
    </p>
  )
}
