import type { Plural } from "./types.ts"

/** Returns a record's own value. A name of a user or an app may be "constructor". */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Fills `{name}` in a sentence; a name without a value stays as it is. */
export function fill(sentence: string, values: Readonly<Record<string, string | undefined>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => ownValue(values, name) ?? whole)
}

/** The form that a language has for a number, with the number in it as the language writes it. */
export function formatCount(forms: Plural, count: number, lang = "en"): string {
  const form = forms[new Intl.PluralRules(lang).select(count)] ?? forms.other
  return fill(form, { count: count.toLocaleString(lang) })
}

/** What stands before a name in a sentence, and behind it; a sentence without the name ends before it. */
export function splitSentence(sentence: string, name: string): readonly [before: string, after: string] {
  const [before = "", ...rest] = sentence.split(`{${name}}`)
  return rest.length === 0 ? [`${before} `, ""] : [before, rest.join(`{${name}}`)]
}

/** A group of sentences with the host's own in place of ours; what is empty or no text is not taken. */
export function withOverrides<Group extends object>(ours: Group, theirs: object | undefined): Group {
  if (!theirs) return ours
  const overrides: Readonly<Record<string, unknown>> = { ...theirs }
  return Object.fromEntries(
    Object.entries(ours).map(([key, sentence]) => [key, pickOverride(sentence, overrides[key])]),
  ) as Group // the same keys, each with a value of the same type
}

function pickOverride(ours: unknown, theirs: unknown): unknown {
  if (!theirs || typeof theirs !== typeof ours) return ours
  if (typeof ours !== "object" || !ours) return theirs
  if (!("other" in ours)) return withOverrides(ours, theirs)
  return typeof (theirs as Partial<Plural>).other === "string" ? theirs : ours // forms of two languages do not mix
}
