"use client"

import type { ReactNode } from "react"
import { useSession } from "../../client/react.tsx"

interface Children {
  children?: ReactNode
}

/** Renders its children if the user is signed in. */
export function SignedIn({ children }: Children) {
  return useSession().status === "authenticated" ? children : null
}

/** Renders its children if no user is signed in. While loading, renders nothing. */
export function SignedOut({ children }: Children) {
  return useSession().status === "unauthenticated" ? children : null
}
