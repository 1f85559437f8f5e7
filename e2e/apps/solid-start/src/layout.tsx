import { createAsync, useLocation, type RouteSectionProps } from "@solidjs/router"
import { For, Show, Suspense } from "solid-js"
import { SessionProvider } from "latchkit/solid"
import { session } from "./session.ts"
import { UserMenu } from "./user-menu.tsx"

const LINKS = [
  ["/", "Home"],
  ["/protected", "Protected"],
  ["/account", "Account"],
] as const

export function Layout(props: RouteSectionProps) {
  const location = useLocation()
  const current = createAsync(() => session(), { deferStream: true })
  return (
    <Suspense>
      <Show when={current() !== undefined}>
        <SessionProvider session={current()} basePath="/api/auth">
          <header class="site-header">
            <nav aria-label="Site">
              <For each={LINKS}>
                {([href, label]) => (
                  <a href={href} aria-current={location.pathname === href ? "page" : undefined}>
                    {label}
                  </a>
                )}
              </For>
            </nav>
            <UserMenu />
          </header>
          <main class="site-main">{props.children}</main>
        </SessionProvider>
      </Show>
    </Suspense>
  )
}
