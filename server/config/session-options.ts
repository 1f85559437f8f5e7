/** Options for sessions that are bound to a key of the browser. */
export interface DeviceBoundOptions {
  /** Seconds that a copied cookie works at most, from 300 to 86_400. The browser proves its key this often. @default 600 */
  maxAge?: number | undefined
}

/** Options for users who don't stay signed in. Their cookie ends with the browser, and their session soon after. */
export interface RememberOptions {
  /** Seconds until such a session expires when it is idle. @default 86_400 (1 day) */
  shortMaxAge?: number | undefined
  /** Whether the checkbox is checked at first. It also applies if the form has no checkbox. @default false */
  checked?: boolean | undefined
}
