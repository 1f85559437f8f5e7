import { cardView } from "../view/card.ts"
import { signInCard, signInPage } from "../view/messages/en.ts"
import { fill, withOverrides } from "../view/messages/fill.ts"
import { h, type ElementNode } from "../view/node.ts"
import type { SignInProps } from "./sign-in-props.view.ts"
import { card } from "../view/markup/card.ts"
import { alert, status } from "../view/markup/parts.ts"

/** Renders the sign-in card if its sign-in methods couldn't be loaded: the problem, and a button to try again. */
export function signInRetry(props: Omit<SignInProps, "providers">, problem: string | undefined): ElementNode {
  const { siteName: site, headingLevel = 1 } = props
  const words = withOverrides({ ...signInCard, ...signInPage }, props.messages?.signIn)
  const view = cardView(props, site ? fill(words.title, { site }) : words.titlePlain)
  return card(
    view,
    "sign-in",
    { level: headingLevel },
    alert(view.id, problem),
    h(
      "div",
      { class: "auth-methods" },
      h("button", { class: "auth-button", type: "button", "data-retry": true }, words.retry),
    ),
    status(""),
  )
}
