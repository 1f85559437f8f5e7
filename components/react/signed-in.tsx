"use client"

import type { ReactNode } from "react"
import { useSession } from "../../client/react.tsx"

/** Props of `SignedIn` and `SignedOut`. */
export interface SignedInProps {
  /** Your own content. */
  children?: ReactNode
  /** Shown while the session is loading. @default nothing */
  fallback?: ReactNode
}

/** Renders its children if the user is signed in. */
export const SignedIn = (props: SignedInProps) => useContentFor("authenticated", props)

/** Renders its children if no user is signed in. */
export const SignedOut = (props: SignedInProps) => useContentFor("unauthenticated", props)

function useContentFor(shown: "authenticated" | "unauthenticated", { children, fallback = null }: SignedInProps) {
  const { status } = useSession()
  return status === "loading" ? fallback : status === shown ? children : null
}
