import { passkey } from "latchkit"

export async function enter(): Promise<string> {
  const result = await passkey.signIn({ redirect: false })
  if (result.ok) return `Welcome. On to ${result.url}`
  if (result.error === "Cancelled") return "" // the user chose to stop
  if (result.error === "Unsupported") return "This browser doesn't support passkeys"
  return `The sign-in failed: ${result.error}`
}
