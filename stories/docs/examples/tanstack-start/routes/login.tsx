import "latchkit/auth.css"
import { createFileRoute } from "@tanstack/react-router"
import { SignIn } from "latchkit/react"
import { getSignInProps } from "../lib/sign-in.ts"

export const Route = createFileRoute("/login")({
  loader: ({ location }) => getSignInProps({ data: location.href }),
  component: Login,
})

function Login() {
  return <SignIn {...Route.useLoaderData()} />
}
