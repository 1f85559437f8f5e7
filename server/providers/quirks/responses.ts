import { isFlagOn, readPath, type Source } from "../template.ts"
import type { TokenEndpoint, UserinfoEndpoint } from "../types.ts"

/** Returns whether a body is an error, by a row's `errorWhen`: a path that is set, `path=value`, or `path!=value`. */
export function isErrorResponse(body: Source, errorWhen: string): boolean {
  const [, path = "", operator, wanted] = /^([^!=]+)(?:(!?=)(.*))?$/.exec(errorWhen) ?? []
  const value = readPath(path, body)
  if (operator === undefined) return isFlagOn(value)
  return value !== undefined && (String(value) === wanted) === (operator === "=")
}

async function readBody(response: Response): Promise<Source | undefined> {
  try {
    const body: unknown = await response.clone().json()
    return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : undefined
  } catch {
    return undefined // not JSON, which the engine reports
  }
}

/** Renames the fields of a token response to those of RFC 6749, section 5.1. */
export function renameTokens(names: Readonly<Record<string, string>>): NonNullable<TokenEndpoint["transformResponse"]> {
  return async (response) => {
    const body = await readBody(response)
    if (body === undefined) return undefined
    const renamed = Object.entries(body).map(([name, value]) => [names[name] ?? name, value] as const)
    return Response.json(Object.fromEntries(renamed), { status: response.status })
  }
}

/** Changes an error with a success status to one with an error status, and removes the field that means "no error". */
export function rejectWhen(errorWhen: string): NonNullable<UserinfoEndpoint["transformResponse"]> {
  const root = /^\w+/.exec(errorWhen)?.[0]
  return async (response) => {
    const body = response.ok ? await readBody(response) : undefined
    if (body === undefined) return undefined
    if (isErrorResponse(body, errorWhen)) return Response.json({ error: "rejected" }, { status: 400 })
    if (errorWhen.includes("=") && !errorWhen.includes(".")) return undefined
    return Response.json(Object.fromEntries(Object.entries(body).filter(([name]) => name !== root)))
  }
}
