import { withClassNames, type ElementNode } from "../view/node.ts"
import type { CardProps } from "../view/types.ts"
import { renderHtml, type HtmlSlots } from "./render.ts"

/** Renders a card as HTML, with the app's own classes, in the element that limits its styles. */
export const inRoot = (card: ElementNode, props: CardProps, slots?: HtmlSlots) =>
  `<div class="auth-root">${renderHtml(withClassNames(card, props), slots)}</div>`

/**
 * Adds a random id prefix, because a page may have several cards. No client renders these cards again, so it may differ
 * each time.
 */
export function withIds<Props extends { idPrefix?: string | undefined }>(props: Props): Props {
  return { ...props, idPrefix: props.idPrefix || `kit-${Math.random().toString(36).slice(2, 10)}` }
}
