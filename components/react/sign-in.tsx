"use client"

import { signInMarkup } from "../view/markup/sign-in.ts"
import { signInView, type SignInProps } from "../view/sign-in.ts"
import { render } from "./render.ts"
import { useCard } from "./use-card.ts"

export type { SignInProps }

/**
 * The sign-in card. Give it `providers`, as `GET providers` answers them, and what the page's query holds: `error`, `code`,
 * `callbackUrl`. Marks of providers come with `marks={markOf}` of `latchkit/marks`.
 */
export function SignIn(props: SignInProps) {
  const { ref, busy, revealed, onSubmit, onClick } = useCard(props.error, props.csrfToken)
  const view = signInView({ ...props, busy: props.busy ?? busy, revealed })
  return (
    <div ref={ref} className="auth-root" onSubmit={onSubmit} onClick={onClick}>
      {render(signInMarkup(view))}
    </div>
  )
}
