"use client"

import * as React from "react"
import type { ReactNode } from "react"
import { thisPage } from "../../client/page/page.ts"
import { useBasePath } from "../../client/react.tsx"
import { screenTree, toIdPrefix, startScreen, type Screen } from "../screens/screen.ts"
import { render, type Slots } from "./render.ts"

/**
 * Renders a screen as React elements, with the base path of the `SessionProvider` around it and an id prefix of its
 * own. Every component calls this.
 */
export function useScreen<Props extends { idPrefix?: string | undefined }, State extends object>(
  screen: Screen<Props, State>,
  ownProps: Props & Slots,
  formProperties?: object,
): ReactNode {
  const [props, state, setRoot] = useScreenState(screen, ownProps)
  return render(
    screenTree(screen, props, state),
    { slots: props as Slots & Record<string, unknown>, formProperties },
    setRoot,
  ) // slots are read by name
}

/** Runs a screen below the element that is passed to `setRoot`. Returns its props and its state. */
export function useScreenState<Props extends { idPrefix?: string | undefined }, State extends object>(
  screen: Screen<Props, State>,
  ownProps: Props & Slots,
) {
  const basePath = useBasePath()
  const ownPrefix = toIdPrefix(React.useId())
  const props = { basePath, ...ownProps, idPrefix: ownProps.idPrefix || ownPrefix }
  const [state, setState] = React.useState(screen.initial)
  const [root, setRoot] = React.useState<HTMLElement | null>(null)
  // If a browser extension has put an element into the server's card, React replaces the card
  const [forms] = React.useState(() => thisPage.document && [...document.forms])
  const latestProps = React.useRef(props)
  React.useEffect(() => {
    latestProps.current = props
  })
  React.useEffect(() => {
    if (!root) return
    if (forms?.some((form) => !form.isConnected))
      import("./keep-typed.ts").then((it) => it.keepTyped(forms, root)).catch(() => {}) // the fields are empty then
    return startScreen(screen, { root, props: () => latestProps.current, show: setState })
  }, [screen, root, forms])
  return [props, state, setRoot] as const
}
