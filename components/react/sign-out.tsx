"use client"

import { signOutMarkup } from "../view/markup/sign-out.ts"
import { signOutView, type SignOutProps } from "../view/sign-out.ts"
import { render } from "./render.ts"
import { useCard } from "./use-card.ts"

export type { SignOutProps }

/** The card that asks before signing out; its form posts to `action`. */
export function SignOut(props: SignOutProps) {
  const { ref, busy, onSubmit } = useCard(undefined, props.csrfToken)
  const view = signOutView({ ...props, busy: props.busy ?? busy !== undefined })
  return (
    <div ref={ref} className="auth-root" onSubmit={onSubmit}>
      {render(signOutMarkup(view))}
    </div>
  )
}
