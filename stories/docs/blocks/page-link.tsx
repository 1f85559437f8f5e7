import { NAV } from "virtual:docs-nav"
import { AnchorMdx } from "@storybook/addon-docs/blocks"
import type { ComponentProps } from "react"
import { openPage, pageUrl, type PageId } from "./links.tsx"

/** A link in a page's text. A link to another page's file, as GitHub needs it, opens that page. */
export function PageLink({ href = "", children, ...props }: ComponentProps<"a">) {
  const [, path = "", anchor = ""] = /^\.{1,2}\/((?:api\/)?[\w-]+\.mdx)(?:#([\w-]+))?$/.exec(href) ?? []
  const file = fileFrom(path, href)
  const page = NAV.find((one) => one.file === file)
  if (!page) {
    return (
      <AnchorMdx {...props} href={href} target={props.target ?? ""}>
        {children}
      </AnchorMdx>
    )
  }
  const id = page.id as PageId // the list of pages comes from the same files
  return (
    <a
      {...props}
      href={`${pageUrl(id)}${anchor && `#${anchor}`}`}
      target="_top"
      onClick={(event) => openPage(event, id, anchor)}
    >
      {children}
    </a>
  )
}

/** A page of the reference links to its neighbors as `./options.mdx`, and to the guides as `../events.mdx`. */
function fileFrom(path: string, href: string): string {
  const here = new URLSearchParams(location.search).get("id") ?? ""
  return here.startsWith("api-") && href.startsWith("./") ? `api/${path}` : path
}
