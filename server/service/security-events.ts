import type { SecurityFailureType } from "../core/config/security-events.ts"
import type { Settings } from "../core/config/settings.ts"
import { asError, authErrorIn, RejectedRequest } from "../errors.ts"
import type { AuthRequest } from "../core/request/auth-request.ts"
import { deliverEvents } from "../core/request/emit.ts"
import type { Outcome } from "../core/request/outcome.ts"
import type { SecurityEventDraft, SecurityLog } from "../core/request/security-log.ts"
import { requireCredentialForms } from "../core/limits/credential-forms.ts"

/** The failures of each action. Any other action changes nothing, and fails with `requestFailed`. */
const FAILURES: Readonly<Record<string, SecurityFailureType>> = {
  account: "accountChangeFailed",
  accounts: "accountChangeFailed",
  callback: "signInFailed",
  "change-password": "accountChangeFailed",
  confirm: "stepUpFailed",
  "forgot-password": "passwordResetFailed",
  "reset-password": "passwordResetFailed",
  "sign-up": "signUpFailed",
  signin: "signInFailed",
  step: "stepFailed",
  token: "signInFailed",
  "two-step": "accountChangeFailed",
  undo: "accountChangeFailed",
  "webauthn-options": "signInFailed",
}

/** Runs a route, and emits its events: those of its changes, and one for a rejection or a failure. */
export async function runWithEvents(
  request: AuthRequest,
  securityLog: SecurityLog,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const outcome = await run()
    const reporting = report(request, securityLog, errorIn(request, outcome))
    if (reporting) await reporting // most requests only read, and end sooner without
    return outcome
  } catch (thrown) {
    await report(request, securityLog, errorType(thrown))
    throw thrown
  }
}

/** Emits the event of a request that was rejected before its route was known. */
export async function emitRejection(
  request: Request,
  { settings, address, thrown }: { settings: Settings; address: string | undefined; thrown: unknown },
): Promise<void> {
  const draft: SecurityEventDraft = { type: "requestRejected", error: errorType(thrown) }
  await deliverEvents({ settings, headers: request.headers, address }, [{ ...draft, time: settings.now() }])
}

/** Delivers the request's events. Returns `undefined` if there are none. */
function report(request: AuthRequest, securityLog: SecurityLog, error: string | undefined): Promise<void> | undefined {
  const drafts = securityLog.close()
  if (error !== undefined) return reportFailure(request, { securityLog, drafts, error })
  return drafts.length === 0 ? undefined : deliverEvents(request, drafts)
}

interface Failure {
  securityLog: SecurityLog
  drafts: ReturnType<SecurityLog["close"]>
  error: string
}

async function reportFailure(request: AuthRequest, { securityLog, drafts, error }: Failure): Promise<void> {
  const failure = {
    type: failureType(request, error),
    error,
    userId: securityLog.subject(),
    time: request.settings.now(),
    identifier: await enteredIdentifier(request),
  }
  await deliverEvents(request, [...drafts, failure])
}

function failureType({ action }: AuthRequest, error: string): SecurityFailureType {
  if (error === "RateLimited") return "rateLimited"
  if (error === "MissingCSRF" || /^\d{3}$/.test(error)) return "requestRejected"
  return FAILURES[action] ?? "requestFailed"
}

function errorType(thrown: unknown): string {
  if (thrown instanceof RejectedRequest) return String(thrown.status)
  return authErrorIn(thrown)?.type ?? asError(thrown).name
}

/** Returns the error that an outcome tells the user, if there is one. */
function errorIn({ site, securityLog, method }: AuthRequest, outcome: Outcome): string | undefined {
  if (outcome.rejection !== undefined && method === "POST") return toCode(outcome.rejection)
  if (outcome.kind === "redirect") {
    if (outcome.error !== undefined) return toCode(outcome.error)
    const shown = URL.parse(outcome.to, site.origin)
    // The user's own `callbackUrl` may have such a parameter too, and then something changed
    if (shown?.origin !== site.origin || securityLog?.hasChanges()) return undefined
    const error = shown.searchParams.get("error")
    return error === null ? undefined : toCode(error)
  }
  if (outcome.kind === "asset") return undefined
  const { status = 200 } = outcome
  if (status < 400) return undefined
  if (status === 429) return "RateLimited"
  const body: unknown = outcome.kind === "json" ? outcome.body : undefined
  const error: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "error") : undefined
  return typeof error === "string" ? toCode(error) : String(status)
}

const toCode = (error: string): string => (/^\w{1,64}$/.test(error) ? error : "Unknown")

async function enteredIdentifier(request: AuthRequest): Promise<string | undefined> {
  const { body, query, settings, target } = request
  const email = body.fields["email"] ?? query.get("email") ?? undefined
  const provider = settings.providers.get(target ?? "")
  if (email !== undefined || provider?.type !== "credentials") return email
  return requireCredentialForms(settings).identifier(request, provider)
}
