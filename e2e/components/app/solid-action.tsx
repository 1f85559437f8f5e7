/** @jsxImportSource solid-js */
import { action, Router, useSubmission } from "@solidjs/router"
import type { Case } from "../../../components/case.fixture.ts"
import * as kit from "../../../components/solid/index.ts"
import { refuse } from "./case.ts"

const signIn = action((form: FormData) => refuse(null, form), "sign-in")

/** The sign-in card with an action of Solid's router, and what the last submission of it was answered. */
export function ActionApp(props: Case) {
  const card = props.props as unknown as kit.SignInProps // the component of this case
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
