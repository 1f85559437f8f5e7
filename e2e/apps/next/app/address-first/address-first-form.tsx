"use client"

import { useActionState } from "react"
import { identifierFirst } from "latchkit/identifier-first"
import { SignIn, type SignInProps } from "latchkit/react"

import { signInWithForm } from "../actions.ts"

export function AddressFirstForm(props: SignInProps) {
  const [result, action] = useActionState(signInWithForm, null)
  return <SignIn flow={identifierFirst} {...props} action={action} result={result} />
}
