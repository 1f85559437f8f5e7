import { DocsContainer, type DocsContainerProps } from "@storybook/addon-docs/blocks"
import type { PropsWithChildren } from "react"
import { themes } from "storybook/theming"
import { useScheme } from "./scheme.ts"
import "./docs.css"
import "./boxes.css"
import "./code.css"

/** A documentation page in the reader's own scheme. */
export function Container({ context, children }: PropsWithChildren<DocsContainerProps>) {
  const scheme = useScheme()
  return (
    <DocsContainer context={context} theme={themes[scheme]}>
      <div className="docs" data-scheme={scheme}>
        {children}
      </div>
    </DocsContainer>
  )
}
