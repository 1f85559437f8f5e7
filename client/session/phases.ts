/** The phases of a session in one page. Each is a row of {@link PHASES}. */
export type Phase =
  | "loading"
  | "authenticated"
  | "unauthenticated"
  | "asking"
  | "outdated"
  | "hidden"
  | "expired"
  | "signingOut"

export type PhaseEvent =
  /** A session or null came from the server, the server's HTML or another tab, with its version. */
  | "received"
  | "requestStarted"
  | "requestFailed"
  | "requestCanceled"
  /** The version cookie changed while this page was watching. */
  | "versionChanged"
  /** The page may have missed something: it was paused, or the app reset the session's query. */
  | "missed"
  /** The session has ended by the server's clock. */
  | "ended"
  | "signOutStarted"
  | "signOutFailed"

interface PhaseRow {
  /** The data that is shown: the last session or null, always null, or nothing, which is the status `loading`. */
  readonly shows: "last" | "null" | "nothing"
  /** The next phase. `known` is `authenticated`, `unauthenticated` or `loading`, depending on the data. */
  readonly on: Readonly<Partial<Record<PhaseEvent, Phase | "known">>>
}

const ALWAYS = { received: "known", signOutStarted: "signingOut" } as const
const KNOWN = { ...ALWAYS, versionChanged: "outdated", missed: "hidden", ended: "expired" } as const

/** Every phase, and what ends it. An event that a row doesn't name changes nothing. */
export const PHASES: Readonly<Record<Phase, PhaseRow>> = {
  loading: { shows: "nothing", on: ALWAYS },
  authenticated: { shows: "last", on: { ...KNOWN, requestStarted: "asking" } },
  unauthenticated: { shows: "last", on: { ...KNOWN, requestStarted: "asking" } },
  /** A request may change the session. */
  asking: { shows: "last", on: { ...KNOWN, requestFailed: "known", requestCanceled: "known" } },
  /** The data has another version than the cookie. Most often the same user's session has changed. */
  outdated: { shows: "last", on: { ...ALWAYS, requestFailed: "hidden", missed: "hidden", ended: "expired" } },
  /** The data may be another user's. */
  hidden: { shows: "nothing", on: ALWAYS },
  /** The server is asked whether the session was extended, or the device's clock has jumped. */
  expired: { shows: "last", on: { ...ALWAYS, requestFailed: "hidden", missed: "hidden" } },
  /** The sign-out is pending. The version may change before its response is here. */
  signingOut: { shows: "null", on: { ...ALWAYS, signOutFailed: "known", missed: "hidden" } },
}

/** Returns the phase after `event`. `data` is the data after it. */
export function nextPhase(phase: Phase, event: PhaseEvent, data: unknown): Phase {
  const next = PHASES[phase].on[event] ?? phase
  if (next !== "known") return next
  return data === undefined ? "loading" : data === null ? "unauthenticated" : "authenticated"
}

export function shownData<Data>({ phase, data }: { phase: Phase; data: Data }): Data | null | undefined {
  const { shows } = PHASES[phase]
  return shows === "last" ? data : shows === "null" ? null : undefined
}
