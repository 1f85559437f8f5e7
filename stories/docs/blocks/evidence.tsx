import type { Fact } from "../facts/fact.ts"

/** Sentences, each with the test that shows it. */
export function Evidence({ facts }: { facts: readonly Fact[] }) {
  return (
    <ol className="docs-evidence sb-unstyled">
      {facts.map(({ says, file, test, logs }) => (
        <li key={says}>
          <p>
            {says}
            {logs !== undefined && (
              <>
                {" "}
                The log says <code>{logs}</code>.
              </>
            )}
          </p>
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
