import { request as send } from "node:http"
import type { BrowserContext } from "@playwright/test"

import { KATHERINE } from "./visitor.ts"

export interface Answer {
  status: number
  /** Each `Set-Cookie` header as it came. */
  cookies: string[]
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** A request; a header that is a list is sent as several. */
export interface Sent {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string
}

/** Sends a request as it is written: no client tidies up its path, its host or its headers. */
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

/** A form as the browser writes it. */
export function form(fields: Record<string, string>, headers: Record<string, string> = {}): Sent {
  return {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  }
}

/** What the browser would send as its Cookie header. */
export async function cookieOf(context: BrowserContext, origin: string): Promise<string> {
  return (await context.cookies(origin)).map(({ name, value }) => `${name}=${value}`).join("; ")
}

/** The cookies of a visitor who has signed in by password, as a Cookie header, and the token of their forms. */
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
    return (JSON.parse(fresh.text) as { csrfToken: string }).csrfToken // what the wire says
  }
  const fields = { csrfToken: await csrf(), email, password, callbackUrl: "/" }
  const entered = await ask(origin, `${pathname}/callback/credentials`, form(fields, { cookie: cookie(), origin }))
  if (entered.status !== 302) throw new Error(`The sign-in was answered with ${entered.status}: ${entered.text}`)
  keep(entered)
  return { csrfToken: await csrf(), cookie: cookie() }
}
