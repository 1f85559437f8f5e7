"use client"

import type { ReactNode } from "react"
import { ownSignIn, type OwnCard } from "../sign-in/own-sign-in.ts"
import { signInScreen } from "../sign-in/sign-in.screen.ts"
import { splitAction } from "./form-action.ts"
import { render, toProperties } from "./render.ts"
import type { SignInProps } from "./sign-in.tsx"
import { useScreenState } from "./use-screen.ts"

/** A sign-in card of your own elements. */
export interface UseSignIn {
  /** The `ref` of the element around your forms. */
  root: (element: HTMLElement | null) => void
  /**
   * The content and the attributes of your elements. `undefined` while the card requests its props, and during a step.
   */
  card: OwnCard<Record<string, unknown>> | undefined
  /** Replaces your forms while the sign-in waits for a second factor. */
  step: ReactNode
}

/**
 * Returns the sign-in card for your own elements: what they show, and the attributes that make Latchkit's behavior work
 * on them. It takes the same props as `SignIn`.
 *
 * @example
 * const { root, card, step } = useSignIn(props)
 * return <main ref={root}>{step ?? (card && <h1>{card.view.title}</h1>)}</main>
 */
export function useSignIn({ flow = signInScreen, ...ownProps }: SignInProps): UseSignIn {
  const [screenProps, formProperties] = splitAction(ownProps)
  const [props, state, setRoot] = useScreenState(flow, screenProps)
  const { card, step } = ownSignIn(flow, props, state, ({ tag, attributes }) => ({
    ...toProperties(attributes),
    ...(tag === "form" && formProperties),
  }))
  return { root: setRoot, card, step: step && render(step, { slots: {} }) }
}
