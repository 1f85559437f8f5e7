import "latchkit/auth.css"
import { SignIn, type SignInProps } from "latchkit/react"

export function Login(props: SignInProps) {
  return <SignIn {...props} />
}
