import type * as FeatureScripts from "../../../components/html/feature-scripts.generated.ts"
import type { Translation } from "../../../components/view/messages/types.ts"
import type { PageAssets } from "../../../components/html/document.ts"
import type { HtmlSlots } from "../../../components/html/render.ts"
import { firstLetter, imagePair, safeImage, type Scheme } from "../../../components/theme/theme.ts"
import type { LinkLine, MarkLookup } from "../../../components/view/types.ts"
import { footerLinksIn } from "./footer-links.ts"
import { lastProblem } from "../config/warn-once.ts"
import type { ConfiguredFeature, Settings } from "../config/settings.ts"
import { sha256 } from "../crypto/bytes.ts"
import type { AuthRequest, RequestContext } from "../request/auth-request.ts"
import { messagesFor } from "../request/language.ts"
import type { Outcome } from "../request/outcome.ts"
import { markLookup } from "./sign-in-props.ts"
import { memoize } from "../crypto/memory.ts"
import { pageColors, themeStyles, type PageTheme } from "./theme.ts"

/** Loads Latchkit's HTML rendering, which is only needed if a page is shown. */
const loadHtml = () => import("../../../components/html/pages.ts")

export type Html = Awaited<ReturnType<typeof loadHtml>>

/** The props that every page has. */
export interface PageProps {
  lang: string
  dir: "ltr" | "rtl"
  messages: Translation
  theme: Settings["theme"]
  siteName: string | undefined
  /** The letter that stands for the site without a logo. */
  letter: string | undefined
  basePath: string
  /** The app's links at the end of the page. */
  footerLinks: readonly LinkLine[]
  assets: PageAssets
  /** Returns the logo of a provider. */
  marks: MarkLookup
  /** The app's captcha. */
  slots?: HtmlSlots | undefined
}

/** The part of a feature that the built-in pages read. */
export interface PageFeature extends ConfiguredFeature {
  /** Loads the scripts of its pages. */
  readonly pageScripts?: () => Promise<typeof FeatureScripts>
  readonly pageTheme?: PageTheme
}

/** A file that the pages link to. */
export interface Asset {
  type: string
  body: string
}

/** The assets that all pages of one configuration share. */
interface Assets {
  html: Html
  /** File names, which contain a hash of the content. */
  names: {
    stylesheet: string
    script: string
    fieldsScript: string
    stepScript: string | undefined
    popupScript: string
    passkeyScript: string | undefined
    accountScript: string | undefined
    fedcmScript: string | undefined
    themeStylesheet: string | undefined
  }
  files: ReadonlyMap<string, Asset>
  marks: MarkLookup
  /** Origins of the images in the configuration. */
  images: string[]
  /** Origins of the FedCM files of providers. Browsers request them only if the page's policy allows it. */
  connects: string[]
  icon: string | undefined
  /** The color of the page on a phone, in light and dark. */
  colors: Record<Scheme, string>
}

/** Returns the asset with that name, or `undefined` if there is none. */
export async function findAsset(name: string, settings: Settings): Promise<Asset | undefined> {
  return (await assetsFor(settings)).files.get(name)
}

/** Pages where a user signs in, signs out or deletes their account. */
const FEDCM_PAGES: ReadonlySet<AuthRequest["action"]> = new Set(["signin", "signout", "account"])

const STEP_PAGES: ReadonlySet<AuthRequest["action"]> = new Set([
  "change-email",
  "change-password",
  "confirm",
  "forgot-password",
  "reset-password",
  "sign-up",
  "step",
  "two-step",
  "verify-request",
])

/** The pages with a form that `beforeAttempt` checks. */
const CAPTCHA_PAGES: ReadonlySet<AuthRequest["action"]> = new Set(["signin", "sign-up", "forgot-password"])

/** Returns the content of `beforeSubmit`: the app's captcha, in the forms that `beforeAttempt` checks. */
function captchaSlots(settings: Settings): HtmlSlots {
  const forms = new Set(["sign-up", "forgot-password", settings.passwords?.provider.id])
  return { beforeSubmit: (form) => (forms.has(form) ? (settings.captcha?.html ?? "") : "") }
}

/** Returns the document of a page. The pages of features are in `components/html/feature-pages.ts`. */
type RenderPage = (page: PageProps, html: Html) => string

