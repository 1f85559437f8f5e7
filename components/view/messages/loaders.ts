import { language } from "./en.ts"
import type { Translation } from "./types.ts"

export { language }

/** The languages that Latchkit has by itself. Each one loads when a user needs it. */
export const LOADERS: Readonly<Record<string, () => Promise<Translation>>> = {
  en: () => Promise.resolve({ language }),
  ar: async () => (await import("./ar.ts")).ar,
  de: async () => (await import("./de.ts")).de,
  es: async () => (await import("./es.ts")).es,
  fa: async () => (await import("./fa.ts")).fa,
  fr: async () => (await import("./fr.ts")).fr,
  he: async () => (await import("./he.ts")).he,
  hi: async () => (await import("./hi.ts")).hi,
  id: async () => (await import("./id.ts")).id,
  it: async () => (await import("./it.ts")).it,
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  nl: async () => (await import("./nl.ts")).nl,
  pl: async () => (await import("./pl.ts")).pl,
  "pt-BR": async () => (await import("./pt-BR.ts")).ptBR,
  ru: async () => (await import("./ru.ts")).ru,
  sv: async () => (await import("./sv.ts")).sv,
  th: async () => (await import("./th.ts")).th,
  tr: async () => (await import("./tr.ts")).tr,
  uk: async () => (await import("./uk.ts")).uk,
  vi: async () => (await import("./vi.ts")).vi,
  "zh-CN": async () => (await import("./zh-CN.ts")).zhCN,
  "zh-TW": async () => (await import("./zh-TW.ts")).zhTW,
}
