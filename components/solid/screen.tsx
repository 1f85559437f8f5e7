/** @jsxImportSource solid-js */
import { createMemo, createSignal, createUniqueId, onCleanup, onMount, splitProps, untrack, type JSX } from "solid-js"
import { useBasePath } from "../../client/solid.tsx"
import { screenTree, toIdPrefix, startScreen, type Screen as AnyScreen } from "../screens/screen.ts"
import { SLOTS } from "../view/parts.ts"
import { Render } from "./render.tsx"

/**
 * Renders a screen as Solid elements, with the base path of the `SessionProvider` around it and an id prefix of its
 * own. Every component uses this.
 */
export function Screen<Props extends object, State extends object>(props: {
  screen: AnyScreen<Props, State>
  of: Props
}): JSX.Element {
  // A slot's getter creates its elements again, so only its place may read it
  const [slots, ownProps] = splitProps(untrack(() => props.of) as Props & Record<string, unknown>, SLOTS)
  const basePath = useBasePath()
  const idPrefix = toIdPrefix(createUniqueId())
  // Without the slots, which screens don't use
  const screenProps = (): Props => ({ basePath, ...(ownProps as Props), ...(!ownProps["idPrefix"] && { idPrefix }) })
  const [state, setState] = createSignal<State>(untrack(() => props.screen.initial))
  const tree = createMemo(() => screenTree(props.screen, screenProps(), state()))
  const container: { root?: HTMLElement } = {}
  onMount(() => {
    const { root } = container
    if (root) onCleanup(startScreen(props.screen, { root, props: screenProps, show: (next) => setState(() => next) }))
  })
  return <Render node={tree()} slots={slots} ref={(root) => (container.root = root)} />
}
