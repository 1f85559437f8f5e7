/** @jsxImportSource solid-js */
import "latchkit/auth.css"
import { SignIn, type SignInProps } from "latchkit/solid"

export function Login(props: SignInProps) {
  return <SignIn {...props} />
}
