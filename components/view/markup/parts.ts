import { exclamation, eye, icon } from "../icons.ts"
import type { FieldView } from "../fields.ts"
import { h, type Attributes, type ElementNode, type ViewNode } from "../node.ts"
import type { ProviderMark } from "../provider-marks.ts"
import type { LogoView } from "../../theme/theme.ts"
import { image } from "./image.ts"
import type { HiddenFields, LinkLine } from "../types.ts"

/** Renders an icon on a tinted disc, above a title. */
export function disc(shape: string, tone?: "danger"): ElementNode {
  return h("span", { class: "auth-disc", "data-tone": tone, "aria-hidden": "true" }, icon(shape, 20))
}

/** Renders a sentence below the title. */
export function lead(...children: ViewNode[]): ElementNode {
  return h("p", { class: "auth-lead" }, ...children)
}

/** Renders the live region. It starts empty, and takes the focus when an error fills it. */
export function alert(id: string, sentence: string | undefined, focus = true): ElementNode {
  const filled = sentence !== undefined
  return h(
    "div",
    { class: "auth-alerts", role: "alert", id: `${id}-alert`, "data-part": "alert" },
    filled &&
      h("div", { class: "auth-alert", tabindex: -1, "data-focus": focus }, icon(exclamation), h("p", {}, sentence)),
  )
}

/** Renders the status for screen readers. A page's script announces `waiting` while it sends a form. */
export function status(sentence: string, waiting?: string): ElementNode {
  return h("p", { class: "auth-hidden", role: "status", "data-part": "status", "data-busy": waiting }, sentence)
}

/** Renders a form's hidden fields. */
export function hidden(fields: HiddenFields): ElementNode[] {
  return fields.map(([name, value]) => h("input", { type: "hidden", name, value }))
}

/** Renders a button. While busy, it says so but isn't disabled. */
export function button(label: string, busy: boolean, attributes: Attributes, ...content: ViewNode[]): ElementNode {
  const waits = busy ? "true" : undefined
  return h(
    "button",
    { class: "auth-button", ...attributes, "aria-busy": waits, "aria-disabled": waits },
    h("span", { class: "auth-spinner", "aria-hidden": "true" }),
    ...content,
    h("span", { class: "auth-text" }, label),
  )
}

/** Renders a button that submits its form. */
export function submit(
  label: string,
  { busy = false, variant = "primary", name, size, fill, sends, action, badge }: SubmitLook,
  ...content: ViewNode[]
): ElementNode {
  const attributes = {
    type: "submit",
    form: sends,
    formaction: sends && action,
    "data-variant": variant,
    "data-size": size,
    "aria-label": name === label ? undefined : name,
  }
  return withLook(button(label, busy, attributes, ...content), { badge, fill })
}

/** Adds "Last used" at the end of a button, and the colors of only this button. */
export const withLook = (plain: ElementNode, { badge, fill }: Pick<SubmitLook, "badge" | "fill">): ElementNode => ({
  ...plain,
  children: [...plain.children, badgeElement(badge)],
  tokens: fill,
})

interface SubmitLook {
  busy?: boolean
  variant?: string
  /** The label for users who can't see what the button belongs to. */
  name?: string | undefined
  size?: "small" | undefined
  /** Id of another form that the button submits instead, to this URL. */
  sends?: string | undefined
  action?: string | undefined
  /** Shown at the end of the button. */
  badge?: string | undefined
  /** Colors of only this button. */
  fill?: Readonly<Record<string, string>> | undefined
}

/** Renders a link in the brand's text color. */
export function link(label: string, href: string, look: Attributes = { class: "auth-link" }): ElementNode {
  // A router in the browser, such as Solid's, would look for a page of its own at Latchkit's URL
  return h("a", { ...look, href, rel: "external" }, label)
}

/** Renders a link that looks like a button. */
export const buttonLink = (label: string, href: string, variant: string, size?: "small"): ElementNode =>
  link(label, href, { class: "auth-button", "data-variant": variant, "data-size": size })

