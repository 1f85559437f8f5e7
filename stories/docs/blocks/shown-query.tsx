import { App } from "../examples/react/query.tsx"
import { App as SolidApp } from "../examples/solid/query.tsx"
import SvelteApp from "../examples/svelte/Query.svelte"
import { Place, solid, svelte } from "./place.tsx"
import { ADA, TITLES } from "./shown.tsx"

const SESSIONS = [null, ADA]

// Made once: a Place renders anew for another function
const SHOWN = {
  React: SESSIONS.map((session, at) => <App key={at} session={session} />),
  Solid: SESSIONS.map((session, at) => <Place key={at} show={solid(SolidApp, { session })} />),
  Svelte: SESSIONS.map((session, at) => <Place key={at} show={svelte(SvelteApp, { session })} />),
}

/** What the examples with TanStack Query show, as they run: for a stranger and for Ada. */
export function ShownQuery({ framework }: { framework: keyof typeof SHOWN }) {
  return (
    <div className="docs-shown">
      {SHOWN[framework].map((shown, at) => (
        <section
          key={at}
          className="docs-result sb-unstyled"
          aria-label={`${framework}: ${TITLES[at]}`}
          data-part="app"
        >
          <p>{TITLES[at]}</p>
          <div>{shown}</div>
        </section>
      ))}
    </div>
  )
}
