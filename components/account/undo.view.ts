import type { DeviceDetails } from "../../client/account-contract.ts"
import { deviceText } from "./browser-name.view.ts"
import { hiddenFields } from "../view/card.ts"
import {
  account as englishAccount,
  accountMail as englishMail,
  secondFactor as englishFactor,
  securityMail as englishSecurity,
} from "../view/messages/en.ts"
import { fill, withOverrides } from "../view/messages/fill.ts"
import { emptyNotice, type NoticeProps, type NoticeView } from "../view/notice.ts"
import { formatDate } from "./relative-time.view.ts"
import { safeUrl } from "../view/safe-url.ts"

/** Props of the page that undoes an event that the user didn't cause. */
export interface UndoProps extends NoticeProps {
  /** The URL that the button posts to. */
  action: string
  /** Fields that the form repeats: the link's token. */
  fields: Readonly<Record<string, string>>
  /** The site's name. */
  site: string
  /** The event. @default "factor-added" */
  event?: UndoEvent | undefined
  /** The kind of factor that was added. */
  factor?: "totp" | "passkey" | undefined
  /** The name of the provider that was linked or unlinked. */
  provider?: string | undefined
  /** The browser that is new. */
  device?: DeviceDetails | undefined
  /** Where the device was. `null` if it isn't known. */
  place?: string | null | undefined
  /** When it happened, in milliseconds since the epoch. */
  at: number
  /** The language in which the date is written. */
  lang?: string | undefined
}

/** An event that a link can undo. */
export type UndoEvent =
  | "factor-added"
  | "password-changed"
  | "password-added"
  | "password-removed"
  | "passkey-added"
  | "account-linked"
  | "passkey-removed"
  | "account-unlinked"
  | "email-changed"
  | "new-device"

interface Words {
  security: typeof englishSecurity
  mail: typeof englishMail
}

type Texts = readonly [title: string, text: string, hint: string]

/** The sentences of each event. Its email has the same. */
const EVENTS: Readonly<Record<UndoEvent, (words: Words) => Texts>> = {
  "factor-added": ({ security }) => [security.factorAdded, security.factorAddedText, security.undo],
  "new-device": ({ security }) => [security.newDevice, security.newDeviceText, security.undoDevice],
  "passkey-added": ({ security }) => [security.passkeyAdded, security.passkeyAddedText, security.undoAdded],
  "account-linked": ({ security }) => [security.accountLinked, security.accountLinkedText, security.undoAdded],
  "passkey-removed": ({ security }) => [security.passkeyRemoved, security.passkeyRemovedText, security.undoDevice],
  "account-unlinked": ({ security }) => [security.accountUnlinked, security.accountUnlinkedText, security.undoDevice],
  "password-changed": ({ mail }) => [mail.changed.subject, mail.changed.text, mail.notYou],
  "password-added": ({ mail }) => [mail.added.subject, mail.added.text, mail.notYou],
  "password-removed": ({ mail }) => [mail.removed.subject, mail.removed.text, mail.notYou],
  "email-changed": ({ mail: { emailChanged } }) => [emailChanged.subject, emailChanged.text, emailChanged.undo],
}

/** Returns the view of the page that undoes an event. It names the event and has one button. */
export function undoView(props: UndoProps): NoticeView {
  const { messages, event = "factor-added", factor = "totp", provider = "", site } = props
  const security = withOverrides(englishSecurity, messages?.securityMail)
  const mail = withOverrides(englishMail, messages?.accountMail)
  const names = withOverrides(englishFactor, messages?.secondFactor)
  const device = deviceText(props, withOverrides(englishAccount, messages?.account))
  const date = formatDate(props.at, props.lang, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })
  const time = `${date}\u00A0UTC`
  const values = { site, provider, device, factor: names[factor], time }
  const [title, text, hint] = EVENTS[event]({ security, mail })
  return {
    ...emptyNotice(props, fill(title, values), "undo"),
    icon: "alert",
    tone: "danger",
    text: fill(text, values),
    hint: fill(hint, values),
    form: {
      action: safeUrl(props.action),
      hidden: hiddenFields({ csrfToken: props.csrfToken, ...props.fields }),
      label: event === "email-changed" ? mail.emailChanged.undoButton : security.undoButton,
      busy: props.busy === "form",
      danger: true,
    },
  }
}
