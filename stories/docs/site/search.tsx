import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react"
import { goToPage, type PageId } from "../blocks/links.tsx"
import { SearchIcon } from "./icons.tsx"
import { searchDocs, type SearchEntry, type SearchHit } from "./search-index.ts"

/** The search over all pages: a button in the header, and a dialog. Ctrl K, ⌘ K or / opens it. */
export function Search() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState("")
  const [sections, setSections] = useState<readonly SearchEntry[]>([])
  const [chosen, setChosen] = useState(0)
  const list = useId()
  const open = () => {
    dialog.current?.showModal()
    // The index is a script of its own, loaded for the first search
    void import("virtual:docs-search").then(({ SECTIONS }) => setSections(SECTIONS))
  }
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]")
      const isShortcut = (event.key === "k" && (event.metaKey || event.ctrlKey)) || (event.key === "/" && !typing)
      if (!isShortcut) return
      event.preventDefault()
      event.stopPropagation()
      open()
    }
    document.addEventListener("keydown", listen, { capture: true }) // before Storybook's own shortcuts
    return () => document.removeEventListener("keydown", listen, { capture: true })
  }, [])
  const hits = searchDocs(sections, query)
  const go = (hit: SearchHit | undefined) => {
    if (!hit) return
    dialog.current?.close()
    goToPage(hit.id as PageId, hit.anchor) // the index comes from the same files
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setChosen((chosen + step + hits.length) % Math.max(1, hits.length))
    } else if (event.key === "Enter") {
      event.preventDefault()
      go(hits[chosen])
    }
  }
  return (
    <div className="site-search">
      <button type="button" onClick={open}>
        <SearchIcon />
        <span>Search the docs</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <dialog
        ref={dialog}
        aria-label="Search"
        onClick={(event) => event.target === dialog.current && dialog.current.close()}
      >
        <div className="site-search-box">
          <input
            type="search"
            role="combobox"
            aria-label="Search the docs"
            aria-expanded={hits.length > 0}
            aria-controls={list}
            aria-activedescendant={hits.length > 0 ? `${list}-${chosen}` : undefined}
            aria-autocomplete="list"
            placeholder="Search the docs"
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={({ target }) => {
              setQuery(target.value)
              setChosen(0)
            }}
            onKeyDown={press}
          />
          <ul id={list} role="listbox" aria-label="Results">
            {hits.map((hit, at) => (
              <Hit
                key={`${hit.id}#${hit.anchor}`}
                hit={hit}
                id={`${list}-${at}`}
                isChosen={at === chosen}
                onChoose={() => go(hit)}
              />
            ))}
          </ul>
          <p role="status">{statusText(query, hits.length)}</p>
        </div>
      </dialog>
    </div>
  )
}

const statusText = (query: string, hits: number): string =>
  query.trim() === ""
    ? "Type to search all pages"
    : hits === 0
      ? `Nothing found for “${query}”`
      : `${hits} ${hits === 1 ? "result" : "results"}`

interface HitProps {
  hit: SearchHit
  id: string
  isChosen: boolean
  onChoose: () => void
}

function Hit({ hit, id, isChosen, onChoose }: HitProps) {
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) place.current?.scrollIntoView({ block: "nearest" })
  }, [isChosen])
  return (
    <li ref={place} id={id} role="option" aria-selected={isChosen} onClick={onChoose}>
      <strong>{hit.heading ? `${hit.page} › ${hit.heading}` : hit.page}</strong>
      <span>{hit.excerpt}</span>
    </li>
  )
}
