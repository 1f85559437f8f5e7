import { useEffect } from "react"

declare global {
  interface Window {
    /** When the page first showed whether a user is signed in, in milliseconds since the navigation. */
    known?: number
    /** Signs in with a password. */
    press?: () => unknown
  }
}

/** Shows the user, and notes when that was first known. `undefined` isn't known yet. */
export function Shown({ name }: { name: string | undefined }) {
  useEffect(() => {
    if (name !== undefined) window.known ??= performance.now()
  }, [name])
  return (
    <p id="who" onClick={() => void import("./later.ts").then(({ later }) => later())}>
      {name ?? "…"}
    </p>
  )
}
