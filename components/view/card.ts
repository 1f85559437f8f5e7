import { signInCard as english } from "./messages/en.ts"
import { withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"
import { firstLetter, forcedScheme, logoView, themeTokens } from "../theme/theme.ts"
import type { BaseView, CardProps, CardView, HiddenFields } from "./types.ts"

/** The code of a form whose hidden fields are invalid: a mistake of the app, which its users can't correct. */
export const INVALID_FORM = "InvalidForm"

interface BaseProps extends CardProps {
  messages?: MessageOverrides | undefined
}

/** Returns the part of a view that every card with the app's brand has. */
export function cardView(props: BaseProps, title: string): CardView {
  return {
    ...baseView(props, title),
    waiting: withOverrides(english, props.messages?.signIn).busy,
    logo: logoView(props.theme),
    letter: props.letter ?? firstLetter(props.siteName),
  }
}

/** Returns the part of a view that every component has. */
export function baseView(props: BaseProps, title: string): BaseView {
  const language = props.messages?.language
  return {
    id: props.idPrefix ?? "kit",
    title,
    page: props.page ?? false,
    lang: props.lang ?? language?.lang,
    dir: props.dir ?? language?.dir,
    scheme: forcedScheme(props.theme),
    tokens: themeTokens(props.theme),
  }
}

/** Returns hidden fields in the order of the form. Undefined values are left out. */
export function hiddenFields(fields: Readonly<Record<string, string | undefined>>): HiddenFields {
  return Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
}

/** Formats seconds as minutes and seconds, for example `0:42`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`
}
