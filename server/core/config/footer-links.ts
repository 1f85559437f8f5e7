import type { TranslatedText } from "../../../client/contract.ts"
import { footer as english } from "../../../components/view/messages/en.ts"
import { withOverrides } from "../../../components/view/messages/fill.ts"
import type { MessageOverrides } from "../../../components/view/messages/types.ts"
import { textIn } from "../../../components/view/text-in.ts"
import type { LinkLine } from "../../../components/view/types.ts"

/** A link of the app: an https URL, a path, `mailto:` or `tel:`. With a `label`, it has your own text. */
export type FooterLink = string | { readonly url: string; readonly label?: TranslatedText | undefined }

/** The app's links at the end of built-in pages and of the sign-in card, in this order. */
export interface FooterLinks {
  /** The terms of service. @default no link */
  readonly terms?: FooterLink | undefined
  /** The privacy policy. @default no link */
  readonly privacy?: FooterLink | undefined
  /** Where users get help. @default no link */
  readonly support?: FooterLink | undefined
}

/** The links that an app can have. */
export const FOOTER_LINKS = ["terms", "privacy", "support"] as const

/** Returns the links in the language of the messages. */
export function footerLinksIn(links: FooterLinks, messages: MessageOverrides): LinkLine[] {
  const words = withOverrides(english, messages.footer)
  return FOOTER_LINKS.flatMap((name) => {
    const link = links[name]
    if (!link) return []
    const { url, label } = typeof link === "string" ? { url: link, label: undefined } : link
    return [{ label: label ? textIn(label, { messages }) : words[name], href: url }]
  })
}
