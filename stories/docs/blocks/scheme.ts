import { useSyncExternalStore } from "react"
import type { Scheme } from "../../../components/view/theme.ts"

const asked = () => matchMedia("(prefers-color-scheme: dark)")

const CHOICE = "latchkit-docs-scheme"

function listen(changed: () => void): () => void {
  const query = asked()
  query.addEventListener("change", changed)
  addEventListener("storage", changed)
  addEventListener(CHOICE, changed)
  return () => {
    query.removeEventListener("change", changed)
    removeEventListener("storage", changed)
    removeEventListener(CHOICE, changed)
  }
}

/** The reader's choice, otherwise what their system asks for. */
export function useScheme(): Scheme {
  return useSyncExternalStore(listen, () => {
    const chosen = sessionStorage.getItem(CHOICE)
    return chosen === "light" || chosen === "dark" ? chosen : asked().matches ? "dark" : "light"
  })
}

/** Keeps the reader's choice while the tab is open. */
export function chooseScheme(scheme: Scheme): void {
  sessionStorage.setItem(CHOICE, scheme)
  dispatchEvent(new Event(CHOICE))
}
