import type { ProviderMark } from "../../client/contract.ts"

export type { ProviderMark }

/** Google's own colors, which must not change. */
export const google: ProviderMark = {
  paths: [
    [
      "M22.5 12.25c0-.75-.07-1.5-.19-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.2 3.32v2.77h3.57c2.08-1.92 3.21-4.74 3.21-8.1Z",
      "#4285F4",
    ],
    [
      "M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.660-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23Z",
      "#34A853",
    ],
    ["M5.84 14.09a6.6 6.6 0 0 1 0-4.18V7.07H2.18a11 11 0 0 0 0 9.86l3.66-2.84Z", "#FBBC05"],
    [
      "M12 5.38c1.62 0 3.06.560 4.21 1.64l3.15-3.15A11 11 0 0 0 2.18 7.07l3.66 2.84C6.71 7.31 9.14 5.38 12 5.38Z",
      "#EA4335",
    ],
  ],
}

/** Microsoft's four squares. */
export const microsoft: ProviderMark = {
  paths: [
    ["M2 2h9.5v9.5H2Z", "#F25022"],
    ["M12.5 2H22v9.5h-9.5Z", "#7FBA00"],
    ["M2 12.5h9.5V22H2Z", "#00A4EF"],
    ["M12.5 12.5H22V22h-9.5Z", "#FFB900"],
  ],
}

/** Returns a provider's mark, or else the first letter of its name. */
export const markOrLetter = (mark: ProviderMark | undefined, name: string): ProviderMark | string =>
  mark ?? (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "").toUpperCase()
