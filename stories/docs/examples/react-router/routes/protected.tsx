import { data } from "react-router"
import { requireSession } from "../session.server.ts"
import type { Route } from "./+types/protected.ts"

export async function loader({ request, url }: Route.LoaderArgs) {
  const { session, headers } = await requireSession({ request, url })
  return data({ email: session.user?.email }, { headers })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function Protected({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <p>
      Hello {email}. <a href="/auth/signout">Sign out</a>
    </p>
  )
}
