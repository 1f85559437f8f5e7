import type { CardProps, PasskeyButtonView } from "../view/types.ts"

/**
 * A passkey button takes no space if no script will show it. If one might, its place is kept until the script decides.
 */
export const passkeyVisibility = ({
  hasPasskeys,
  scriptless,
}: CardProps): Pick<PasskeyButtonView, "hidden" | "later"> => ({
  hidden: !hasPasskeys,
  later: hasPasskeys === undefined && !scriptless,
})