/** Renders a page as an outcome. `render` returns its document. */
export async function renderPage(
  authRequest: RequestContext & Pick<AuthRequest, "action">,
  render: RenderPage,
  { status = 200, cookies = [] }: Pick<Outcome & { kind: "page" }, "status" | "cookies"> = {},
): Promise<Outcome & { kind: "page" }> {
  const { html, names, marks, images, connects, icon, colors } = await assetsFor(authRequest.settings)
  const { settings, site } = authRequest
  const at = (name: string) => `${site.basePath}/assets/${name}`
  const linked = (name: string | undefined, isUsed: boolean) => (isUsed && name !== undefined ? at(name) : undefined)
  const messages = await messagesFor(authRequest)
  const captcha = CAPTCHA_PAGES.has(authRequest.action) ? settings.captcha : undefined
  const page: PageProps = {
    ...messages.language,
    messages,
    theme: settings.theme,
    siteName: settings.siteName,
    letter: firstLetter(settings.siteName ?? new URL(site.origin).host), // as in emails
    basePath: site.basePath,
    footerLinks: footerLinksIn(settings.footerLinks ?? {}, messages),
    assets: {
      stylesheet: at(names.stylesheet),
      script: at(names.script),
      fieldsScript: at(names.fieldsScript),
      passkeyScript: linked(names.passkeyScript, authRequest.action === "signin"),
      stepScript: linked(names.stepScript, STEP_PAGES.has(authRequest.action)),
      accountScript: linked(names.accountScript, authRequest.action === "account"),
      fedcmScript: linked(names.fedcmScript, connects.length > 0 && FEDCM_PAGES.has(authRequest.action)),
      popupScript: linked(names.popupScript, authRequest.action === "popup"),
      captchaScript: captcha?.script,
      themeStylesheet: linked(names.themeStylesheet, true),
      icon,
      colors,
    },
    marks,
    slots: captcha && captchaSlots(settings),
  }
  return { kind: "page", status, html: render(page, html), cookies, images, ...(connects.length > 0 && { connects }) }
}

/**
 * Renders the error page for an invalid configuration. It has no links, because every other page shows the same error.
 */
export function plainErrorPage(authRequest: AuthRequest): Promise<Outcome> {
  const shown = {
    basePath: undefined,
    footerLinks: [],
    error: "Configuration",
    detail: lastProblem(authRequest.settings),
  }
  const render: RenderPage = (page, html) => html.errorPage({ ...page, ...shown })
  return renderPage(authRequest, render, { status: 500 })
}

const assetsFor = memoize(makeAssets)

/** Lets the built-in pages fade into each other, and keeps phones from enlarging their text. */
const PAGE_RULES =
  "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}html{-webkit-text-size-adjust:100%}"

/** The app's links at the end of a page. They fit below the card without a scroll bar. */
const FOOTER_RULES =
  "@layer latchkit{.auth-footer{display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:0 24px;" +
  "box-sizing:border-box;min-block-size:64px;padding:8px 16px;font:400 13px/1.5 var(--a-font)}" +
  ".auth-footer a{color:var(--a-ink-soft);padding-block:6px;text-decoration:none}" +
  ".auth-footer a:hover{text-decoration:underline}.auth-main:has(+.auth-footer){min-block-size:calc(100dvh - 64px)}}"

async function makeAssets(settings: Settings): Promise<Assets> {
  const html = await loadHtml()
  const { stylesheet, pageScript, fieldsScript, popupScript } = html
  const features: readonly PageFeature[] = settings.features
  const featureScripts = await features.find(({ pageScripts }) => pageScripts)?.pageScripts?.()
  const { theme } = settings
  const themed = await themeStyles(settings, "builtInPage")
  const files = new Map<string, Asset>()
  const add = async (stem: string, extension: "css" | "js", body: string) => {
    const name = `${stem}.${(await sha256(body)).slice(0, 12)}.${extension}`
    files.set(name, { type: `text/${extension === "js" ? "javascript" : "css"}; charset=utf-8`, body })
    return name
  }
  const names = {
    stylesheet: await add("auth", "css", `${stylesheet}${PAGE_RULES}${settings.footerLinks ? FOOTER_RULES : ""}`),
    script: await add("auth", "js", pageScript),
    fieldsScript: await add("fields", "js", fieldsScript),
    stepScript: featureScripts && (await add("step", "js", featureScripts.stepScript)),
    popupScript: await add("popup", "js", popupScript),
    passkeyScript: featureScripts && (await add("passkey", "js", featureScripts.passkeyScript)),
    accountScript: featureScripts && (await add("account", "js", featureScripts.accountScript)),
    fedcmScript: featureScripts && (await add("fedcm", "js", featureScripts.fedcmScript)),
    themeStylesheet: themed === "" ? undefined : await add("theme", "css", themed),
  }
  return {
    html,
    names,
    files,
    marks: await markLookup(settings),
    images: imageOrigins(settings),
    connects: connectOrigins(settings),
    icon: safeImage(theme.favicon) ?? imagePair(theme.logo)?.light,
    colors: await pageColors(settings),
  }
}

// The Content Security Policy allows the images of the configuration, and no other external images
function imageOrigins({ theme, providers }: Settings): string[] {
  const logos = [
    ...[theme.logo, theme.image].flatMap((image) => Object.values(imagePair(image) ?? {})),
    theme.favicon,
    ...[...providers.values()].map((provider) => ("style" in provider ? logoUrl(provider.style) : undefined)),
  ]
  return toOrigins(logos.filter((logo) => logo?.startsWith("https:")))
}

function connectOrigins({ providers }: Settings): string[] {
  return toOrigins([...providers.values()].map((one) => (one.type === "oidc" ? one.fedcm?.configURL : undefined)))
}

function toOrigins(urls: readonly (string | undefined)[]): string[] {
  return urls.map((url) => URL.parse(url ?? "")?.origin ?? "").filter((origin) => origin !== "")
}

function logoUrl(style: unknown): string | undefined {
  const logo: unknown = typeof style === "object" && style !== null ? Reflect.get(style, "logo") : undefined
  return typeof logo === "string" ? logo : undefined
}
