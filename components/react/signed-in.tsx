"use client"

import type { ReactNode } from "react"
import { useSession } from "../../client/react.tsx"

/** Props of `SignedIn` and `SignedOut`. */
export interface SignedInProps {
  /** Your own content. */
  children?: ReactNode
}

/** Renders its children if the user is signed in. */
export function SignedIn({ children }: SignedInProps) {
  return useSession().status === "authenticated" ? children : null
}

/** Renders its children if no user is signed in. While loading, renders nothing. */
export function SignedOut({ children }: SignedInProps) {
  return useSession().status === "unauthenticated" ? children : null
}
