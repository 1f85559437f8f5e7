import type { DeviceDetails } from "../../../client/account-contract.ts"

/** Events after a change, by type. Each says what happened to the user `userId`. */
export const SECURITY_CHANGES = [
  "userCreated",
  "userUpdated",
  "userDisabled",
  "userEnabled",
  "userReclaimed",
  "signedIn",
  "signedOut",
  "sessionRevoked",
  "sessionBound",
  "accountSwitched",
  "emailRequested",
  "emailVerified",
  "emailChangeRequested",
  "emailChangeCanceled",
  "emailChanged",
  "emailChangeUndone",
  "stepRequired",
  "stepCompleted",
  "stepUpCompleted",
  "passwordAdded",
  "passwordChanged",
  "passwordRemoved",
  "passwordReset",
  "factorAdded",
  "factorRenamed",
  "factorRemoved",
  "recoveryCodesReplaced",
  "passkeyAdded",
  "passkeyRenamed",
  "passkeyRemoved",
  "trustedDeviceAdded",
  "trustedDeviceRemoved",
  "accountLinked",
  "accountUnlinked",
  "invitationSent",
  "invitationRevoked",
  "invitationAccepted",
  "dataExported",
  "deletionRequested",
  "deletionCanceled",
  "accountDeleted",
  "impersonationStarted",
  "impersonationStopped",
] as const

/** Events after a failure, by type. Each has an `error`. */
export const SECURITY_FAILURES = [
  "signInFailed",
  "signUpFailed",
  "stepFailed",
  "stepUpFailed",
  "passwordResetFailed",
  "accountChangeFailed",
  "rateLimited",
  "requestRejected",
  "requestFailed",
] as const

/** The type of a {@link SecurityEvent} after a change. */
export type SecurityChangeType = (typeof SECURITY_CHANGES)[number]

/** The type of a {@link SecurityEvent} after a failure. */
export type SecurityFailureType = (typeof SECURITY_FAILURES)[number]

/** The type of a {@link SecurityEvent}. */
export type SecurityEventType = SecurityChangeType | SecurityFailureType

/** The cause of an event: a signed-in user, a browser without a session, or your app's own code. */
export type SecurityActor =
  | { readonly kind: "user"; readonly id: string }
  | { readonly kind: "anonymous" }
  | { readonly kind: "app" }

/** The fields that all security events have. Each is short, and has no control characters. */
export interface SecurityEventFields {
  /** Unique for each event. Use it as a key, so that an event is stored once. */
  readonly id: string
  /** ISO 8601, in UTC. */
  readonly at: string
  /** The cause of the event: a user, an anonymous browser, or your app's own code. */
  readonly actor: SecurityActor
  /** The id of the affected user, or null if it isn't known. */
  readonly userId: string | null
  /** A keyed hash of the address or username that was entered. Equal ones have equal hashes. Null if there was none. */
  readonly identifierHash: string | null
  /** The client's IP address, as rate limits count it: an IPv4 address, or the /64 network of an IPv6 address. */
  readonly address: string | null
  /** The browser and system that the request names. Null if your app's own code caused the event. */
  readonly device: Readonly<DeviceDetails> | null
  /** The route's method and name, such as `POST signin`. Null if your app's own code caused the event. */
  readonly route: string | null
  /** The id of the provider. */
  readonly provider: string | null
  /** How the user proved who they are, or what was changed: a provider's type, or a kind of factor. */
  readonly method: string | null
}

/** Something that changed. */
export interface SecurityChange<Type extends SecurityChangeType = SecurityChangeType> extends SecurityEventFields {
  readonly type: Type
  readonly outcome: "success"
  readonly error: null
}

/** Something that was rejected or failed. */
export interface SecurityFailure<Type extends SecurityFailureType = SecurityFailureType> extends SecurityEventFields {
  readonly type: Type
  readonly outcome: "failure"
  /** The type of the error, such as `CredentialsSignin`. */
  readonly error: string
}

/** A change or a failure, for an audit log. The event handler `security` gets a frozen copy. */
export type SecurityEvent =
  | { [Type in SecurityChangeType]: SecurityChange<Type> }[SecurityChangeType]
  | { [Type in SecurityFailureType]: SecurityFailure<Type> }[SecurityFailureType]
