import "latchkit/auth.css"
import { SignedOut, SignIn, type SignInProps } from "latchkit/react"

export function ToPublish({
  providers,
  publish,
}: Pick<SignInProps, "providers"> & { publish: () => void }) {
  return (
    <SignedOut>
      <SignIn popup headingLevel={2} providers={providers} onSignIn={publish} />
    </SignedOut>
  )
}
