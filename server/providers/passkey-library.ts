// Exports the functions of the WebAuthn library that Latchkit calls. The build replaces this module with a bundle
// (.build/webauthn.ts), so apps don't install the library.
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server"
export { decodeAttestationObject, decodeCredentialPublicKey } from "@simplewebauthn/server/helpers"
