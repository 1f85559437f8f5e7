import type { en } from "./en.ts"

/** Which language a catalogue is in. */
export interface Language {
  /** As BCP 47 has it, `pt-BR`. */
  readonly lang: string
  readonly dir: "ltr" | "rtl"
}

/**
 * A sentence in the forms that its language has for `{count}`; `other` is the one for all numbers without their own.
 */
export type Plural = { readonly [Rule in Exclude<Intl.LDMLPluralRule, "other">]?: string } & { readonly other: string }

/** A whole catalogue. */
export type Messages = { readonly language: Language } & Widen<Omit<typeof en, "language">>

/** Your own sentences: any part of the catalog, which they replace. */
export type MessageOverrides = { readonly [Group in keyof Messages]?: DeepPartial<Messages[Group]> | undefined }

/** A language. Pages show the sentences that it lacks in English. */
export type Translation = MessageOverrides & { readonly language: Language }

/** @internal */
type Widen<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : T[K] extends { other: string } ? Plural : Widen<T[K]>
}
/** @internal */
type DeepPartial<T> = {
  readonly [K in keyof T]?: (T[K] extends string | Plural ? T[K] : DeepPartial<T[K]>) | undefined
}
