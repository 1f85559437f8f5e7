import { useSubmission } from "@solidjs/router"
import { SignOut } from "latchkit/solid"
import { leave } from "../actions.ts"

export default function SignOutPage() {
  const submission = useSubmission(leave)
  return (
    <div class="site-card">
      <SignOut callbackUrl="/" action={leave} result={submission.result} />
    </div>
  )
}
