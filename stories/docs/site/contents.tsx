import { useEffect, useState } from "react"

interface Heading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

/** At most this many headings are listed with their subheadings. A longer page lists only its sections. */
const MOST = 24

/** The table of contents of the page, which follows the reader. */
export function Contents({ id }: { id: string }) {
  const [headings, setHeadings] = useState<readonly Heading[]>([])
  const [current, setCurrent] = useState("")
  useEffect(() => {
    const found = [...document.querySelectorAll<HTMLElement>(".docs :is(h2, h3)[id]")].filter(
      (heading) => !heading.closest(".sb-unstyled"),
    )
    const all = found.map((heading) => ({
      id: heading.id,
      text: heading.textContent,
      depth: heading.tagName === "H2" ? 2 : 3,
    }))
    setHeadings(all.length > MOST ? all.filter(({ depth }) => depth === 2) : all)
    const follow = () => {
      const above = found.filter((heading) => heading.getBoundingClientRect().top < 120)
      const { scrollHeight } = document.documentElement
      const isAtEnd = scrollY > 0 && innerHeight + scrollY >= scrollHeight - 2 // the last sections may never reach the top
      setCurrent((isAtEnd ? found.at(-1) : (above.at(-1) ?? found[0]))?.id ?? "")
    }
    follow()
    document.addEventListener("scroll", follow, { passive: true, capture: true })
    return () => document.removeEventListener("scroll", follow, { capture: true })
  }, [id])
  if (headings.length < 2) return null
  return (
    <nav className="site-toc" aria-label="On this page">
      <p>On this page</p>
      <ul>
        {headings.map(({ id: anchor, text, depth }) => (
          <li key={anchor} data-depth={depth}>
            <a
              href={`#${anchor}`}
              aria-current={anchor === current ? "location" : undefined}
              onClick={(event) => scrollTo(event, anchor)}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The page has a `<base>`, so a plain `#` link would load another page. */
function scrollTo(event: { preventDefault(): void }, anchor: string) {
  event.preventDefault()
  const heading = document.getElementById(anchor)
  heading?.scrollIntoView({ block: "start" })
  heading?.setAttribute("tabindex", "-1")
  heading?.focus({ preventScroll: true })
}
