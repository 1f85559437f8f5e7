/** A native app of yours: on a phone, on a desktop, or on the command line. */
export interface NativeAppOptions {
  /** The name that users read when they continue to the app, of at most 32 characters. @default its id */
  name?: string | undefined
  /**
   * The addresses at which the app receives its code, compared character by character. Each is an https link that the
   * system has verified for the app, or a custom scheme with a period such as `com.example.app:/signed-in`. For an app
   * that listens on its own computer, it is `http://127.0.0.1/signed-in`, which allows any port.
   */
  redirectUris: readonly string[]
}

/** The option for native apps. */
export interface NativeAppsOptions {
  /**
   * Your native apps, by client id. Each signs its user in with the system's browser and exchanges a one-time code for
   * a session token of its own.
   *
   * @default none
   */
  nativeApps?: Readonly<Record<string, NativeAppOptions>> | undefined
}
