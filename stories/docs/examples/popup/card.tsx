import "latchkit/auth.css"
import { markOf } from "latchkit/marks"
import { SignedOut, SignIn, type SignInProps } from "latchkit/react"

export function ToPublish({
  providers,
  publish,
}: Pick<SignInProps, "providers"> & { publish: () => void }) {
  return (
    <SignedOut>
      <SignIn
        popup
        headingLevel={2}
        marks={markOf}
        providers={providers}
        onSignIn={publish}
      />
    </SignedOut>
  )
}
