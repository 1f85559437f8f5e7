import { readFile } from "node:fs/promises"

import type { NightbookSession } from "./auth.ts"
import { BRANDS, type Brand } from "./brands.ts"

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
  brand: Brand
  session: NightbookSession | null
  /** Read by the page with `pageData`. */
  data?: unknown
  status?: number
  /** The origin of a provider whose FedCM file the page may request. */
  fedcm?: string | undefined
}

/** Renders the built page with the session in it, so that the browser doesn't request it. */
export async function pageFor({
  title,
  brand,
  session,
  data,
  status = 200,
  fedcm = "",
}: PageContent): Promise<Response> {
  const html = (await document)
    .replace(
      '<html lang="en">',
      `<html lang="en" data-scheme="${brand.theme.colorScheme ?? "auto"}" data-layout="${brand.theme.layout ?? "card"}">`,
    )
    .replace("<title>Nightbook</title>", () => `<title>${title.replace("Nightbook", brand.name)}</title>`)
    .replace("<!--theme-->", `<link rel="stylesheet" href="/auth/theme.css?brand=${brand.id}">`)
    .replace(/(<script id="brand"[^>]*>)/, (start) => start + inScript(brandData(brand)))
    .replace(/(<script id="session"[^>]*>)/, (start) => start + inScript(session))
    .replace(/(<script id="page"[^>]*>)/, (start) => start + (data === undefined ? "" : inScript(data)))
    .replace("<!--plain-->", () => withoutScript(session, brand))
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY.replace("connect-src 'self'", `connect-src 'self' ${fedcm}`),
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

function brandData({ id, name, logo }: Brand) {
  return { id, name, logo, all: BRANDS.map((brand) => ({ id: brand.id, name: brand.name, color: brand.color })) }
}

function withoutScript(session: NightbookSession | null, brand: Brand): string {
  const name = session?.user?.name?.replace(/[^\p{L}\p{N} .'-]/gu, "") ?? "nobody"
  const [path, word] = session ? ["/auth/signout", "Sign out"] : ["/auth/signin", "Sign in"]
  return `<main class="plain"><h1>${brand.name}</h1><p>${session ? `Signed in as ${name}.` : "You are signed out."}</p><p><a class="button" href="${path}">${word}</a></p></main>`
}
