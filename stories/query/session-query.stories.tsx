import type { Session } from "../../client/contract.ts"
import { Place, solid, svelte, type Show } from "../stage/place.tsx"
import { App as ReactApp } from "../docs/examples/react/query.tsx"
import { App as SolidApp } from "../docs/examples/solid/query.tsx"
import SvelteApp from "../docs/examples/svelte/Query.svelte"

export default {
  title: "TanStack Query/Session", // Storybook asks for it
  render: ({ session }: Shown, { globals }: { globals: Record<string, unknown> }) => (
    <main className="auth-main">{shown(session, String(globals["rendering"]))}</main>
  ),
}

interface Shown {
  session: Session | null
}

/** Renders the documentation's example in the toolbar's framework. HTML has no queries, so it falls back to React. */
function shown(session: Session | null, rendering: string) {
  const others: Readonly<Record<string, Show>> = {
    Solid: solid(SolidApp, { session }),
    Svelte: svelte(SvelteApp, { session }),
  }
  const show = others[rendering]
  return show ? <Place key={rendering} show={show} /> : <ReactApp session={session} />
}

const ADA: Session = {
  user: { name: "Ada Lovelace", email: "ada@example.com" },
  expires: "2099-01-01T00:00:00.000Z",
}

const story = (name: string, session: Session | null) => ({ name, args: { session } satisfies Shown })

export const SignedIn = story("useSession and a query: signed in as Ada", ADA)
export const SignedOut = story("useSession and a query: signed out", null)
