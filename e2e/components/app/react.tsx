import { Fragment, StrictMode, useActionState, type ComponentType } from "react"
import type { Case } from "../../../components/case.fixture.ts"
import { refuse } from "./case.ts"
import * as kit from "../../../components/react/index.ts"

/** Renders the sign-in card with a form action of `useActionState`. */
function ActionSignIn(props: Case["props"]) {
  const [result, action] = useActionState(refuse, null)
  return <kit.SignIn {...(props as unknown as kit.SignInProps)} action={action} result={result} />
}

/** Renders a case in React. */
export function App({ component, props, session = null, within, twice }: Case & { twice?: boolean }) {
  const acts = component === "SignIn" && props["action"] !== undefined && props["result"] === undefined
  const Component = (acts ? ActionSignIn : kit[component]) as ComponentType<Case["props"]>
  const Place = within ? kit[within] : Fragment
  return (
    <StrictMode>
      <kit.SessionProvider session={session}>
        <Place>
          <Component {...props} />
          {twice && <Component {...props} />}
        </Place>
      </kit.SessionProvider>
    </StrictMode>
  )
}
