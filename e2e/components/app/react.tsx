import {
  Activity,
  createElement,
  Fragment,
  StrictMode,
  useActionState,
  useState,
  type ComponentType,
  type ReactNode,
} from "react"
import { createPortal } from "react-dom"
import type { Case } from "../../../components/case.fixture.ts"
import { createKey, refuse, type Variant } from "./case.ts"
import * as kit from "../../../components/react/index.ts"
import { OwnCard } from "../../../stories/docs/examples/react/own-card.tsx"

/** Renders the sign-in card with a form action of `useActionState`. */
function ActionSignIn(props: Case["props"]) {
  const [result, action] = useActionState(refuse, null)
  return <kit.SignIn {...(props as unknown as kit.SignInProps)} action={action} result={result} />
}

/** A form whose action may need a confirmation. */
function KeyForm() {
  const stepUp = kit.useStepUp({ actionName: "Create a production key" })
  const [key, setKey] = useState("")
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault()
        const form = event.currentTarget
        const response = await stepUp(() => createKey(form))
        setKey(`${response.status}`)
      }}
    >
      <input name="name" aria-label="Key name" />
      <button>Create key</button>
      <output>{key}</output>
    </form>
  )
}

/** A card with a button that hides it, or shows it again. */
function Hideable({ children }: { children: ReactNode }) {
  const [mode, setMode] = useState<"visible" | "hidden">("visible")
  return (
    <>
      <button onClick={() => setMode(mode === "visible" ? "hidden" : "visible")}>Hide or show</button>
      <Activity mode={mode}>{children}</Activity>
    </>
  )
}

/** Renders a card in the document of a frame. */
function Framed({ children }: { children: ReactNode }) {
  const [body, setBody] = useState<HTMLElement | null>(null)
  const show = (frame: HTMLIFrameElement | null) => setBody(frame?.contentDocument?.body ?? null)
  return (
    <iframe ref={show} title="Frame" width="500" height="700">
      {body && createPortal(children, body)}
    </iframe>
  )
}

/** Renders a case in React. */
export function App({
  component,
  props,
  session = null,
  within,
  twice,
  keys,
  fetches,
  captcha,
  own,
  hides,
  framed,
}: Case & Variant) {
  const acts = component === "SignIn" && props["action"] !== undefined && props["result"] === undefined
  const Component = (own ? OwnCard : acts ? ActionSignIn : kit[component]) as ComponentType<Case["props"]>
  const beforeSubmit = captcha ? () => createElement("proof-of-work") : undefined
  const Place = hides ? Hideable : framed ? Framed : within ? kit[within] : Fragment
  return (
    <StrictMode>
      <kit.SessionProvider session={fetches ? undefined : session}>
        <Place>
          <Component {...props} beforeSubmit={beforeSubmit} />
          {keys && <KeyForm />}
          {twice && <Component {...props} />}
        </Place>
      </kit.SessionProvider>
    </StrictMode>
  )
}
