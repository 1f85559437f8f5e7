import { createElement, type ComponentType } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import * as kit from "../../components/react/index.ts"
import type { Show } from "./types.ts"

export const showReact: Show = ({ component, props, session = null, within }, root) => {
  const reactRoot = createRoot(root)
  const Component = kit[component] as ComponentType<typeof props> // a case has the props of its component
  const element = createElement(Component, props)
  const placed = within ? createElement(kit[within], {}, element) : element
  // once the stage itself is rendered: React renders nothing at once while it renders
  queueMicrotask(() => flushSync(() => reactRoot.render(createElement(kit.SessionProvider, { session }, placed))))
  return () => void setTimeout(() => reactRoot.unmount()) // not while the stage itself is being rendered
}
