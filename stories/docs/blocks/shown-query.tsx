import { App } from "../examples/react/query.tsx"
import { App as SolidApp } from "../examples/solid/query.tsx"
import SvelteApp from "../examples/svelte/Query.svelte"
import { Place, solid, svelte } from "./place.tsx"
import { ADA, TITLES } from "./shown.tsx"

// Made once: a Place renders anew for another function
const SHOWN = {
  React: <App session={ADA} />,
  Solid: <Place show={solid(SolidApp, { session: ADA })} />,
  Svelte: <Place show={svelte(SvelteApp, { session: ADA })} />,
}

/** What the examples with TanStack Query show to Ada, as they run. */
export function ShownQuery({ framework }: { framework: keyof typeof SHOWN }) {
  return (
    <section className="docs-result sb-unstyled" aria-label={`${framework}: ${TITLES.app}`} data-part="app">
      <p>{TITLES.app}</p>
      <div>{SHOWN[framework]}</div>
    </section>
  )
}
