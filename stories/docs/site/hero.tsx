import { Source } from "@storybook/addon-docs/blocks"
import { useState, type SyntheticEvent } from "react"
import { provider } from "../../../components/case.fixture.ts"
import { SessionProvider, SignIn } from "../../../components/react/index.ts"
import { markOf } from "../../../components/view/marks/index.ts"
import { Copied } from "../blocks/copied.tsx"
import { openPage, pageUrl } from "../blocks/links.tsx"
import { useScheme } from "../blocks/scheme.ts"
import expressServer from "../examples/hero/express-server.ts?raw"
import express from "../examples/hero/express.ts?raw"
import nextRoute from "../examples/hero/next-route.ts?raw"
import next from "../examples/hero/next.ts?raw"
import serverFetch from "../examples/hero/server-fetch.ts?raw"
import server from "../examples/hero/server.ts?raw"
import svelteKitHooks from "../examples/hero/sveltekit-hooks.ts?raw"
import sveltekit from "../examples/hero/sveltekit.ts?raw"
import { MoonIcon, SunIcon } from "./icons.tsx"
import "./hero.css"

const BRANDS: Readonly<Record<string, string>> = {
  Indigo: "#3f4ad8",
  Green: "#0b7a5c",
  Orange: "#c2410c",
  Pink: "#be185d",
  Black: "#17171c",
}

interface Code {
  /** The text of each file, by its name in an app. */
  files: Readonly<Record<string, string>>
  /** The path of the sign-in page. */
  path: string
  /** The examples' own names of the files, and how an app imports them. */
  imports: Readonly<Record<string, string>>
}

const CODE = {
  Next: {
    files: { "auth.ts": next, "app/api/auth/[...path]/route.ts": nextRoute },
    path: "/api/auth/signin",
    imports: { "./db.fixture.ts": "./db", "./next.ts": "@/auth" },
  },
  SvelteKit: {
    files: { "src/auth.ts": sveltekit, "src/hooks.server.ts": svelteKitHooks },
    path: "/auth/signin",
    imports: { "./db.fixture.ts": "./db", "./sveltekit.ts": "./auth" },
  },
  Express: {
    files: { "auth.ts": express, "server.ts": expressServer },
    path: "/auth/signin",
    imports: { "./db.fixture.ts": "./db.ts", "./express.ts": "./auth.ts" },
  },
  "Any server": {
    files: { "auth.ts": server, "server.ts": serverFetch },
    path: "/auth/signin",
    imports: { "./db.fixture.ts": "./db.ts", "./server.ts": "./auth.ts" },
  },
} as const satisfies Record<string, Code>

type Framework = keyof typeof CODE

const PROVIDERS = [provider("github"), provider("google", "oidc"), provider("email", "email")]

/** Returns a file of an example as an app has it, with the chosen color. */
function shown(text: string, { imports }: Code, brand: string): string {
  const named = Object.entries(imports).reduce((code, [from, to]) => code.replace(`"${from}"`, `"${to}"`), text)
  return named.trim().replace("#3f4ad8", brand)
}

/** The first screen: a live card beside the code that makes it. A dot changes the color of both. */
export function Hero() {
  const page = useScheme()
  const [brand, setBrand] = useState(BRANDS["Indigo"] ?? "")
  const [chosen, setScheme] = useState<"light" | "dark">()
  const [framework, setFramework] = useState<Framework>("Next")
  const scheme = chosen ?? page
  const code: Code = CODE[framework]
  return (
    <div className="hero sb-unstyled">
      <div className="hero-start">
        <a
          href={pageUrl("start-next")}
          target="_top"
          className="hero-button"
          onClick={(event) => openPage(event, "start-next")}
        >
          Get started
        </a>
        <Copied name="the command" text="npm install latchkit" />
      </div>
      <div className="hero-frame">
        <section className="hero-card" aria-label="The card" data-scheme={scheme}>
          <div className="hero-bar">
            <Dots brand={brand} onChoose={setBrand} />
            <div role="group" aria-label="Colors of the card" className="hero-schemes">
              {(["light", "dark"] as const).map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-label={one === "light" ? "Light card" : "Dark card"}
                  aria-pressed={one === scheme}
                  onClick={() => setScheme(one)}
                >
                  {one === "light" ? <SunIcon /> : <MoonIcon />}
                </button>
              ))}
            </div>
          </div>
          <div
            className="hero-stage"
            onSubmitCapture={stay}
            onClickCapture={(event) => isLink(event.target) && stay(event)}
          >
            <SessionProvider session={null}>
              <SignIn
                providers={PROVIDERS}
                siteName="Nightbook"
                callbackUrl="/"
                csrfToken="t"
                idPrefix="hero"
                headingLevel={2}
                marks={markOf}
                theme={{ brandColor: brand, colorScheme: scheme }}
              />
            </SessionProvider>
          </div>
        </section>
        <section className="hero-code" aria-label="The code">
          <div className="hero-bar">
            <div role="group" aria-label="Framework" className="hero-tabs">
              {(Object.keys(CODE) as Framework[]).map((one) => (
                <button key={one} type="button" aria-pressed={one === framework} onClick={() => setFramework(one)}>
                  {one}
                </button>
              ))}
            </div>
          </div>
          {Object.entries(code.files).map(([name, text]) => (
            <div key={name} className="hero-file">
              <p>{name}</p>
              <div className="docs-code">
                <Source code={shown(text, code, brand)} language="tsx" dark={page === "dark"} format={false} />
              </div>
            </div>
          ))}
          <p className="hero-done">
            Your sign-in page is at <code>{code.path}</code>
          </p>
        </section>
      </div>
    </div>
  )
}

function Dots({ brand, onChoose }: { brand: string; onChoose: (brand: string) => void }) {
  return (
    <div role="group" aria-label="Brand color" className="hero-dots">
      {Object.entries(BRANDS).map(([name, color]) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          aria-pressed={color === brand}
          style={{ color }}
          onClick={() => onChoose(color)}
        />
      ))}
    </div>
  )
}

/** The card's forms and links lead nowhere here. */
function stay(event: SyntheticEvent) {
  event.preventDefault()
  event.nativeEvent.stopImmediatePropagation()
}

const isLink = (target: EventTarget): boolean => target instanceof Element && target.closest("a") !== null
