import { footer as english } from "../../../components/view/messages/en.ts"
import { withOverrides } from "../../../components/view/messages/fill.ts"
import type { MessageOverrides } from "../../../components/view/messages/types.ts"
import { textIn } from "../../../components/view/text-in.ts"
import type { LinkLine } from "../../../components/view/types.ts"
import { FOOTER_LINKS, type FooterLinks } from "../config/footer-links.ts"

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
