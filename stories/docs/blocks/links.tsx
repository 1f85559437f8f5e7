import type { MouseEvent } from "react"
import { addons } from "storybook/preview-api"

/** Every page of the documentation: what its link says, and what about it. */
const PAGES = {
  "start-overview": ["Overview", "What Latchkit is, and a sign-in page in five minutes"],
  "start-react": ["React", "The session, a menu and a sign-in page of your own"],
  "start-solid": ["Solid", "The same components, as signals"],
  "start-svelte": ["Svelte", "The same components, with runes and snippets"],
  "start-express": ["Express", "Express 4 and 5"],
  "start-next": ["Next", "Next 16 and 15, both routers"],
  "start-sveltekit": ["SvelteKit", "Hooks, load functions and form actions"],
  "start-solidstart": ["SolidStart", "Server functions and actions"],
  "start-qwik": ["Qwik", "Loaders, actions and resumed pages"],
  "start-any-other-server": ["Any other server", "Hono, Workers, Bun, Deno: wherever there is a Request"],
  "guides-theming": ["Theming", "A live editor for every token"],
  "guides-providers": ["Providers", "176 identity providers, one import each"],
  "guides-passwords": ["Passwords", "A form of your own, over your own table"],
  "guides-sign-in-by-mail": ["Sign in by mail", "A link and a code"],
  "guides-passkeys": ["Passkeys", "Face, finger or PIN instead of a password"],
  "guides-beside-the-page": ["Beside the page", "A window for the provider, and a half-filled page stays"],
  "guides-your-database": ["Your database", "SQLite to Redis, and adapters of your own"],
  "guides-tanstack-query": ["TanStack Query", "The session in your own QueryClient"],
  "guides-coming-from-auth-js": ["Coming from Auth.js", "Nobody is signed out"],
  "guides-security": ["Security", "What is refused, and what is left to you"],
  "guides-testing": ["Testing", "Sessions, issuers, tabs and clocks for your tests"],
} as const

export type PageId = keyof typeof PAGES

/** Links to other pages, each with a sentence. */
export function Links({ to }: { to: readonly PageId[] }) {
  return (
    <ul className="docs-links sb-unstyled">
      {to.map((id) => (
        <li key={id}>
          <a href={`?path=/docs/${id}--docs`} target="_top" onClick={(event) => openPage(event, id)}>
            <strong>{PAGES[id][0]}</strong>
            <span>{PAGES[id][1]}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

// Within Storybook the page is a frame: its manager is asked, and a click that opens another tab stays a link
function openPage(event: MouseEvent, id: PageId) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || window.parent === window) return
  event.preventDefault()
  addons.getChannel().emit("selectStory", { storyId: `${id}--docs` })
}
