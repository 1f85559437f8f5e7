import { SignIn } from "latchkit/react"

export function SignInPage() {
  return <SignIn classNames={{ card: "shadow-sm", title: "tracking-tight" }} />
}
