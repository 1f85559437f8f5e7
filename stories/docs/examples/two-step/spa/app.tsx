import "latchkit/auth.css"
import { markOf } from "latchkit/marks"
import { SessionProvider, SignIn, SignedIn, SignedOut, type SignInProps } from "latchkit/react"
import { NewKey } from "./new-key.tsx"

export function App(props: SignInProps) {
  return (
    <SessionProvider>
      <SignedOut>
        <SignIn {...props} marks={markOf} /> {/* also shows the second factor */}
      </SignedOut>
      <SignedIn>
        <NewKey />
      </SignedIn>
    </SessionProvider>
  )
}
