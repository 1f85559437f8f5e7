import type { Session } from "../../../client/contract.ts"
import { provider } from "../../../components/case.fixture.ts"
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
  providers: [provider("github"), provider("google", "oidc")],
}

const SOLID = [solid(SolidApp, { session: null }), solid(SolidApp, { session: ADA }), solid(SolidLogin, CARD)]
const SVELTE = [svelte(SvelteApp, { session: null }), svelte(SvelteApp, { session: ADA }), svelte(SvelteLogin, CARD)]

const REACT = [<App key="0" session={null} />, <App key="1" session={ADA} />, <Login key="2" {...CARD} />]

export const TITLES = ["For a stranger", "For Ada, who is signed in", "At /login"]

const SHOWN = {
  React: REACT,
  Solid: SOLID.map((show, at) => <Place key={at} show={show} />),
  Svelte: SVELTE.map((show, at) => <Place key={at} show={show} />),
}

interface ShownProps {
  framework: keyof typeof SHOWN
  part: "app" | "login"
  title?: string
}

/** What the examples of a framework show, as they run in it: the app twice, or its sign-in page. */
export function Shown({ framework, part, title }: ShownProps) {
  const places = SHOWN[framework].flatMap((shown, at) => ((at === 2) === (part === "login") ? [{ shown, at }] : []))
  return (
    <div className="docs-shown">
      {places.map(({ shown, at }) => (
        <section key={at} className="docs-result sb-unstyled" aria-label={title ?? TITLES[at]} data-part={part}>
          <p>{title ?? TITLES[at]}</p>
          <div>{shown}</div>
        </section>
      ))}
    </div>
  )
}
