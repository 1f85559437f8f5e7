"use client"

import { useActionState } from "react"
import { SignOut } from "latchkit/react"

import { signOutWithForm } from "../actions.ts"

export default function Page() {
  const [result, action] = useActionState(signOutWithForm, null)
  return (
    <div className="site-card">
      <SignOut callbackUrl="/" action={action} result={result} />
    </div>
  )
}
