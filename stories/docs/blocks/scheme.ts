import { useSyncExternalStore } from "react"
import type { Scheme } from "../../../components/view/theme.ts"

const asked = () => matchMedia("(prefers-color-scheme: dark)")

function listen(changed: () => void): () => void {
  const query = asked()
  query.addEventListener("change", changed)
  return () => query.removeEventListener("change", changed)
}

/** What the reader's system asks for. */
export function useScheme(): Scheme {
  return useSyncExternalStore(listen, () => (asked().matches ? "dark" : "light"))
}
