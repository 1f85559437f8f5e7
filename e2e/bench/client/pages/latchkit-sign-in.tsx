"use client"

import { useEffect } from "react"
import { SessionProvider, signIn, useSession } from "latchkit/react"
import { Shown } from "./shown.tsx"

function User() {
  const { status, data } = useSession()
  useEffect(() => {
    window.press = () => signIn("credentials", { name: "Ada", password: "right", redirect: false })
  })
  return <Shown name={status === "loading" ? undefined : (data?.user?.name ?? "nobody")} />
}

/** The session and `signIn` of Latchkit. */
export const App = () => (
  <SessionProvider basePath="/api/auth">
    <User />
  </SessionProvider>
)
