import * as v from "valibot"
import { secondFactorPage } from "../../../components/html/feature-pages.ts"
import { AuthError } from "../../errors.ts"
import { countFactorTry } from "../limits/factor-tries.ts"
import type { ActionContext } from "../request/action-context.ts"
import { checked, readForm, shortText } from "../request/form.ts"
import { addProof, type Attempt } from "./attempt.ts"
import { redeemCode, sendCode } from "./email-codes.ts"
import type { FeatureStep, StepRow } from "./row.ts"
import { backToStep, stepCard, stepCardProps } from "./step-page.ts"

const ID = "prove-mailbox"
const MAX_CODE = 64
const mailboxForm = v.object({ code: v.optional(shortText(MAX_CODE)), resend: checked })

/** Returns a step in which the user proves their mailbox with a code. Several features may need it. */
export const proveMailboxStep = (needed: StepRow["needed"]): FeatureStep => ({
  id: ID,
  needed,
  ...stepCard(mailboxProps, (page) => secondFactorPage(page)),
  async open(context, attempt) {
    const { email } = attempt.state.user
    if (!email || !context.settings.codeSender)
      throw new AuthError(
        "InvalidConfiguration",
        "To enroll a second factor or replace a password, the user's mailbox must be proven. Add an email provider",
      )
    const sentCode = await sendCode(context, attempt, { address: email, url: stepUrl(context) })
    return "wait" in sentCode ? attempt : sentCode
  },
  async submit(context, attempt) {
    const form = readForm(context.body, mailboxForm)
    const address = attempt.state.user.email ?? ""
    if (form.resend) {
      const sentCode = await sendCode(context, attempt, { address, url: stepUrl(context) })
      return "wait" in sentCode
        ? backToStep(context, ID, { error: "RateLimited", retryAfter: String(sentCode.wait) })
        : backToStep(context, ID, { resent: "1" })
    }
    // The password may have leaked, so a new sign-in must not give more tries
    const { wait } = await countFactorTry(context, attempt.state, { method: "email", lastUse: null })
    if (wait !== undefined) return backToStep(context, ID, { error: "RateLimited", retryAfter: String(wait) })
    const redeemed = await redeemCode(context, attempt, { address, code: form.code })
    if (!redeemed) return backToStep(context, ID, { error: "InvalidCode" })
    const proven = await addProof(context, redeemed, { proof: { kind: "email" } })
    if (!proven) throw new AuthError("AttemptExpired", "Another request changed the attempt")
    return proven
  },
})

const stepUrl = ({ site }: ActionContext) => `${site.url}/step/${ID}`

async function mailboxProps(context: ActionContext, attempt: Attempt) {
  const { props, cookies } = await stepCardProps(context, attempt)
  const { account: email } = props
  const shown = { methods: ["email"] as const, method: "email" as const, email, resent: context.query.has("resent") }
  return { cookies, props: { ...props, ...shown, action: stepUrl(context) } }
}
