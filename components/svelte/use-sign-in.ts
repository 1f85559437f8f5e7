import { createSubscriber } from "svelte/reactivity"
import { useBasePath } from "../../client/svelte.ts"
import { ownSignIn, type OwnCard } from "../sign-in/own-sign-in.ts"
import { startScreen, type Screen } from "../screens/screen.ts"
import { signInScreen } from "../sign-in/sign-in.screen.ts"
import type { SignInFlow } from "../sign-in/sign-in-flow.ts"
import type { ElementNode } from "../view/node.ts"
import type { ScreenProps, SignInProps } from "./props.ts"
import { toAttributes } from "./render.ts"

/** The step of a paused sign-in. The sign-in goes on handling its events. */
const stepScreen: Screen<{ step: ElementNode }, object> = {
  initial: {},
  markup: ({ step }) => step,
  start: () => () => {},
}

/** A sign-in card of your own elements. Its fields are reactive, so don't destructure it. */
export interface UseSignIn {
  /** Attach it to the element around your forms: `{@attach signIn.root}`. */
  readonly root: (element: HTMLElement) => () => void
  /**
   * The content and the attributes of your elements. `undefined` while the card requests its props, and during a step.
   */
  readonly card: OwnCard<Record<string, unknown>> | undefined
  /** The props of `Screen`, to render instead of your forms if the sign-in waits for a second factor. */
  readonly step: ScreenProps<{ step: ElementNode }, object> | undefined
}

/**
 * Returns the sign-in card for your own elements: what they show, and the attributes that make Latchkit's behavior work
 * on them. Call it while a component initializes, with a function that returns the props of `SignIn`. Set `idPrefix`
 * if a page has two cards.
 *
 * @example
 * const signIn = useSignIn(() => data.signIn) // <main {@attach signIn.root}><h1>{signIn.card?.view.title}</h1></main>
 */
export function useSignIn(ownProps: () => SignInProps): UseSignIn {
  const basePath = useBasePath()
  const props = (): SignInProps => ({ basePath, ...ownProps() })
  const flow: SignInFlow = ownProps().flow ?? signInScreen // one flow for the life of a component
  let state = flow.initial
  let changed = () => {}
  const track = createSubscriber((update) => {
    changed = update
    return () => (changed = () => {})
  })
  const current = () => {
    track()
    return ownSignIn(flow, props(), state, toAttributes)
  }
  return {
    root: (root) =>
      startScreen(flow, {
        root,
        props,
        show(next) {
          state = next
          changed()
        },
      }),
    get card() {
      return current().card
    },
    get step() {
      const { step } = current()
      return step && { screen: stepScreen, of: { step } }
    },
  }
}
