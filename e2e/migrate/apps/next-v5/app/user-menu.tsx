"use client"

import { useSession } from "next-auth/react"
import { logOut } from "./actions"

export function UserMenu() {
  const { data: session, status } = useSession()
  if (status !== "authenticated") return <p>Hello</p>
  return (
    <form action={logOut}>
      <p>
        Hello {session.user.name}, {session.user.role}
      </p>
      <button>Sign out</button>
    </form>
  )
}
