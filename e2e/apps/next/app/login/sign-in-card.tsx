"use client"

import { SignIn, type SignInProps } from "latchkit/react"
import { markOf } from "latchkit/marks"

/** The kit's card as a client component, because the server can't pass the providers' marks, which are functions. */
export function SignInCard(props: SignInProps) {
  return <SignIn {...props} marks={markOf} />
}
