/** @jsxImportSource solid-js */
import type { JSX } from "solid-js"
import { Dynamic } from "solid-js/web"
import type { Case } from "../../../components/cases.fixture.ts"
import * as kit from "../../../components/solid/index.ts"

/** A case in Solid. */
export function App(props: Case) {
  const component = () => kit[props.component] as (props: Case["props"]) => JSX.Element
  return (
    <kit.SessionProvider session={props.session ?? null}>
      <Dynamic component={component()} {...props.props} />
    </kit.SessionProvider>
  )
}
