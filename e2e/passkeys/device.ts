import type { BrowserContext, CDPSession, Page } from "@playwright/test"

interface Credential {
  credentialId: string
  isResidentCredential: boolean
  rpId: string
  privateKey: string
  userHandle: string
  signCount: number
  backupEligibility?: boolean
  backupState?: boolean
}

/** The authenticator of a page's device. */
export interface Device {
  /** Its passkeys. */
  credentials(): Promise<Credential[]>
  /** Copies the passkeys to another device, as a password manager does. */
  give(other: Device): Promise<void>
  take(credential: Credential): Promise<void>
  /** Sets whether the user touches the device. If not, the user closes the dialog. */
  isTouched(touched: boolean): Promise<void>
  /** Sets whether the user's face or finger matches. */
  isVerified(verified: boolean): Promise<void>
  remove(): Promise<void>
}

/** Adds a virtual authenticator, like a phone's or laptop's, to the page's browser. */
export async function addDevice(page: Page): Promise<Device> {
  const session: CDPSession = await (page.context() as BrowserContext).newCDPSession(page)
  await session.send("WebAuthn.enable", { enableUI: false })
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  })
  const credentials = async () =>
    (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials as Credential[] // resident credentials have all of these properties
  return {
    credentials,
    async give(other) {
      for (const credential of await credentials()) await other.take(credential)
    },
    take: async (credential) => void (await session.send("WebAuthn.addCredential", { authenticatorId, credential })),
    isTouched: async (enabled) =>
      void (await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled })),
    isVerified: async (isUserVerified) =>
      void (await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })),
    remove: async () => void (await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId })),
  }
}
