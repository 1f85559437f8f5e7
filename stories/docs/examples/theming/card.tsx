import "latchkit/auth.css"
import "./theme.css"
import { SignIn, type SignInProps } from "latchkit/react"

export function Login(props: SignInProps) {
  return <SignIn {...props} theme={{ brandColor: "#0f766e" }} />
}
