import { Moon } from "../moon-disc.tsx"

/** The page for a path that doesn't exist. */
export function NotFound() {
  return (
    <section className="lost">
      <Moon phase={0} />
      <h1>Nothing to see here</h1>
      <p className="lead">A new moon, and no page at this address.</p>
      <p className="actions">
        <a className="button primary" href="/">
          See tonight’s sky
        </a>
        <a className="button quiet" href="/journal">
          Open your journal
        </a>
      </p>
    </section>
  )
}
