import type { ElementNode } from "../view/node.ts"

/** A component before any framework: what it shows for its props and for what happened in its page, and what it does there. */
export interface Screen<Props, State> {
  /** On a server, and in the first rendering of a page. */
  readonly initial: State
  markup(props: Props, state: State): ElementNode
  /** Runs once the elements are in the page; the function that it returns ends it. */
  start(page: ScreenPage<Props, State>): () => void
}

/** A screen in a page. */
export interface ScreenPage<Props, State> {
  /** The outermost element, whatever is shown inside. */
  readonly root: HTMLElement
  /** The newest. */
  readonly props: Props
  /** The newest, which may not be shown yet. */
  readonly state: State
  set(change: Partial<State>): void
}

interface MountOptions<Props, State> {
  root: HTMLElement
  props(): Props
  show(state: State): void
}

/** The prefix of a component's ids, of an id that a framework made for it: unique in the page, and the same on server and client. */
export const toIdPrefix = (id: string): string => `auth-${id.replaceAll(/[^\w-]/g, "")}`

/** Runs a screen; a framework prints what `show` is called with. */
export function startScreen<Props, State extends object>(
  screen: Screen<Props, State>,
  { root, props, show }: MountOptions<Props, State>,
): () => void {
  const current = { state: screen.initial }
  return screen.start({
    root,
    get props() {
      return props()
    },
    get state() {
      return current.state
    },
    set(change) {
      current.state = { ...current.state, ...change }
      show(current.state)
    },
  })
}
