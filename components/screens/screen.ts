import { withClassNames, type ElementNode } from "../view/node.ts"

/** A component without a framework: what it renders for its props and state, and how it behaves in a page. */
export interface Screen<Props, State> {
  /** The state on a server, and in the first render of a page. */
  readonly initial: State
  markup(props: Props, state: State): ElementNode
  /** Runs once the elements are in the page. @returns a function that stops it */
  start(page: ScreenPage<Props, State>): () => void
}

/** A screen in a page. */
export interface ScreenPage<Props, State> {
  /** The outermost element, whatever is rendered inside. */
  readonly root: HTMLElement
  /** The newest props. */
  readonly props: Props
  /** The newest state, which may not be rendered yet. */
  readonly state: State
  set(change: Partial<State>): void
}

interface MountOptions<Props, State> {
  root: HTMLElement
  props(): Props
  show(state: State): void
}

/** Returns what a screen renders, with the app's own classes. */
export const screenTree = <Props extends object, State>(
  screen: Pick<Screen<Props, State>, "markup">,
  props: Props,
  state: State,
): ElementNode => withClassNames(screen.markup(props, state), props)

/**
 * Returns the prefix of a component's ids, from an id that a framework generated. Unique in the page, and the same on
 * server and client.
 */
export const toIdPrefix = (id: string): string => `kit-${id.replace(/[^\w-]/g, "")}`

/** Runs a screen. A framework renders the state that `show` is called with. */
export function startScreen<Props, State extends object>(
  screen: Screen<Props, State>,
  { root, props, show }: MountOptions<Props, State>,
): () => void {
  let { initial: state } = screen
  return screen.start({
    root,
    get props() {
      return props()
    },
    get state() {
      return state
    },
    set(change) {
      state = { ...state, ...change }
      show(state)
    },
  })
}
