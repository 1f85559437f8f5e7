import { cardView } from "../card.ts"
import { lock } from "../icons.ts"
import { signIn as english } from "../messages/en.ts"
import { fill, withOverrides } from "../messages/fill.ts"
import { h, type ElementNode } from "../node.ts"
import type { SignInProps } from "../sign-in-props.ts"
import { card } from "./card.ts"
import { alert, disc, status } from "./parts.ts"

/**
 * Renders the sign-in card while its sign-in methods are loading. If that failed, `problem` says why, with a button to
 * try again.
 */
export function signInLoading(props: Omit<SignInProps, "providers">, problem: string | undefined): ElementNode {
  const { siteName: site, headingLevel = 1 } = props
  const words = withOverrides(english, props.messages?.signIn)
  const view = cardView(props, site ? fill(words.title, { site }) : words.titlePlain)
  const blank = h("div", { class: "auth-button auth-blank", "aria-hidden": "true", "aria-disabled": "true" })
  const retry = h("button", { class: "auth-button", type: "button", "data-retry": true }, words.retry)
  return card(
    view,
    "sign-in",
    { level: headingLevel, head: disc(lock) },
    alert(view.id, problem),
    h("div", { class: "auth-methods" }, ...(problem === undefined ? [blank, blank, blank] : [retry])),
    status(problem === undefined ? words.busy : ""),
  )
}
