import type { Case } from "../../components/case.fixture.ts"
import { showHtml } from "./html.ts"
import { showReact } from "./react.ts"
import { showSolid } from "./solid.tsx"
import { showSvelte } from "./svelte.ts"

/** Shows a case in an element; the function that it returns takes it away. */
export type Show = (shown: Case, root: HTMLElement) => () => void

/** The four ways in which a component is printed. */
export const RENDERINGS: Readonly<Record<string, Show>> = {
  React: showReact,
  Solid: showSolid,
  Svelte: showSvelte,
  HTML: showHtml,
}
