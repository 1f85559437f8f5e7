import type { CardProps, PasskeyButtonView } from "./types.ts"

/** A passkey button takes no room where no script will show it; until one has said whether it does, its place is kept. */
export const passkeyVisibility = ({
  hasPasskeys,
  scripted,
  scriptless,
}: CardProps): Pick<PasskeyButtonView, "hidden" | "later"> => ({
  hidden: !hasPasskeys,
  later: !scripted && !scriptless,
})
