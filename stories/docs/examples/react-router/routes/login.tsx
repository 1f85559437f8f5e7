import "latchkit/auth.css"
import { SignIn } from "latchkit/react"
import { data } from "react-router"
import { auth } from "../auth.server.ts"
import type { Route } from "./+types/login.ts"

export async function loader({ request, url }: Route.LoaderArgs) {
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
