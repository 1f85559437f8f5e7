/** @jsxImportSource solid-js */
import { action, Router, useSubmission } from "@solidjs/router"
import type { Case } from "../../../components/case.fixture.ts"
import * as kit from "../../../components/solid/index.ts"
import { refuse } from "./case.ts"

const signIn = action((form: FormData) => refuse(null, form), "sign-in")

/** Renders the sign-in card with an action of Solid's router, and the result of its last submission. */
export function ActionApp(props: Case) {
  const card = props.props as unknown as kit.SignInProps // this case's component is the sign-in card
  const Shown = () => {
    const submission = useSubmission(signIn)
    return (
      <kit.SessionProvider session={null}>
        <kit.SignIn {...card} action={signIn} result={submission.result} />
      </kit.SessionProvider>
    )
  }
  return <Router root={Shown} />
}
