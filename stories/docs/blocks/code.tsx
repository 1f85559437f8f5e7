import { Source } from "@storybook/addon-docs/blocks"
import { useScheme } from "./scheme.ts"

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: "typescript",
  tsx: "tsx",
  svelte: "html",
  css: "css",
  sh: "bash",
  env: "bash",
}

/** A file that a test runs, as it stands; `name` is where it belongs in an app. */
export function Code({ name, text, note }: { name: string; text: string; note?: string }) {
  const dark = useScheme() === "dark"
  const language = LANGUAGES[name.split(".").at(-1) ?? ""] ?? "text"
  return (
    <figure className="docs-code">
      <figcaption>{note ? `${name}, ${note}` : name}</figcaption>
      <Source code={text.trim()} language={language as "tsx"} dark={dark} format={false} />
    </figure>
  )
}
