import { redirect } from "next/navigation"
import { openStep } from "./auth.ts"

export default async function Terms() {
  const step = await openStep()
  if (!step) redirect("/")
  return (
    <form method="post" action={step.action}>
      {Object.entries(step.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label>
        <input type="checkbox" name="accept" value="yes" required /> I accept the terms
      </label>
      <button>Continue</button>
      <button name="cancel" value="1" formNoValidate>
        Cancel
      </button>
    </form>
  )
}
