import type { Messages } from "../../components/view/messages/types.ts"
import { withoutPageVariables } from "../../components/view/theme.ts"
import type { Settings } from "../config/settings.ts"
import { sha256 } from "../crypto/hash.ts"
import type { AuthRequest } from "../http/auth-request.ts"
import { messagesFor } from "../http/language.ts"
import type { Outcome } from "../http/outcome.ts"
import { memoize } from "../crypto/memory.ts"

type Html = typeof import("../../components/html/index.ts")

/** What every page is made from. */
export interface PageProps {
  lang: string
  dir: "ltr" | "rtl"
  messages: Messages
  theme: Settings["theme"]
  siteName: string | undefined
  basePath: string
  assets: {
    stylesheet: string
    script: string
    passkeyScript?: string | undefined
    popupScript?: string | undefined
    themeStylesheet?: string | undefined
  }
}

/** A file that the pages link to. */
export interface Asset {
  type: string
  body: string
}

/** What the pages of one configuration have in common. */
interface Assets {
  html: Html
  /** File names, which change with the content. */
  names: {
    stylesheet: string
    script: string
    passkeyScript: string
    popupScript: string
    themeStylesheet: string | undefined
  }
  files: ReadonlyMap<string, Asset>
  /** Origins of the logos that the host configured. */
  images: string[]
}

/** Loads the kit's HTML rendering: a service that shows no page never does. */
export function loadHtml(): Promise<Html> {
  return import("../../components/html/index.ts")
}

/** The asset of that name, undefined where there is none. */
export async function findAsset(name: string, settings: Settings): Promise<Asset | undefined> {
  return (await assetsFor(settings)).files.get(name)
}

type RenderPage = (html: Html, serviceOptions: PageProps) => string

/** A page as an outcome: `print` makes its document. */
export async function renderPage(
  authRequest: AuthRequest,
  print: RenderPage,
  { status = 200, cookies = [] }: Pick<Outcome & { kind: "page" }, "status" | "cookies"> = {},
): Promise<Outcome> {
  const { html, names, images } = await assetsFor(authRequest.settings)
  const { settings, site } = authRequest
  const at = (name: string) => `${site.basePath}/assets/${name}`
  const messages = await messagesFor(authRequest)
  const serviceOptions: PageProps = {
    ...messages.language,
    messages,
    theme: settings.theme,
    siteName: settings.siteName,
    basePath: site.basePath,
    assets: {
      stylesheet: at(names.stylesheet),
      script: at(names.script),
      passkeyScript: authRequest.action === "signin" ? at(names.passkeyScript) : undefined,
      popupScript: authRequest.action === "popup" ? at(names.popupScript) : undefined,
      themeStylesheet: names.themeStylesheet && at(names.themeStylesheet),
    },
  }
  return { kind: "page", status, html: print(html, serviceOptions), cookies, images }
}

/** The error page of a service that cannot say more than that it is not configured; it leads nowhere. */
export function plainErrorPage(authRequest: AuthRequest): Promise<Outcome> {
  const print: RenderPage = (html, serviceOptions) =>
    html.errorPage({ ...serviceOptions, basePath: undefined, error: "Configuration" })
  return renderPage(authRequest, print, { status: 500 })
}

const assetsFor = memoize(makeAssets)

async function makeAssets(settings: Settings): Promise<Assets> {
  const html = await loadHtml()
  const { stylesheet, pageScript, passkeyScript, popupScript, themeCss } = html
  const themed = themeCss(withoutPageVariables(settings.theme), settings.providers.values())
  const files = new Map<string, Asset>()
  const add = async (stem: string, extension: "css" | "js", body: string) => {
    const name = `${stem}.${(await sha256(body)).slice(0, 12)}.${extension}`
    files.set(name, { type: `text/${extension === "js" ? "javascript" : "css"}; charset=utf-8`, body })
    return name
  }
  const names = {
    stylesheet: await add("auth", "css", stylesheet),
    script: await add("auth", "js", pageScript),
    passkeyScript: await add("passkey", "js", passkeyScript),
    popupScript: await add("popup", "js", popupScript),
    themeStylesheet: themed === "" ? undefined : await add("theme", "css", themed),
  }
  return { html, names, files, images: imageOrigins(settings) }
}

// The policy lets pages show the logos that the host configured, and no other image from elsewhere
function imageOrigins({ theme, providers }: Settings): string[] {
  const logos = [
    theme.logo,
    ...[...providers.values()].map((provider) => ("style" in provider ? logoUrl(provider.style) : undefined)),
  ]
  const origins = logos.map((logo) => (logo?.startsWith("https:") ? URL.parse(logo)?.origin : undefined))
  return [...new Set(origins.filter((origin) => origin !== undefined))]
}

function logoUrl(style: unknown): string | undefined {
  const logo: unknown = typeof style === "object" && style !== null ? Reflect.get(style, "logo") : undefined
  return typeof logo === "string" ? logo : undefined
}
