import "latchkit/auth.css"
import { markOf } from "latchkit/marks"
import {
  Account,
  SessionProvider,
  SignedIn,
  SignedOut,
  SignIn,
  UserButton,
  type Session,
  type SignInProps,
} from "latchkit/react"

export function Page({ session, card }: { session: Session | null; card: SignInProps }) {
  return (
    <SessionProvider session={session}>
      <UserButton accountUrl="/account" />
      <SignedOut>
        <SignIn {...card} footer={<a href="/terms">Terms</a>} />
      </SignedOut>
      <SignedIn>
        <Account marks={markOf} />
      </SignedIn>
    </SessionProvider>
  )
}
