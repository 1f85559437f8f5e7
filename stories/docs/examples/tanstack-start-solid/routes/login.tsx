/** @jsxImportSource solid-js */
import "latchkit/auth.css"
import { createFileRoute } from "@tanstack/solid-router"
import { SignIn } from "latchkit/solid"
import { getSignInProps } from "../lib/sign-in.ts"

export const Route = createFileRoute("/login")({
  loader: ({ location }) => getSignInProps({ data: location.href }),
  component: Login,
})

function Login() {
  const props = Route.useLoaderData()
  return <SignIn {...props()} />
}
