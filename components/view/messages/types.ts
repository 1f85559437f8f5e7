import type { en } from "./en.ts"

/** A whole catalogue; a language that lacks a sentence does not compile. */
export type Messages = Widen<typeof en>

/** What a host may replace: any part of the catalogue. */
export type MessageOverrides = { readonly [Group in keyof Messages]?: DeepPartial<Messages[Group]> | undefined }

type Widen<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widen<T[K]> }
type DeepPartial<T> = { readonly [K in keyof T]?: (T[K] extends string ? string : DeepPartial<T[K]>) | undefined }