/** Renders the strip at the end of a card: a link with a sentence before it, and the app's links below. */
export const footerLine = (line: LinkLine | undefined, links?: readonly LinkLine[]): ElementNode =>
  h(
    "div",
    { class: "auth-again auth-foot", "data-part": "links" },
    line?.text && `${line.text} `,
    line && link(line.label, line.href),
    links &&
      h(
        "p",
        { class: line && "auth-hint" },
        ...links.flatMap(({ label, href }, index) => [index > 0 && " · ", link(label, href)]),
      ),
  )

/** Renders a label, its input and its error. */
export function field(
  { label, reveal, forgot, error, invalid, focus, ...view }: FieldView,
  alertId: string,
): ElementNode {
  const { id, type } = view
  const errorId = `${id}-error`
  const input = h("input", {
    class: "auth-input",
    ...view,
    dir: type === "email" ? "ltr" : undefined,
    "data-focus": focus,
    "aria-invalid": invalid ? "true" : undefined,
    "aria-describedby": error !== undefined ? errorId : invalid ? alertId : undefined,
  })
  return h(
    "div",
    { class: "auth-field", "data-part": "field" },
    h(
      "div",
      { class: "auth-label-row" },
      h("label", { class: "auth-label", for: id }, label),
      forgot && link(forgot.label, forgot.href),
    ),
    h("div", { class: "auth-control" }, input, reveal && revealButton(reveal, id)),
    error !== undefined && h("p", { class: "auth-error", id: errorId }, error),
  )
}

/**
 * Renders "Last used". The button's accessible name includes it too. The space separates it from the label's last word.
 */
const badgeElement = (text: string | undefined): ViewNode =>
  text !== undefined && h("span", { class: "auth-badge", "aria-hidden": "true" }, ` ${text}`)

/** Renders the app's own image of a provider, if there is one. */
export const logoElement = (logo: LogoView | undefined): ElementNode | undefined =>
  logo && image(logo, { class: "auth-mark", width: 18, height: 18 })

function revealButton({ label, pressed, hidden }: NonNullable<FieldView["reveal"]>, id: string): ElementNode {
  const attributes = {
    class: "auth-reveal",
    type: "button",
    hidden,
    "data-reveal": id,
    "aria-pressed": String(pressed),
    "aria-label": label,
  }
  return h("button", attributes, icon(eye, 20))
}

/**
 * Renders a provider's mark in its own colors, or a tile with a letter.
 *
 * If one of them would be invisible in a color scheme, the same path in the text's color covers it there. On a filled
 * button, a mark of one color uses the text's color; a mark of several keeps them, on a white disc.
 */
export function mark(view: ProviderMark | string, filled = false): ElementNode {
  if (typeof view === "string")
    return h("span", { class: "auth-badge auth-mark", "data-letter": view, "aria-hidden": "true" })
  const { paths } = view
  if (filled && paths.length > 1) return svg(24, "-6 -6 36 36", [DISC_PATH, ...paths])
  return svg(18, "0 0 24 24", filled ? paths.map(([d]) => [d, "currentColor"]) : paths)
}

type Paths = ProviderMark["paths"]

const DISC_PATH: Paths[number] = ["M12 30a18 18 0 1 1 .01 0Z", "#fff"]

function svg(size: number, viewBox: string, paths: Paths): ElementNode {
  return h(
    "svg",
    { class: "auth-mark", viewBox, width: size, height: size, "aria-hidden": "true" },
    ...paths.flatMap(([d, fill]) => (typeof fill === "string" ? [h("path", { d, fill })] : layeredPaths(d, fill))),
  )
}

function layeredPaths(d: string, [light, dark]: readonly [string, string]): ElementNode[] {
  const inkOnLight = light === "currentColor"
  const above = h("path", { d, class: inkOnLight ? "auth-ink-light" : "auth-ink-dark" })
  return [h("path", { d, fill: inkOnLight ? dark : light }), above]
}
