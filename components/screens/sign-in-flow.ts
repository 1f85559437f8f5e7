import type { CardState } from "./card.ts"
import type { Screen } from "./screen.ts"
import type { SignInProps } from "./sign-in-props.ts"

/**
 * How a sign-in card asks, such as `identifierFirst` of `latchkit/identifier-first`. Apps load only the flow that they
 * import.
 */
export type SignInFlow = Screen<SignInProps, CardState>
