/** @jsxImportSource solid-js */
import "latchkit/auth.css"
import { markOf } from "latchkit/marks"
import { SignIn, type SignInProps } from "latchkit/solid"

export function Login(props: SignInProps) {
  return <SignIn {...props} marks={markOf} />
}
