import { SignUp } from "latchkit/react"
import { createElement } from "react"

/** The sign-up card of your own page, which loads `/proof-of-work.js`. */
export const SignUpWithProof = () => (
  <SignUp beforeSubmit={() => createElement("proof-of-work")} />
)
