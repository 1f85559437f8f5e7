import type { MouseEvent } from "react"
import { addons } from "storybook/preview-api"

/** The title and a short description of every page. */
const PAGES = {
  "start-overview": ["Overview", "What Latchkit is, and how to add it to your app"],
  "start-react": ["React", "The session, a menu and a sign-in page of your own"],
  "start-solid": ["Solid", "The same components, as signals"],
  "start-svelte": ["Svelte", "The same components, with runes and snippets"],
  "start-express": ["Express", "Express 4 and 5"],
  "start-next": ["Next", "Next 16 and 15, both routers"],
  "start-sveltekit": ["SvelteKit", "Hooks, load functions and form actions"],
  "start-solidstart": ["SolidStart", "Server functions and actions"],
  "start-qwik": ["Qwik", "Loaders, actions and resumed pages"],
  "start-astro": ["Astro", "An endpoint, a guard and islands"],
  "start-react-router": ["React Router", "A route, a loader and your own sign-in page"],
  "start-tanstack-start": ["TanStack Start", "A server route and beforeLoad"],
  "start-nuxt": ["Nuxt", "A server route, and a session that follows every tab"],
  "start-any-other-server": ["Any other server", "Hono, Workers, Fastify, Nest, Bun, Deno"],
  "start-angular-preact-and-vue": ["Angular, Preact and Vue", "The client in any page"],
  "guides-single-page-apps": ["Single-page apps", "A card that requests its own props, beside any API"],
  "guides-another-origin": ["Another origin", "Forward a path, or trust the origin of your page"],
  "guides-theming": ["Theming", "A live editor for every token"],
  "guides-tailwind-and-shadcn-ui": ["Tailwind and shadcn/ui", "Your utilities and variables on the card"],
  "guides-providers": ["Providers", "176 identity providers, one import each"],
  "guides-passwords": ["Passwords", "Sign-up, sign-in and reset, or your own table"],
  "guides-moving-passwords": [
    "Moving passwords",
    "From Better Auth, Supabase, Firebase, Auth0, Clerk, Devise or Django",
  ],
  "guides-sign-in-by-email": ["Sign in by email", "A link and a code"],
  "guides-passkeys": ["Passkeys", "Face, finger or PIN instead of a password"],
  "guides-two-step-verification": [
    "Two-step verification",
    "A second factor, or a step of your own, before the session",
  ],
  "guides-step-up": ["Step-up", "Ask the user to confirm before a sensitive action"],
  "guides-devices": ["Devices", "Where users are signed in, and an email about a new browser"],
  "guides-device-bound-sessions": ["Device-bound sessions", "A copied cookie stops working within minutes"],
  "guides-several-accounts": ["Several accounts", "Sign in to more than one, and switch between them"],
  "guides-fedcm": ["FedCM", "The browser shows the user's accounts at a provider"],
  "guides-high-assurance": ["High assurance", "Pushed requests, bound tokens and signed responses (FAPI 2.0)"],
  "guides-popup-sign-in": ["Popup sign-in", "The provider opens in a window, and the page stays"],
  "guides-your-database": ["Your database", "SQLite to Redis, and adapters of your own"],
  "guides-tanstack-query": ["TanStack Query", "The session in your own QueryClient"],
  "guides-coming-from-auth-js": ["Coming from Auth.js", "Your users stay signed in"],
  "guides-security": ["Security", "What Latchkit rejects, and what your app must do"],
  "guides-an-existing-users-table": ["You already have a users table", "Keep it beside Latchkit's"],
  "guides-testing": ["Testing", "Sessions, issuers, tabs and clocks for your tests"],
  "reference-configuration": ["Configuration", "Environment variables and options"],
  "reference-sessions": ["Sessions", "Contents, types, lifetime, and the checkbox to stay signed in"],
  "reference-signing-out": ["Signing out", "End the session at the provider too"],
  "reference-the-client": ["The client", "SessionProvider, useSession, signIn and signOut"],
  "reference-components": ["Components", "Props, form actions and colors"],
  "reference-your-own-markup": ["Your own markup", "Write the HTML yourself"],
  "reference-account": ["Account", "Linked accounts, devices and provider tokens"],
  "reference-callbacks-and-events": ["Callbacks and events", "Decide, react, and carry data"],
  "guides-native-apps": ["Native apps", "A one-time code with PKCE for phones, desktops and command lines"],
  "reference-tokens": ["Tokens", "getToken and bearer tokens"],
  "reference-errors": ["Errors", "What a rejected sign-in returns"],
  "reference-languages": ["Languages", "23 languages, and your own sentences"],
  "reference-rate-limits": ["Rate limits", "How often a client can try"],
  "reference-before-you-go-live": ["Before you go live", "What to check for your first deployment"],
  "reference-deployment": ["Deployment", "Proxies, cookies, subdomains and previews"],
  "reference-security-events": ["Security events", "An audit log, OpenTelemetry and webhooks"],
  "reference-tenants": ["Tenants", "Providers that your users name"],
  "reference-adapters-of-auth-js": ["Adapters of Auth.js", "Known faults of fourteen adapters"],
  "reference-specifications": ["Specifications", "Standards that Latchkit implements, and their tests"],
  "reference-threats": ["Threats", "What Latchkit rejects, why, and the tests that show it"],
  "reference-command-line": ["Command line", "init, add, doctor, migrate, secret and rotate"],
  "api-options": ["Options", "Every option of the configuration"],
  "api-provider-options": ["Provider options", "Every option of providers and adapters"],
  "api-callbacks": ["Callbacks", "Every callback, and what it gets"],
  "api-events": ["Events", "Every event handler and security event"],
  "api-error-types": ["Error types", "Every error, and what to do"],
  "api-environment-and-cookies": ["Environment and cookies", "Every variable and cookie"],
  "api-endpoints": ["Endpoints", "Every request below the base path"],
  "api-server-functions": ["Server functions", "auth, auth.users and their options"],
  "api-client-functions": ["Client functions", "signIn, signOut, hooks and their options"],
  "api-component-props": ["Component props", "Every prop and slot of every component"],
  "api-parts-and-tokens": ["Parts and tokens", "Names for your stylesheet"],
  "api-message-keys": ["Message keys", "Every sentence by its key"],
  "api-exports": ["Exports", "Every name that you can import"],
  "api-command-line-flags": ["Command line flags", "What --help prints"],
  "start-what-it-doesn-t-do": ["What it doesn't do", "SAML, SCIM, organizations: what to use instead"],
  "guides-invitations": ["Invitations", "Only invited addresses open an account"],
  "guides-change-of-email": ["Change of email", "A new address, and an undo for the old one"],
  "guides-roles": ["Roles", "Roles in the session, and checks on the server"],
  "guides-administration": ["Administration", "List, disable and act as users"],
  "guides-bot-protection": ["Bot protection", "A captcha of your own, without another site"],
  "guides-content-security-policy": ["Content security policy", "What your own pages need"],
} as const

