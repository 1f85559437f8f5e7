import { down, icon, exit, person as personIcon } from "../icons.ts"
import { h, slot, type ElementNode } from "../node.ts"
import type { UserButtonView } from "../user-button.ts"
import { alert, hidden, link } from "./parts.ts"
import { avatar, nameplate } from "./user.ts"

/** Renders the signed-in user's menu. It opens and signs out without a script too. */
export function userButtonMarkup(view: UserButtonView): ElementNode {
  const { status, className, scheme, lang, dir, tokens, signIn } = view
  const attributes = {
    class: ["auth-part auth-user", className].filter(Boolean).join(" "),
    "data-part": "user-button",
    "data-scheme": scheme,
    lang,
    dir,
    "aria-busy": status === "loading" ? "true" : undefined,
  }
  const content = {
    loading: h("span", { class: "auth-avatar", "data-size": "small", "data-empty": true }),
    unauthenticated: link(signIn.label, signIn.href, "primary", "small"),
    authenticated: menu(view),
  }[status]
  return { ...h("div", attributes, content), tokens }
}

function menu(view: UserButtonView): ElementNode {
  const { id, title, person, showName, links, signOut, scripted } = view
  // The menu roles promise arrow keys, which need the script
  const item = scripted ? { role: "menuitem", tabindex: -1 } : {}
  return h(
    "details",
    { class: "auth-menu", "data-menu": true },
    h(
      "summary",
      { class: "auth-menu-button", "aria-label": title },
      avatar(person, "small"),
      showName && h("span", { class: "auth-name", dir: "auto" }, person.name),
      showName && icon(down, 16),
    ),
    h(
      "div",
      { class: "auth-popup", "data-part": "menu" },
      h("div", { class: "auth-popup-head" }, avatar(person, "small"), nameplate(person)),
      slot("header"),
      alert(id, view.alert),
      h(
        "div",
        { class: "auth-items", role: scripted ? "menu" : undefined, "aria-label": scripted ? title : undefined },
        ...links.map(({ label, href, icon: name }) =>
          h("a", { class: "auth-item", href, ...item }, name !== undefined && icon(personIcon), label),
        ),
        slot("items"),
        h(
          "form",
          { method: "post", action: signOut.action, "data-part": "sign-out", role: scripted ? "none" : undefined },
          ...hidden(signOut.hidden),
          h(
            "button",
            { class: "auth-item", type: "submit", "aria-busy": signOut.busy ? "true" : undefined, ...item },
            icon(exit),
            signOut.label,
            h("span", { class: "auth-spinner", "aria-hidden": "true" }),
          ),
        ),
      ),
      slot("footer"),
    ),
  )
}
