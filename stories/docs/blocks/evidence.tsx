import type { Fact } from "../facts/fact.ts"

/** Sentences, each with the test that shows it. */
export function Evidence({ facts }: { facts: readonly Fact[] }) {
  return (
    <ol className="docs-evidence sb-unstyled">
      {facts.map(({ says, file, test }) => (
        <li key={says}>
          <p>{says}</p>
          <details>
            <summary>The test</summary>
            <code>{file}</code>
            <q>{test}</q>
          </details>
        </li>
      ))}
    </ol>
  )
}
