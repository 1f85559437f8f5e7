/** @jsxImportSource solid-js */
import { createSignal, Show, type JSX } from "solid-js"
import { Dynamic } from "solid-js/web"
import type { Case } from "../../../components/case.fixture.ts"
import { createKey, type Variant } from "./case.ts"
import * as kit from "../../../components/solid/index.ts"
import { OwnCard } from "../../../stories/docs/examples/solid/own-card.tsx"

const Everybody = (props: { children?: JSX.Element }) => <>{props.children}</>

/** A form whose action may need a confirmation. */
function KeyForm() {
  const stepUp = kit.useStepUp(() => ({ actionName: "Create a production key" }))
  const [key, setKey] = createSignal("")
  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const form = event.currentTarget
    const response = await stepUp(() => createKey(form))
    setKey(`${response.status}`)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <input name="name" aria-label="Key name" />
      <button>Create key</button>
      <output>{key()}</output>
    </form>
  )
}

const Captcha = () => <Dynamic component="proof-of-work" />

/** Renders a case in Solid. */
export function App(props: Case & Variant) {
  const component = () => (props.own ? OwnCard : kit[props.component]) as (props: Case["props"]) => JSX.Element
  return (
    <kit.SessionProvider session={props.fetches ? undefined : (props.session ?? null)}>
      <Dynamic component={props.within ? kit[props.within] : Everybody}>
        <Dynamic component={component()} {...props.props} {...(props.captcha && { beforeSubmit: Captcha })} />
        <Show when={props.keys}>
          <KeyForm />
        </Show>
        <Show when={props.twice}>
          <Dynamic component={component()} {...props.props} />
        </Show>
      </Dynamic>
    </kit.SessionProvider>
  )
}
