import { passkey, signIn } from "latchkit"

export async function enterAtOnce(): Promise<void> {
  const { ok, error } = await passkey.signIn({ immediate: true })
  if (!ok && error !== "Cancelled") await signIn() // the sign-in page
}
