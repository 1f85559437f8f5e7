import type { Theme } from "../../client/contract.ts"
import { renderCase } from "../../components/cases.fixture.ts"
import { themeCss } from "../../components/html/index.ts"
import type { SignInProvider } from "../../components/view/types.ts"
import type { Show } from "./types.ts"

/** As the built-in pages print it, once the page's script runs. */
export const showHtml: Show = (shown, root) => {
  const { theme, providers } = shown.props as { theme?: Theme; providers?: SignInProvider[] } // as its component asks
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themeCss(theme, providers))
  document.adoptedStyleSheets.push(sheet)
  root.innerHTML = renderCase(shown, { scripted: true, hasPasskeys: "PublicKeyCredential" in window })
  // The components open their dialog themselves
  for (const dialog of root.querySelectorAll("dialog")) dialog.showModal()
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    root.replaceChildren()
  }
}
