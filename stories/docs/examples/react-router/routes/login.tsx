import "latchkit/auth.css"
import { SignIn } from "latchkit/react"
import { data } from "react-router"
import { auth } from "../auth.server.ts"
import type { Route } from "./+types/login.ts"

interface Page {
  request: Request
  /** The page's address. React Router 7 doesn't pass it, because its `request` has it. */
  url?: URL
}

export async function loader({ request, url = new URL(request.url) }: Page) {
  const { props, cookies } = await auth.signInProps(new Request(url, request))
  const headers = cookies.map((cookie): [string, string] => ["set-cookie", cookie])
  return data(props, { headers })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function Login({ loaderData }: Route.ComponentProps) {
  return (
    <main>
      <SignIn {...loaderData} />
    </main>
  )
}
