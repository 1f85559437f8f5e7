import { offerPasskey } from "latchkit"

export async function welcome(): Promise<void> {
  const { ok } = await offerPasskey() // does nothing without a session, and only once for each sign-in
  if (ok) console.info("Next time, sign in with your passkey.")
}
