import "latchkit/auth.css"
import { SignIn, type SignInProps } from "latchkit/react"

export const Card = (props: SignInProps) => <SignIn {...props} />
