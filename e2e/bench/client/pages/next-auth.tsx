"use client"

import { SessionProvider, useSession } from "next-auth/react"
import { Shown } from "./shown.tsx"

function User() {
  const { status, data } = useSession()
  return <Shown name={status === "loading" ? undefined : (data?.user?.name ?? "nobody")} />
}

/** The session of next-auth. */
export const App = () => (
  <SessionProvider basePath="/api/auth">
    <User />
  </SessionProvider>
)
