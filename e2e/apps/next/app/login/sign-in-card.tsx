"use client"

import { SignIn, type SignInProps } from "latchkit/react"
import { markOf } from "latchkit/marks"

/** The kit's card; the marks of the providers are functions, which do not travel from the server. */
export function SignInCard(props: SignInProps) {
  return <SignIn {...props} marks={markOf} />
}
