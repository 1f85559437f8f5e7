/** @jsxImportSource solid-js */
import { createMemo, createSignal, createUniqueId, onCleanup, onMount, Show, untrack, type JSX } from "solid-js"
import { useBasePath } from "../../client/solid.tsx"
import { ownSignIn, type OwnCard } from "../sign-in/own-sign-in.ts"
import { startScreen, toIdPrefix } from "../screens/screen.ts"
import { signInScreen } from "../sign-in/sign-in.screen.ts"
import { Render, toAttributes } from "./render.tsx"
import type { SignInFlow } from "../sign-in/sign-in-flow.ts"
import type { SignInProps } from "./sign-in.tsx"

/** A sign-in card of your own elements. Its fields are reactive, so don't destructure it. */
export interface UseSignIn {
  /** The `ref` of the element around your forms. */
  readonly root: (element: HTMLElement) => void
  /**
   * The content and the attributes of your elements. `undefined` while the card requests its props, and during a step.
   */
  readonly card: OwnCard<Record<string, string | undefined>> | undefined
  /** Replaces your forms while the sign-in waits for a second factor. */
  readonly step: JSX.Element
}

/**
 * Returns the sign-in card for your own elements: what they show, and the attributes that make Latchkit's behavior work
 * on them. It takes the same props as `SignIn`.
 *
 * @example
 * const signIn = useSignIn(props)
 * return <main ref={signIn.root}>{signIn.step}{signIn.card?.view.title}</main>
 */
export function useSignIn(props: SignInProps): UseSignIn {
  const basePath = useBasePath()
  const idPrefix = toIdPrefix(createUniqueId())
  const flow: SignInFlow = untrack(() => props.flow) ?? signInScreen // one for the life of a component
  const address = () => (typeof props.action === "object" ? props.action.url : props.action)
  const cardProps = () => ({ basePath, ...props, action: address(), ...(!props.idPrefix && { idPrefix }) })
  const [state, setState] = createSignal(flow.initial)
  const current = createMemo(() => ownSignIn(flow, cardProps(), state(), ({ attributes }) => toAttributes(attributes)))
  const step = createMemo(() => current().step)
  const start = (root: HTMLElement) =>
    startScreen(flow, { root, props: cardProps, show: (next) => setState(() => next) })
  const container: { root?: HTMLElement } = {}
  onMount(() => {
    const { root } = container
    if (root) onCleanup(start(root))
  })
  return {
    root: (element) => (container.root = element),
    get card() {
      return current().card
    },
    get step() {
      return <Show when={step()}>{(node) => <Render node={node()} slots={{}} />}</Show>
    },
  }
}