export type PageId = keyof typeof PAGES

/** A page's address in Storybook. */
export const pageUrl = (id: PageId) => `./?path=/docs/${id}--docs`

/** Links to other pages, each with a sentence. */
export function Links({ to }: { to: readonly PageId[] }) {
  return (
    <ul className="docs-links sb-unstyled">
      {to.map((id) => (
        <li key={id}>
          <a href={pageUrl(id)} target="_top" onClick={(event) => openPage(event, id)}>
            <strong>{PAGES[id][0]}</strong>
            <span>{PAGES[id][1]}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Opens a page from a script. */
export function goToPage(id: PageId, anchor = "") {
  rememberAnchor(anchor)
  if (window.parent === window) location.search = `?id=${id}--docs&viewMode=docs`
  else addons.getChannel().emit("selectStory", { storyId: `${id}--docs` })
}

const ANCHOR = "latchkit-docs-anchor"

/** Keeps the section that the next page scrolls to. */
function rememberAnchor(anchor: string) {
  if (anchor) sessionStorage.setItem(ANCHOR, anchor)
  else sessionStorage.removeItem(ANCHOR)
}

/** Returns the section that a page should scroll to, once: the section of the last link, or of the address. */
export function takeAnchor(): string {
  const kept = sessionStorage.getItem(ANCHOR) ?? ""
  sessionStorage.removeItem(ANCHOR)
  return kept || window.top?.location.hash.slice(1) || ""
}

/** Opens a page through Storybook's manager, because the page is a frame. A click that opens another tab stays a link. */
export function openPage(event: MouseEvent, id: PageId, anchor = "") {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  goToPage(id, anchor)
}
