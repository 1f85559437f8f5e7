import { SessionProvider, SignedIn, SignIn } from "latchkit/react"
import { fakeSignInProps } from "latchkit/testing/stories"

export default { title: "Sign in" }

export const Password = () => <SignIn {...fakeSignInProps(["password", "github"])} />

export const WrongPassword = () => (
  <SignIn {...fakeSignInProps(["password"], { error: "CredentialsSignin" })} />
)

const ada = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" }

export const Member = () => (
  <SessionProvider session={ada}>
    <SignedIn>Your journal</SignedIn>
  </SessionProvider>
)
