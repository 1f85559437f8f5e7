import { CodeOrSourceMdx } from "@storybook/addon-docs/blocks"
import type { ComponentProps } from "react"

/** The length of code that fits in a line of the narrowest phone. */
const WHOLE = 24

/** Renders code. In a sentence, short code stays in one line, because a browser breaks `--yes` after its hyphens. */
export function Code(props: ComponentProps<typeof CodeOrSourceMdx>) {
  const { className, children } = props
  const code = <CodeOrSourceMdx {...props} />
  const isShort = className === undefined && typeof children === "string" && children.length <= WHOLE
  return isShort ? <span className="docs-whole">{code}</span> : code
}
