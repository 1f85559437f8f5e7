import { SessionProvider, UserButton } from "latchkit/react"

export function Header() {
  return (
    <SessionProvider>
      <UserButton accounts accountUrl="/account" />
    </SessionProvider>
  )
}
