"use client"

import type { ReactNode } from "react"
import { useSession } from "../../client/react.tsx"

interface Children {
  children?: ReactNode
}

/** Shows its children to who is signed in. */
export function SignedIn({ children }: Children) {
  return useSession().status === "authenticated" ? children : null
}

/** Shows its children to who is not signed in; while that is not known, to nobody. */
export function SignedOut({ children }: Children) {
  return useSession().status === "unauthenticated" ? children : null
}
