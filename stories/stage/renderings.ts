import { showHtml } from "./html.ts"
import { showReact } from "./react.ts"
import { showSolid } from "./solid.tsx"
import { showSvelte } from "./svelte.ts"
import type { Show } from "./types.ts"

/** The frameworks that can render a case, and the built-in pages' HTML. */
export const RENDERINGS: Readonly<Record<string, Show>> = {
  React: showReact,
  Solid: showSolid,
  Svelte: showSvelte,
  HTML: showHtml,
}
