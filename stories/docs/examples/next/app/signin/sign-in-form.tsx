"use client"

import { useActionState } from "react"
import { SignIn, type SignInProps } from "latchkit/react"
import { signInWithForm } from "./actions.ts"

export function SignInForm(props: SignInProps) {
  const [result, action] = useActionState(signInWithForm, null)
  return <SignIn {...props} page action={action} result={result} />
}
