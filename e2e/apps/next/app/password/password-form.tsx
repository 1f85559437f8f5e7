"use client"

import { useActionState } from "react"

import { enter } from "../actions.ts"

export function PasswordForm({ redirectTo }: { redirectTo: string }) {
  const [result, action, pending] = useActionState(enter, null)
  const sentence = result && [...result.formErrors, ...Object.values(result.fieldErrors).flat()].join(" ")
  return (
    <form className="site-form" action={action} aria-busy={pending}>
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {sentence && (
        <p className="site-alert" role="alert">
          {sentence}
        </p>
      )}
      <label>
        Email <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button className="site-button" data-primary>
        Sign in
      </button>
    </form>
  )
}
