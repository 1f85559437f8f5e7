import type { LinkLine } from "../view/types.ts"
import type { ElementNode } from "../view/node.ts"
import type { ButtonMethod, FormMethod } from "./sign-in-methods.view.ts"
import type { SignInView } from "./sign-in.view.ts"
import type { CardState } from "../screens/card.ts"
import type { Screen } from "../screens/screen.ts"
import type { SignInProps } from "./sign-in-props.ts"

/** A sign-in method: a button that leads to a provider, or a form with fields. */
export type OwnMethod = ButtonMethod | FormMethod

/** The content of a card that an app renders with its own elements. */
export interface OwnContent {
  /** The words, addresses, order and errors. */
  readonly view: SignInView
  /** The buttons and forms, in order. */
  readonly methods: readonly OwnMethod[]
  /** The address that the user entered, if the card asked for it first, and the link that changes it. */
  readonly account?: { readonly identifier: string; readonly change: LinkLine } | undefined
}

/**
 * How a sign-in card asks, such as `identifierFirst` of `latchkit/identifier-first`. Apps load only the flow that they
 * import.
 */
export interface SignInFlow extends Screen<SignInProps, CardState> {
  /**
   * Returns what `useSignIn` shows. `address` returns the input of a form for the known address.
   * @default all methods at once @internal
   */
  own?(props: SignInProps, state: CardState): (OwnContent & { address?(method: OwnMethod): ElementNode }) | undefined
}
