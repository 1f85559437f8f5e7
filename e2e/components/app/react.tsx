import { StrictMode, type ComponentType } from "react"
import type { Case } from "../../../components/cases.fixture.ts"
import * as kit from "../../../components/react/index.ts"

/** A case in React. */
export function App({ component, props, session = null }: Case) {
  const Component = kit[component] as ComponentType<Case["props"]>
  return (
    <StrictMode>
      <kit.SessionProvider session={session}>
        <Component {...props} />
      </kit.SessionProvider>
    </StrictMode>
  )
}
