/** Replaces SvelteKit's `$app/paths` for an app at the root. */
export const base = ""
