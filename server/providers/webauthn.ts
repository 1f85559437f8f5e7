import { WebAuthn } from "./passkey.ts"

export { WebAuthn }
export default WebAuthn
