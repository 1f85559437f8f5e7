"use client"

import { createAuthClient } from "better-auth/react"
import { Shown } from "./shown.tsx"

const { useSession } = createAuthClient()

/** The session of better-auth. */
export function App() {
  const { isPending, data } = useSession()
  return <Shown name={isPending ? undefined : (data?.user.name ?? "nobody")} />
}
