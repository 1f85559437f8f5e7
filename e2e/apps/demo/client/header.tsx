import { signIn, signOut, useSession } from "latchkit/react"

const LINKS = [
  ["/", "Tonight"],
  ["/journal", "Journal"],
  ["/mailbox", "Mailbox"],
] as const

/** Shows the navigation and the user menu. */
export function Header({ path }: { path: string }) {
  return (
    <header className="bar">
      <a className="brand" href="/">
        <img src="/logo.svg" alt="" width="28" height="28" />
        Nightbook
      </a>
      <nav aria-label="Main">
        {LINKS.map(([to, name]) => (
          <a key={to} href={to} aria-current={path === to ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <UserMenu path={path} />
    </header>
  )
}

function UserMenu({ path }: { path: string }) {
  const { status, data } = useSession()
  if (status === "loading") return <span className="user-menu" />
  if (status === "unauthenticated") {
    return (
      <div className="user-menu">
        <a className="button quiet" href="/auth/sign-up">
          Create account
        </a>
        <button className="button" onClick={() => void signIn()}>
          Sign in
        </button>
      </div>
    )
  }
  const name = data.user?.name ?? data.user?.email ?? "You"
  return (
    <div className="user-menu">
      <a className="chip" href="/account" aria-current={path === "/account" ? "page" : undefined}>
        <span className="avatar" aria-hidden="true">
          {initials(name)}
        </span>
        <span className="chip-name">{name}</span>
      </a>
      <button className="button quiet" onClick={() => void signOut({ redirectTo: "/" })}>
        Sign out
      </button>
    </div>
  )
}

/** Returns the initials of the first and the last name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? "")
    .join("")
}
