import { identifierFirst } from "latchkit/identifier-first"
import { SignIn, type SignInProps } from "latchkit/react"

export function SignInPage({ card }: { card: SignInProps }) {
  return <SignIn flow={identifierFirst} {...card} />
}
