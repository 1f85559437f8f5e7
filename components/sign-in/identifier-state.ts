import type { IdentifierFirstProps, IdentifierStepProps } from "./identifier-first.view.ts"
import type { SignInProvider } from "../view/types.ts"
import type { CardState } from "../screens/card.ts"
import { stateProps } from "./sign-in.screen.ts"
import type { SignInProps } from "./sign-in-props.ts"

/**
 * The state of a card that asks for the address first. The step that a script loaded takes precedence over the props.
 */
export interface IdentifierState extends CardState, Partial<IdentifierStepProps> {
  readonly providers?: readonly SignInProvider[] | undefined
}

/** Returns the props that a card in a page shows. `undefined` while it requests them. */
export function currentStep(props: SignInProps, state: CardState): IdentifierFirstProps | undefined {
  const { providers } = props
  const complete: IdentifierFirstProps | undefined = providers ? { ...props, providers } : state.complete?.(props)
  return complete && { ...complete, ...stateProps(complete, state) }
}
