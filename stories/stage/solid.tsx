/** @jsxImportSource solid-js */
import type { JSX } from "solid-js"
import { Dynamic, render } from "solid-js/web"
import * as kit from "../../components/solid/index.ts"
import type { Show } from "./types.ts"

const Everybody = (given: { children?: JSX.Element }) => <>{given.children}</>

export const showSolid: Show = ({ component, props, session = null, within }, root) => {
  const Component = kit[component] as (given: typeof props) => JSX.Element // a case has the props of its component
  return render(
    () => (
      <kit.SessionProvider session={session}>
        <Dynamic component={within ? kit[within] : Everybody}>
          <Dynamic component={Component} {...props} />
        </Dynamic>
      </kit.SessionProvider>
    ),
    root,
  )
}
