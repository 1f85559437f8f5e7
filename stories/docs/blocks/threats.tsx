import { Markdown } from "@storybook/addon-docs/blocks"
import modules from "../relying-party.md?raw"
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

/** The modules of the OpenID Foundation's suite, as GitHub renders them too. */
export function RelyingParty() {
  return (
    <div className="threats modules">
      <Markdown>{modules.replace(/^# .+\n/, "")}</Markdown>
    </div>
  )
}
