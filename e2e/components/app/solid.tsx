/** @jsxImportSource solid-js */
import { Show, type JSX } from "solid-js"
import { Dynamic } from "solid-js/web"
import type { Case } from "../../../components/case.fixture.ts"
import * as kit from "../../../components/solid/index.ts"

const Everybody = (props: { children?: JSX.Element }) => <>{props.children}</>

/** Renders a case in Solid. */
export function App(props: Case & { twice?: boolean }) {
  const component = () => kit[props.component] as (props: Case["props"]) => JSX.Element
  return (
    <kit.SessionProvider session={props.session ?? null}>
      <Dynamic component={props.within ? kit[props.within] : Everybody}>
        <Dynamic component={component()} {...props.props} />
        <Show when={props.twice}>
          <Dynamic component={component()} {...props.props} />
        </Show>
      </Dynamic>
    </kit.SessionProvider>
  )
}
