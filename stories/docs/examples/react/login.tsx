import "latchkit/auth.css"
import { markOf } from "latchkit/marks"
import { SignIn, type SignInProps } from "latchkit/react"

export function Login(props: SignInProps) {
  return <SignIn {...props} marks={markOf} />
}
