"use client"

import { SessionProvider, SignIn, useSession } from "latchkit/react"
import { Shown } from "./shown.tsx"

const PROVIDERS = [
  { id: "github", name: "GitHub", type: "oauth", signinUrl: "", callbackUrl: "" },
  { id: "credentials", name: "Password", type: "credentials", signinUrl: "", callbackUrl: "" },
] as const

function User() {
  const { status, data } = useSession()
  return <Shown name={status === "loading" ? undefined : (data?.user?.name ?? "nobody")} />
}

/** The session and the sign-in card of Latchkit. */
export const App = () => (
  <SessionProvider basePath="/api/auth">
    <User />
    <SignIn providers={PROVIDERS} />
  </SessionProvider>
)
