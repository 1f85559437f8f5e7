import { Markdown } from "@storybook/addon-docs/blocks"
import page from "../threats.md?raw"

/** The list of threats, as GitHub renders it too. */
export function Threats() {
  return <Markdown>{page}</Markdown>
}
