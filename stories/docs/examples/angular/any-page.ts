import { createClient } from "latchkit"

const { store } = createClient()

/** Calls `show` with the user's name now, and after each change in any tab. Returns a function that stops it. */
export function watchName(show: (name: string | null) => void): () => void {
  const report = () => show(store.get().data?.user?.name ?? null)
  report()
  return store.subscribe(report)
}
