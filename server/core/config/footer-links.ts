import type { TranslatedText } from "../../../client/contract.ts"

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
