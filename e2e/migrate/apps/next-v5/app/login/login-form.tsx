"use client"

import { useActionState } from "react"
import { authenticate } from "../actions"

export function LoginForm({ callbackUrl }: { callbackUrl: string }) {
  const [error, action, pending] = useActionState(authenticate, undefined)
  return (
    <form action={action}>
      {error && <p>{error}</p>}
      <input name="email" />
      <input name="password" type="password" />
      <input type="hidden" name="redirectTo" value={callbackUrl} />
      <button disabled={pending}>Log in</button>
    </form>
  )
}
