import "latchkit/auth.css"
import { WebAuthn } from "latchkit/react"

export function Passkeys({ signedIn }: { signedIn: boolean }) {
  return signedIn ? (
    <WebAuthn
      action="register"
      label="Add a passkey"
      onRegister={() => location.reload()}
    />
  ) : (
    <WebAuthn callbackUrl="/journal" />
  )
}
