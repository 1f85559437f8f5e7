import { NAV, VERSION } from "virtual:docs-nav"
import { useEffect, useState, type PropsWithChildren } from "react"
import { openPage, pageUrl, type PageId } from "../blocks/links.tsx"
import { navGroups, type NavPage } from "./groups.ts"
import { SOURCES } from "./llms.ts"
import { Search } from "./search.tsx"
import { Contents } from "./contents.tsx"
import { GitHubIcon, KeyIcon, MoonIcon, SunIcon } from "./icons.tsx"
import "./site.css"
import "./search.css"

const GROUPS = navGroups(NAV)
const ORDER = GROUPS.flatMap(({ pages }) => pages)

const TOP: readonly (readonly [title: string, id: string])[] = [
  ["Docs", "start-overview"],
  ["Components", "reference-components"],
  ["Reference", "api-options"],
  ["Theme editor", "guides-theming"],
]

interface ChromeProps {
  /** The page's id in Storybook. */
  id: string
  scheme: "light" | "dark"
  onScheme: (scheme: "light" | "dark") => void
}

/** Everything around a page: the header with the search, the sidebar, the contents, and the next page. */
export function Chrome({ id, scheme, onScheme, children }: PropsWithChildren<ChromeProps>) {
  const page = NAV.find((one) => one.id === id)
  return (
    <div className="site" data-scheme={scheme}>
      <a className="site-skip" href="#content">
        Skip to the content
      </a>
      <header className="site-header sb-unstyled">
        <PageAnchor id="start-overview" className="site-brand" label={`Latchkit ${VERSION}`}>
          <KeyIcon />
          <b>Latchkit</b> <span className="site-version">{VERSION}</span>
        </PageAnchor>
        <Search />
        <nav className="site-top" aria-label="Sections">
          {TOP.map(([title, to]) => (
            <PageAnchor key={to} id={to} current={to === id}>
              {title}
            </PageAnchor>
          ))}
          <a href="./?path=/story/components-sign-in--card" target="_top">
            Stories
          </a>
        </nav>
        <a className="site-icon" href="https://github.com/latchkit/latchkit" target="_top" aria-label="GitHub">
          <GitHubIcon />
        </a>
        <button
          type="button"
          className="site-icon"
          aria-label={scheme === "dark" ? "Use light colors" : "Use dark colors"}
          onClick={() => onScheme(scheme === "dark" ? "light" : "dark")}
        >
          {scheme === "dark" ? <SunIcon /> : <MoonIcon />}
        </button>
      </header>
      <Sidebar id={id} />
      <main className="site-main" id="content">
        <div className="docs" data-scheme={scheme}>
          {children}
        </div>
        {page && <Pager page={page} />}
      </main>
      <aside className="site-aside sb-unstyled">
        <Contents id={id} />
        {page && (
          <a className="site-edit" href={`${SOURCES}${page.file}`} target="_top">
            Edit this page
          </a>
        )}
      </aside>
    </div>
  )
}

/** The pages by group. On a phone they are behind a button. */
function Sidebar({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    setOpen(false)
    const [side, link] = [
      document.querySelector(".site-side"),
      document.querySelector<HTMLElement>(".site-nav [aria-current=page]"),
    ]
    if (side && link) side.scrollTop = link.offsetTop - side.clientHeight / 2
  }, [id])
  return (
    <div className="site-side sb-unstyled" data-open={open}>
      <button type="button" className="site-menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        Pages
      </button>
      <nav className="site-nav" aria-label="Pages">
        {GROUPS.map(({ title, pages }) => (
          <section key={title} aria-label={title}>
            <p>{title}</p>
            <ul>
              {pages.map((page) => (
                <li key={page.id}>
                  <PageAnchor id={page.id} current={page.id === id}>
                    {page.title}
                  </PageAnchor>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  )
}

/** Links to the pages before and after this one. */
function Pager({ page }: { page: NavPage }) {
  const at = ORDER.indexOf(page)
  const [previous, next] = [ORDER[at - 1], ORDER[at + 1]]
  return (
    <nav className="site-pager sb-unstyled" aria-label="Previous and next page">
      {previous && (
        <PageAnchor id={previous.id}>
          <span>Previous</span>
          <b>{previous.title}</b>
        </PageAnchor>
      )}
      {next && (
        <PageAnchor id={next.id} className="site-next">
          <span>Next</span>
          <b>{next.title}</b>
        </PageAnchor>
      )}
    </nav>
  )
}

interface PageAnchorProps {
  id: string
  current?: boolean
  className?: string
  /** The link's name, if its text may be hidden. */
  label?: string
}

/** A link to another page, through Storybook's manager. */
function PageAnchor({ id, current = false, className, label, children }: PropsWithChildren<PageAnchorProps>) {
  const target = id as PageId // the list of pages comes from the same files
  return (
    <a
      href={pageUrl(target)}
      target="_top"
      className={className}
      aria-label={label}
      aria-current={current ? "page" : undefined}
      onClick={(event) => openPage(event, target)}
    >
      {children}
    </a>
  )
}
