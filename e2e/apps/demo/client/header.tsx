import { SignedIn, SignedOut, UserButton } from "latchkit/react"

import { pageBrand } from "./page-data.ts"

const LINKS = [
  ["/", "Tonight"],
  ["/journal", "Journal"],
  ["/mailbox", "Mailbox"],
] as const

/** Shows the navigation and the user's menu. */
export function Header({ path }: { path: string }) {
  const { name, logo } = pageBrand()
  return (
    <header className="bar">
      <a className="brand" href="/">
        <img src={logo} alt="" width="28" height="28" />
        {name}
      </a>
      <nav aria-label="Main">
        {LINKS.map(([to, name]) => (
          <a key={to} href={to} aria-current={path === to ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <div className="user-menu">
        <SignedIn>
          <UserButton accounts accountUrl="/account" callbackUrl="/" />
        </SignedIn>
        <SignedOut>
          <a className="button quiet" href="/auth/sign-up">
            Create account
          </a>
          {path !== "/sign-in" && (
            <a className="button" href={`/sign-in?${new URLSearchParams({ callbackUrl: path })}`}>
              Sign in
            </a>
          )}
        </SignedOut>
      </div>
    </header>
  )
}
