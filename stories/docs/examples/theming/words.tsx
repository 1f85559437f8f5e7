import { de } from "latchkit/messages/de"
import { SignIn, type SignInProps } from "latchkit/react"

export function Anmelden(props: SignInProps) {
  return (
    <SignIn
      {...props}
      messages={{ ...de, signIn: { ...de.signIn, title: "Anmelden bei {site}" } }}
    />
  )
}
