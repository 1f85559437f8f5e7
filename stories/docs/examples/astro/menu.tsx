import { SessionProvider, UserButton, type Session } from "latchkit/react"

export const Menu = ({ session }: { session: Session | null }) => (
  <SessionProvider session={session}>
    <UserButton />
  </SessionProvider>
)
