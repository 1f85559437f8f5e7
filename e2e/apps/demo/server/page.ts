import { readFile } from "node:fs/promises"

import type { NightbookSession } from "./auth.ts"

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ")

const document = readFile(new URL("../dist/index.html", import.meta.url), "utf8")

interface PageContent {
  title: string
  session: NightbookSession | null
  /** Read by the page with `pageData`. */
  data?: unknown
  status?: number
}

/** Renders the built page with the session in it, so that the browser doesn't request it. */
export async function pageFor({ title, session, data, status = 200 }: PageContent): Promise<Response> {
  const html = (await document)
    .replace("<title>Nightbook</title>", () => `<title>${title}</title>`)
    .replace(/(<script id="session"[^>]*>)/, (start) => start + inScript(session))
    .replace(/(<script id="page"[^>]*>)/, (start) => start + (data === undefined ? "" : inScript(data)))
    .replace("<!--plain-->", () => withoutScript(session))
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "private, no-store",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  })
}

/** Returns JSON that can't end the script element around it. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c")
}

function withoutScript(session: NightbookSession | null): string {
  const name = session?.user?.name?.replace(/[^\p{L}\p{N} .'-]/gu, "") ?? "nobody"
  const [path, word] = session ? ["/auth/signout", "Sign out"] : ["/auth/signin", "Sign in"]
  return `<main class="plain"><h1>Nightbook</h1><p>${session ? `Signed in as ${name}.` : "You are signed out."}</p><p><a class="button" href="${path}">${word}</a></p></main>`
}
