import { hiddenFields } from "./card.ts"
import { secondFactor as englishFactor, securityMail as english } from "./messages/en.ts"
import { fill, withOverrides } from "./messages/fill.ts"
import { emptyNotice, type NoticeProps, type NoticeView } from "./notice.ts"
import { safeUrl } from "./safe-url.ts"

/** Props of the page that removes a second factor that the user didn't add. */
export interface UndoProps extends NoticeProps {
  /** The URL that the button posts to. */
  action: string
  /** Fields that the form repeats: the link's token. */
  fields: Readonly<Record<string, string>>
  /** The site's name. */
  site: string
  factor: "totp" | "passkey"
  /** When the factor was added, in milliseconds since the epoch. */
  at: number
  lang?: string | undefined
}

/** Returns the view of the page that removes a second factor. It names the factor and has one button. */
export function undoView(props: UndoProps): NoticeView {
  const words = withOverrides(english, props.messages?.securityMail)
  const factor = withOverrides(englishFactor, props.messages?.secondFactor)[props.factor]
  const date = new Intl.DateTimeFormat(props.lang, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })
  const time = `${date.format(props.at)} UTC`
  return {
    ...emptyNotice(props, fill(words.factorAdded, { site: props.site }), "undo"),
    icon: "alert",
    tone: "danger",
    text: fill(words.factorAddedText, { time, factor }),
    hint: words.undo,
    form: {
      action: safeUrl(props.action),
      hidden: hiddenFields({ csrfToken: props.csrfToken, ...props.fields }),
      label: words.undoButton,
      busy: props.busy === "form",
    },
  }
}
