import { AnchorMdx } from "@storybook/addon-docs/blocks"
import type { ComponentProps } from "react"
import { LINKED_FILES } from "./linked-files.ts"
import { openPage, pageUrl } from "./links.tsx"

/** A link in a page's text. A link to another page's file, as GitHub needs it, opens that page. */
export function PageLink({ href = "", children, ...props }: ComponentProps<"a">) {
  const id = LINKED_FILES[href.replace("./", "")]
  if (!id) {
    return (
      <AnchorMdx {...props} href={href} target={props.target ?? ""}>
        {children}
      </AnchorMdx>
    )
  }
  return (
    <a {...props} href={pageUrl(id)} target="_top" onClick={(event) => openPage(event, id)}>
      {children}
    </a>
  )
}
