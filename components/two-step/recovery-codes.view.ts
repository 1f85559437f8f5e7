import { stepFooter, type CopyView } from "./enroll-totp.view.ts"
import { twoStep as english } from "../view/messages/en.ts"
import { fill, withOverrides } from "../view/messages/fill.ts"
import { safeUrl } from "../view/safe-url.ts"
import { stepAlert, stepFields, stepUrl, stepView, type FooterView, type StepProps } from "./step.view.ts"
import type { CardView, HiddenFields } from "../view/types.ts"

/** Props of the card that shows recovery codes. They are shown once. */
export interface RecoveryCodesProps extends StepProps {
  /** The new codes, which the user must keep. */
  codes: readonly string[]
  /** Whether the codes replace older ones. @default false, after two-step verification was turned on */
  replaced?: boolean | undefined
  /** Where "Done" leads. Without it, the form posts to the step's page, which completes the sign-in. */
  doneUrl?: string | undefined
  /** Whether the codes were copied. */
  copied?: boolean | undefined
}

/** The content of the card that shows recovery codes. */
export interface RecoveryCodesView extends CardView {
  readonly kind: "recovery-codes"
  readonly text: string
  readonly hint: string
  readonly alert: string | undefined
  readonly status: string
  readonly codes: readonly string[]
  readonly codesLabel: string
  /** Whether a code is too long for two columns. */
  readonly wide: boolean
  readonly copy: CopyView
  /** Saves the codes as a text file that the page makes itself. */
  readonly download: { readonly label: string; readonly name: string; readonly text: string }
  readonly print: { readonly label: string }
  readonly form: {
    readonly method: "get" | "post"
    readonly action: string
    readonly hidden: HiddenFields
    readonly label: string
    readonly saved: string
    readonly busy: boolean
  }
  readonly footer: FooterView | undefined
}

/** The longest code of which two fit side by side. */
const SHORT_CODE = 14

/** Returns the view of the card that shows recovery codes. */
export function recoveryCodesView(props: RecoveryCodesProps): RecoveryCodesView {
  const { messages, codes, replaced = false, siteName: site, copied = false } = props
  const words = withOverrides(english, messages?.twoStep)
  const card = stepView(props, words.codesTitle)
  const heading = site === undefined ? words.codes : fill(words.codesFor, { site })
  return {
    ...card,
    kind: "recovery-codes",
    text: replaced ? words.newCodesText : words.codesText,
    hint: words.codesHint,
    alert: stepAlert(props, ""),
    status: card.status || (copied ? words.copied : ""),
    codes,
    codesLabel: words.codes,
    wide: codes.some(({ length }) => length > SHORT_CODE),
    copy: { label: words.copy, copiedLabel: words.copied, copied, text: codes.join("\n"), hidden: !props.scripted },
    download: { label: words.download, name: fileName(site), text: `${heading}\n\n${codes.join("\n")}\n` },
    print: { label: words.print },
    form: { ...doneForm(props), label: words.done, saved: words.saved, busy: props.busy === "form" },
    footer: replaced ? undefined : stepFooter(props, words.step, 2),
  }
}

// A form that is sent with GET replaces its URL's query, so the query's fields are in the form
function doneForm(props: RecoveryCodesProps): Pick<RecoveryCodesView["form"], "method" | "action" | "hidden"> {
  if (props.doneUrl === undefined)
    return { method: "post", action: stepUrl(props, "recovery-codes"), hidden: stepFields(props) }
  const [action = "", query = ""] = safeUrl(props.doneUrl).split("#", 1).join("").split("?")
  return { method: "get", action: action || "#", hidden: [...new URLSearchParams(query)] }
}

// Only letters and digits, because the name of the site may contain a path
function fileName(site = ""): string {
  const name = site
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
  return `${name && `${name}-`}recovery-codes.txt`
}
