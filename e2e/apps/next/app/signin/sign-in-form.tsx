"use client"

import { useActionState } from "react"
import { SignIn, type SignInProps } from "latchkit/react"
import { markOf } from "latchkit/marks"

import { signInWithForm } from "../actions.ts"

export function SignInForm(props: SignInProps) {
  const [result, action] = useActionState(signInWithForm, null)
  return <SignIn {...props} marks={markOf} action={action} result={result} />
}
