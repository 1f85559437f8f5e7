import type { Session } from "../../../client/contract.ts"
import { provider } from "../../../components/case.fixture.ts"
import { markOf } from "../../../components/view/marks/index.ts"
import { App } from "../examples/react/app.tsx"
import { Login } from "../examples/react/login.tsx"
import { App as SolidApp } from "../examples/solid/app.tsx"
import { Login as SolidLogin } from "../examples/solid/login.tsx"
import SvelteApp from "../examples/svelte/App.svelte"
import SvelteLogin from "../examples/svelte/Login.svelte"
import { Place, solid, svelte } from "./place.tsx"

export const ADA: Session = {
  user: { name: "Ada Lovelace", email: "ada@example.com" },
  expires: "2099-01-01T00:00:00.000Z",
}

/** What `auth.signInProps` of the examples gives. */
const CARD = {
  siteName: "Acme",
  theme: { brandColor: "#0f766e" },
  csrfToken: "t",
  callbackUrl: "/",
  providers: [provider("github"), provider("google", "oidc")].map((one) => ({ ...one, mark: markOf(one.id) })),
}

export const TITLES = { app: "For Ada, who is signed in", login: "At /login" }

// Made once: a Place renders anew for another function. A page has one session, so it can't also show a stranger's
const SHOWN = {
  React: { app: <App session={ADA} />, login: <Login {...CARD} /> },
  Solid: {
    app: <Place show={solid(SolidApp, { session: ADA })} />,
    login: <Place show={solid(SolidLogin, CARD)} />,
  },
  Svelte: {
    app: <Place show={svelte(SvelteApp, { session: ADA })} />,
    login: <Place show={svelte(SvelteLogin, CARD)} />,
  },
}

interface ShownProps {
  framework: keyof typeof SHOWN
  part: "app" | "login"
  title?: string
}

/** What the examples of a framework show, as they run in it: the app, or its sign-in page. */
export function Shown({ framework, part, title = TITLES[part] }: ShownProps) {
  return (
    <section className="docs-result sb-unstyled" aria-label={title} data-part={part}>
      <p>{title}</p>
      <div>{SHOWN[framework][part]}</div>
    </section>
  )
}
