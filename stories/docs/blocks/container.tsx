import { DocsContainer, type DocsContainerProps } from "@storybook/addon-docs/blocks"
import { useEffect, type PropsWithChildren } from "react"
import { themes } from "storybook/theming"
import { Chrome } from "../site/chrome.tsx"
import { takeAnchor } from "./links.tsx"
import { chooseScheme, useScheme } from "./scheme.ts"
import "./docs.css"
import "./boxes.css"
import "./code.css"

/** A documentation page in the reader's own scheme, with everything around it. */
export function Container({ context, children }: PropsWithChildren<DocsContainerProps>) {
  const scheme = useScheme()
  const id = (new URLSearchParams(location.search).get("id") ?? "").replace(/--docs$/, "")
  useEffect(() => {
    const anchor = takeAnchor()
    if (anchor) document.getElementById(anchor)?.scrollIntoView()
  }, [id])
  return (
    <DocsContainer context={context} theme={themes[scheme]}>
      <Chrome id={id} scheme={scheme} onScheme={chooseScheme}>
        {children}
      </Chrome>
    </DocsContainer>
  )
}
