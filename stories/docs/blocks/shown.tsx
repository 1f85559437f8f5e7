import { useLayoutEffect, useRef } from "react"
import { createComponent, type Component as SolidComponent } from "solid-js"
import { render as renderSolid } from "solid-js/web"
import { mount, unmount, type Component as SvelteComponent } from "svelte"
import type { Session } from "../../../client/contract.ts"
import { provider } from "../../../components/case.fixture.ts"
import { App } from "../examples/react/app.tsx"
import { Login } from "../examples/react/login.tsx"
import { App as SolidApp } from "../examples/solid/app.tsx"
import { Login as SolidLogin } from "../examples/solid/login.tsx"
import SvelteApp from "../examples/svelte/App.svelte"
import SvelteLogin from "../examples/svelte/Login.svelte"

const ADA: Session = {
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

type Show = (place: HTMLElement) => () => void

/** A place that another framework fills. */
function Place({ show }: { show: Show }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (place.current ? show(place.current) : undefined), [show])
  return <div ref={place} />
}

const solid =
  <Props extends object>(component: SolidComponent<Props>, props: Props): Show =>
  (place) =>
    renderSolid(() => createComponent(component, props), place)

const svelte =
  <Props extends Record<string, unknown>>(component: SvelteComponent<Props>, props: Props): Show =>
  (target) => {
    const mounted = mount(component, { target, props })
    return () => void unmount(mounted)
  }

const SOLID = [solid(SolidApp, { session: null }), solid(SolidApp, { session: ADA }), solid(SolidLogin, CARD)]
const SVELTE = [svelte(SvelteApp, { session: null }), svelte(SvelteApp, { session: ADA }), svelte(SvelteLogin, CARD)]

const REACT = [<App key="0" session={null} />, <App key="1" session={ADA} />, <Login key="2" {...CARD} />]

const TITLES = ["For a stranger", "For Ada, who is signed in", "At /login"]

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
