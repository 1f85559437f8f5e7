import { Markdown } from "@storybook/addon-docs/blocks"
import page from "../threats.md?raw"
import "./threats.css"

/** The list of threats, as GitHub renders it too. */
export function Threats() {
  return (
    <div className="threats">
      <Markdown>{page}</Markdown>
    </div>
  )
}
