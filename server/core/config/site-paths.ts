import type { Session } from "../../../client/contract.ts"
import { toSitePath, type SitePolicy } from "./site.ts"
import type { CoreConfig } from "./types.ts"

type Paths = Pick<CoreConfig<Session>, "pages" | "steps" | "footerLinks" | "emails" | "theme">

/** Returns the options that name paths of the app, as users see the paths. */
export function withSitePaths({ pages, steps, footerLinks, emails, theme }: Paths, site: SitePolicy): Paths {
  if (site.path === "") return { pages, steps, footerLinks, emails, theme }
  const below = <T>(value: T): T => mapTexts(value, (text) => toSitePath(site, text)) as T // a text stays a text
  return {
    pages: below(pages),
    steps: steps?.map((step) => ({ ...step, url: below(step.url) })),
    footerLinks: below(footerLinks),
    emails: emails && { ...emails, logo: below(emails.logo) },
    theme: theme && { ...theme, logo: below(theme.logo), image: below(theme.image), favicon: below(theme.favicon) },
  }
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, map)]))
}
