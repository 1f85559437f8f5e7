import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

import type { Theme } from "../../client/contract.ts"
import type { CaseName } from "../../components/case.fixture.ts"
import { renderCase } from "../../components/cases.fixture.ts"
import { cardScript, themeCss } from "../../components/html/index.ts"
import { stepScript } from "../../components/html/feature-scripts.generated.ts"
import { pageScript } from "../../components/html/pages.ts"
import type { SignInProvider } from "../../components/view/types.ts"
import { findCase } from "./app/case.ts"
import { BUILT, FRAMEWORKS, type Framework } from "./frameworks.ts"

const here = import.meta.dirname
const captcha = join(here, "../../stories/docs/examples/bot-protection/proof-of-work.js")
const pictures = join(here, "../../stories/.storybook/public")

/** The components whose pages load the script of steps. */
const STEPS: ReadonlySet<string> = new Set<CaseName>([
  "Confirm",
  "EnrollTotp",
  "ForgotPassword",
  "RecoveryCodes",
  "SecondFactor",
  "SignUp",
  "VerifyRequest",
])

/**
 * Marks the page when the behavior of its first card listens, which a separate script may add after the page has loaded.
 * Frameworks listen at the root.
 */
const MARK = `const { addEventListener } = EventTarget.prototype
EventTarget.prototype.addEventListener = function (type, listener, options) {
  addEventListener.call(this, type, listener, options)
  const isCard = this instanceof HTMLElement && this.id !== "root"
  // A sign-in card that isn't used yet holds clicks, and listens for the focus
  if (isCard && ((type === "click" && !options?.capture) || type === "focusin")) document.documentElement.dataset.listens = ""
}`

interface Rendering {
  render(name: string): string
  head?(): string
}

/** A page for each case and rendering: `/react/<case>`. `?ssr` renders it on the server, `?plain` without scripts. */
export interface Gallery {
  origin: string
  /** The pages' requests to Latchkit, and the responses to send instead of 404. */
  requests: string[]
  answers: Map<string, (body: string) => Response | Promise<Response>>
  close(): Promise<void>
}

function loadRendering(framework: Framework): Promise<Rendering> {
  const entry = join(BUILT, framework, "server/entry.js")
  if (!existsSync(entry)) throw new Error("Build the gallery first: node e2e/components/build.ts")
  return import(pathToFileURL(entry).href)
}

function renderTheme(name: string): string {
  const { theme, providers } = findCase(name).props as { theme?: Theme; providers?: SignInProvider[] } // the props of the case's component
  return themeCss(theme, providers)
}

/** Serves the built pages on a free port on localhost. */
export async function startGallery(): Promise<Gallery> {
  const renderings = new Map<string, Rendering>()
  for (const framework of FRAMEWORKS) renderings.set(framework, await loadRendering(framework))
  const requests: string[] = []
  const answers: Gallery["answers"] = new Map()

  function page(framework: string, name: string, query: URLSearchParams): string {
    const rendering = renderings.get(framework)
    const [lang, dir] = [query.get("lang") ?? "en", query.get("dir") ?? "ltr"]
    const card =
      framework === "html"
        ? renderCase(
            findCase(name),
            query.has("scripted") ? { scripted: true, hasPasskeys: true } : { scripted: false },
          )
        : ""
    const server = query.has("ssr") || query.has("plain")
    const [open, close] = findCase(name).props["page"]
      ? [`<body><div id="root">`, "</div>"]
      : [`<body class="auth-page"><main class="auth-main" id="root">`, "</main>"]
    const own = name.endsWith("+popup") ? "/card.js" : "/page.js"
    const scripts =
      framework === "html"
        ? [own, ...(STEPS.has(findCase(name).component) ? ["/step.js"] : [])]
        : [`/${framework}/entry.js`]
    return `<!doctype html><html lang="${lang}" dir="${dir}" data-case="${name}"><head><meta charset="utf-8"><title>${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><script>${MARK}</script>
<link rel="stylesheet" href="/auth.css">${framework === "html" ? `<style>${renderTheme(name)}</style>` : ""}<link rel="icon" href="data:,">${rendering?.head?.() ?? ""}</head>
${open}${card}${server ? (rendering?.render(name) ?? "") : ""}${close}
<script>window.first = document.querySelector("#root :not(link)")</script>
${query.has("plain") ? "" : [...scripts, ...(name.endsWith("+captcha") ? ["/proof-of-work.js"] : [])].map((script) => `<script type="module" src="${script}"></script>`).join("")}</body></html>`
  }

  async function answer(url: URL, method: string, body: string): Promise<Response> {
    const [, framework = "", name = "", ...rest] = url.pathname.split("/")
    const text = (content: string, type: string) =>
      new Response(content, {
        headers: { "content-type": type, ...(type !== "text/html" && { "cache-control": "max-age=3600" }) },
      })
    if (url.pathname === "/auth.css")
      return text(await readFile(join(here, "../../components/auth.css"), "utf8"), "text/css")
    if (url.pathname.endsWith(".svg"))
      return text(await readFile(join(pictures, url.pathname), "utf8"), "image/svg+xml")
    if (url.pathname === "/proof-of-work.js") return text(await readFile(captcha, "utf8"), "text/javascript")
    if (url.pathname === "/page.js") return text(pageScript, "text/javascript")
    if (url.pathname === "/step.js") return text(stepScript, "text/javascript")
    if (url.pathname === "/card.js") return text(cardScript, "text/javascript")
    const [, file = ""] = /^\/\w+\/((?:assets\/)?[\w.-]+\.js)$/.exec(url.pathname) ?? []
    if (file) return text(await readFile(join(BUILT, framework, "client", file), "utf8"), "text/javascript")
    // In development, a page whose session request fails asks below its own path
    if (rest.length === 0 && (framework === "html" || renderings.has(framework)))
      return text(page(framework, name, url.searchParams), "text/html")
    requests.push(`${method} ${url.pathname}`)
    const given = answers.get(`${method} ${url.pathname}`)
    return given ? given(body) : new Response("{}", { status: 404, headers: { "content-type": "application/json" } })
  }

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const body = Buffer.concat(chunks).toString()
      const response = await answer(new URL(incoming.url ?? "/", "http://localhost"), incoming.method ?? "GET", body)
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  }
}
