"use client"

import { SignIn, type SignInProps } from "latchkit/react"

/** The kit's card, with the props of the server. */
export function SignInCard(props: SignInProps) {
  return <SignIn {...props} />
}
