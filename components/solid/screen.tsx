/** @jsxImportSource solid-js */
import { createMemo, createSignal, createUniqueId, onCleanup, onMount, splitProps, untrack, type JSX } from "solid-js"
import { useBasePath } from "../../client/solid.tsx"
import { ownPrefix, startScreen, type Screen as AnyScreen } from "../screens/screen.ts"
import { SLOTS } from "../view/slots.ts"
import { Render } from "./render.tsx"

/**
 * Renders a screen as Solid's elements. Its base path is that of the `SessionProvider` around it, and its ids begin with one of its own.
 * Every component is one of these.
 */
export function Screen<Props extends object, State extends object>(props: {
  screen: AnyScreen<Props, State>
  of: Props
}): JSX.Element {
  // a slot's getter makes its elements anew: only its place may read it
  const [slots, own] = splitProps(untrack(() => props.of) as Props & Record<string, unknown>, SLOTS)
  const basePath = useBasePath()
  const idPrefix = ownPrefix(createUniqueId())
  // without the slots, of which no screen knows
  const given = (): Props => ({ basePath, ...(own as Props), ...(!own["idPrefix"] && { idPrefix }) })
  const [state, setState] = createSignal<State>(untrack(() => props.screen.initial))
  const tree = createMemo(() => props.screen.markup(given(), state()))
  const place: { root?: HTMLElement } = {}
  onMount(() => {
    const { root } = place
    if (root) onCleanup(startScreen(props.screen, { root, props: given, show: (next) => setState(() => next) }))
  })
  return <Render node={tree()} slots={slots} ref={(root) => (place.root = root)} />
}
