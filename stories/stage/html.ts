import { SCREENS } from "../../components/cases.fixture.ts"
import { print } from "../../components/html/print.ts"
import type { Show } from "./renderings.ts"

/** As the built-in pages print it, once the page's script runs. */
export const showHtml: Show = ({ component, props, session }, root) => {
  const screen = SCREENS[component]
  const status = session ? "authenticated" : "unauthenticated"
  const inputs = session === undefined ? props : { ...props, session: { status, data: session } }
  root.innerHTML = print(screen.markup(inputs, { ...screen.initial, scripted: true }))
  return () => root.replaceChildren()
}
