import { request as send } from "node:http"
import type { BrowserContext } from "@playwright/test"

import { KATHERINE } from "./user.ts"

export interface Answer {
  status: number
  /** Each `Set-Cookie` header, unchanged. */
  cookies: string[]
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** A request. A list of values is sent as several headers. */
export interface Sent {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string
}

/** Sends a request unchanged. Other clients would normalize its path, host or headers. */
export function ask(origin: string, path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Answer> {
  const { hostname, port, host } = new URL(origin)
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, path, method, headers: { host, ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on("data", (chunk: Buffer) => chunks.push(chunk))
      answer.on("error", reject)
      answer.on("end", () => {
        const cookies = answer.headers["set-cookie"] ?? []
        const text = Buffer.concat(chunks).toString()
        resolve({ status: answer.statusCode ?? 0, cookies, headers: answer.headers, text })
      })
    })
    request.on("error", reject)
    request.end(body)
  })
}

/** Encodes a form as the browser does. */
export function form(fields: Record<string, string>, headers: Record<string, string> = {}): Sent {
  return {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  }
}

/** Returns the Cookie header that the browser would send. */
export async function readCookies(context: BrowserContext, origin: string): Promise<string> {
  return (await context.cookies(origin)).map(({ name, value }) => `${name}=${value}`).join("; ")
}

/** Signs in by password. Returns the Cookie header and the CSRF token. */
export async function enter(service: string, { email = KATHERINE.email, password = KATHERINE.password } = {}) {
  const { origin, pathname } = new URL(service)
  const jar = new Map<string, string>()
  const keep = ({ cookies }: Answer) => {
    for (const line of cookies)
      jar.set(line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1).split(";")[0] ?? "")
  }
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
  const csrf = async () => {
    const fresh = await ask(origin, `${pathname}/csrf`, { headers: { cookie: cookie() } })
    keep(fresh)
    return (JSON.parse(fresh.text) as { csrfToken: string }).csrfToken // the endpoint's response
  }
  const fields = { csrfToken: await csrf(), email, password, callbackUrl: "/" }
  const entered = await ask(origin, `${pathname}/callback/credentials`, form(fields, { cookie: cookie(), origin }))
  if (entered.status !== 302) throw new Error(`The sign-in responded with ${entered.status}: ${entered.text}`)
  keep(entered)
  return { csrfToken: await csrf(), cookie: cookie() }
}
