import { component$, Slot } from "@builder.io/qwik"
import { useLocation } from "@builder.io/qwik-city"
import { SessionProvider } from "latchkit/qwik"
import { UserMenu } from "../user-menu.tsx"
import { useSession } from "./plugin@auth.ts"

export { useSession } from "./plugin@auth.ts"

const LINKS = [
  ["/", "Home"],
  ["/protected", "Protected"],
  ["/account", "Account"],
] as const

export default component$(() => {
  const session = useSession()
  const { url } = useLocation()
  return (
    <SessionProvider session={session.value}>
      <header class="site-header">
        <nav aria-label="Site">
          {LINKS.map(([href, label]) => (
            <a key={href} href={href} aria-current={url.pathname === href ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <UserMenu />
      </header>
      <main class="site-main">
        <Slot />
      </main>
    </SessionProvider>
  )
})
