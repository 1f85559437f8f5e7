import { icon } from "../view/icons.ts"
import { down, exit, exitAll, person as personIcon, plus } from "../view/more-icons.ts"
import { h, slot, type Attributes, type ElementNode } from "../view/node.ts"
import type { MenuFormView, UserButtonView } from "./user-button.view.ts"
import { alert, buttonLink, hidden } from "../view/markup/parts.ts"
import { avatar, nameplate, personText } from "../view/markup/user.ts"

/** Renders the signed-in user's menu. It opens and signs out without a script too. */
export function userButtonMarkup(view: UserButtonView): ElementNode {
  const { status, scheme, lang, dir, tokens, signIn } = view
  const attributes = {
    class: "auth-part auth-user",
    "data-part": "user-button",
    "data-scheme": scheme,
    lang,
    dir,
    "aria-busy": status === "loading" ? "true" : undefined,
  }
  const content = {
    // As large as the button that it becomes
    loading: h("span", { class: "auth-trigger" }, h("span", { class: "auth-avatar auth-blank" })),
    unauthenticated: buttonLink(signIn.label, signIn.href, "primary", "small"),
    authenticated: menu(view),
  }[status]
  return { ...h("div", attributes, content), tokens }
}

function menu(view: UserButtonView): ElementNode {
  const { id, title, person, showName, links, accounts, signOut, scripted } = view
  const one = accounts?.signOut ?? signOut
  // The menu roles promise arrow keys, which need the script
  const item = scripted ? { role: "menuitem", tabindex: -1 } : {}
  return h(
    "details",
    { class: "auth-menu", "data-menu": true },
    h(
      "summary",
      { class: "auth-trigger", "aria-label": title },
      avatar(person),
      showName && h("span", { class: "auth-name", dir: "auto" }, person.name),
      showName && icon(down, 16),
    ),
    h(
      "div",
      { class: "auth-popup", "data-part": "menu" },
      h("div", { class: "auth-popup-head" }, avatar(person), nameplate(person)),
      slot("header"),
      alert(id, view.alert),
      h(
        "div",
        { class: "auth-items", role: scripted ? "menu" : undefined, "aria-label": scripted ? title : undefined },
        ...links.map(({ label, href, icon: name }) =>
          h("a", { class: "auth-item", href, ...item }, name !== undefined && icon(personIcon), label),
        ),
        slot("items"),
        accounts && (accounts.others.length > 0 || accounts.add) && otherAccounts(accounts, item),
        // "Sign out" stays the same element when the accounts arrive, so that it never means more than it said
        formItem("sign-out", one, item, icon(exit), one.label),
        accounts?.signOut && formItem("sign-out-all", signOut, item, icon(exitAll), signOut.label),
      ),
      slot("footer"),
    ),
  )
}

function otherAccounts({ label, others, add }: NonNullable<UserButtonView["accounts"]>, item: Attributes): ElementNode {
  return h(
    "div",
    { class: "auth-accounts", "data-part": "accounts", role: "group", "aria-label": label },
    ...others.map((form) => formItem("switch-account", form, item, avatar(form.person), personText(form.person))),
    add && h("a", { class: "auth-item", href: add.href, "data-part": "add-account", ...item }, icon(plus), add.label),
  )
}

function formItem(
  part: string,
  form: MenuFormView,
  item: Attributes,
  ...content: (ElementNode | string)[]
): ElementNode {
  return h(
    "form",
    { method: "post", action: form.action, "data-part": part, role: "role" in item ? "none" : undefined },
    // First, so that it keeps its position and the focus when the form gets more fields
    h(
      "button",
      { class: "auth-item", type: "submit", "aria-busy": form.busy ? "true" : undefined, ...item },
      ...content,
      h("span", { class: "auth-spinner", "aria-hidden": "true" }),
    ),
    ...hidden(form.hidden),
  )
}
