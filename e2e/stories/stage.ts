import { readFileSync } from "node:fs"
import { test as base, type Page } from "../test.ts"
import { serveStorybook } from "./storybook.ts"

export const RENDERINGS = ["HTML", "React", "Solid", "Svelte"] as const
export type Rendering = (typeof RENDERINGS)[number]

/** The settings in Storybook's toolbar. */
export interface Globals {
  rendering?: Rendering
  scheme?: "light" | "dark"
  dir?: "ltr" | "rtl"
  language?: string
}

/** Elements that a story's script shows once it runs. */
const UNREVEALED = "#storybook-root :is([data-later], [data-reveal])[hidden]"

type PhaseListener = (phase: { newPhase: string }) => void
interface Channel {
  on(event: "storyRenderPhaseChanged", listener: PhaseListener): void
  off(event: "storyRenderPhaseChanged", listener: PhaseListener): void
  once(event: "docsRendered", listener: () => void): void
  emit(event: string, payload: object): void
}
declare global {
  interface Window {
    __STORYBOOK_ADDONS_CHANNEL__: Channel
  }
}

/** Returns all stories of the built Storybook. The section is the first part of a title. */
function stories(): { id: string; section: string }[] {
  const index = new URL("../../storybook-static/index.json", import.meta.url)
  const { entries } = JSON.parse(readFileSync(index, "utf8")) as {
    entries: Record<string, { id: string; type: string; title: string }>
  } // the format of Storybook's index, version 5
  return Object.values(entries)
    .filter(({ type }) => type === "story")
    .map(({ id, title }) => ({ id, section: title.replace(/\/.*/, "") }))
}

/** Returns the sections of stories, such as "Components" and "Emails". */
export const storySections = (): string[] => [...new Set(stories().map(({ section }) => section))]

/** Returns the ids of all stories in a section. */
export const storyIds = (section = "Components"): string[] =>
  stories().flatMap((story) => (story.section === section ? [story.id] : []))

/** Returns whether a story differs from others in more than an error's sentence. */
export const isShape = (id: string): boolean => !id.startsWith("components-sign-in-failed--")

/** Returns the ids without the stories that differ only in an error's sentence. */
export const storyShapes = (): string[] => storyIds().filter(isShape)

/** Returns the URL of a story's page without Storybook's interface. */
export function storyUrl(origin: string, id: string, globals: Globals): string {
  const chosen = { ...globals, "a11y.manual": "!true" } // the tests run axe themselves
  const list = Object.entries(chosen).map(([name, value]) => `${name}:${value}`)
  return `${origin}/iframe.html?${new URLSearchParams({ id, viewMode: "story", globals: list.join(";") })}`
}

/** Shows all stories in one page, because a page load for each would take an hour. */
export class Stage {
  readonly page: Page
  readonly #origin: string
  #shown: string | undefined
  /** Whether the story may have frames, which load later. */
  #hasFrames = true

  constructor(page: Page, origin: string) {
    this.page = page
    this.#origin = origin
  }

  /** Loads Storybook with a story. */
  async open(id: string, globals: Globals): Promise<void> {
    await this.page.addInitScript(() =>
      Object.assign(window, {
        setInterval: () => 0, // countdowns stand still
        __STORYBOOK_HIGHLIGHT_INITIALIZED: true, // its highlighter would compute the style of every element of every story
      }),
    )
    await this.page.goto(storyUrl(this.#origin, id, globals))
    await this.page.locator("#storybook-root > .stage").waitFor({ state: "attached", timeout: 60_000 })
    await this.page.locator(UNREVEALED).first().waitFor({ state: "detached" })
    this.#shown = id
    this.#hasFrames = true
  }

  /** Shows another story. Its code has loaded, but it may still be rendering. */
  async show(id: string): Promise<void> {
    if (this.#shown !== id) await this.#tell("setCurrentStory", { storyId: id, viewMode: "story" })
    this.#shown = id
  }

  /** Waits for a story's frames. An email is as high as its frame's content, once that has loaded. */
  async settle(): Promise<void> {
    if (!this.#hasFrames) return
    await this.page.waitForFunction(() => {
      const [root, frames] = [document.querySelector("#storybook-root"), document.querySelectorAll("iframe")]
      return root?.firstElementChild && [...frames].every((frame) => frame.contentDocument?.readyState === "complete")
    })
  }

  /** Sets the toolbar's options. */
  async choose(globals: Globals): Promise<void> {
    await this.#tell("updateGlobals", { globals })
  }

  /**
   * Sends an event, and waits until the story has rendered and has shown what a script reveals. `storyRendered` comes 100 ms
   * later, after animations.
   */
  async #tell(event: string, payload: object): Promise<void> {
    this.#hasFrames = await this.page.evaluate(
      async ([told, given, unrevealed]) => {
        await new Promise<void>((rendered) => {
          const channel = window.__STORYBOOK_ADDONS_CHANNEL__
          const listener: PhaseListener = ({ newPhase }) => {
            if (newPhase !== "completing") return
            channel.off("storyRenderPhaseChanged", listener)
            rendered()
          }
          channel.on("storyRenderPhaseChanged", listener)
          channel.emit(told, given)
        })
        const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
        await frame()
        await frame() // effects have run
        while (document.querySelector(unrevealed)) await frame()
        return !document.querySelector("#storybook-root > *") || document.querySelector("iframe") !== null
      },
      [event, payload, UNREVEALED] as const,
    )
  }
}

/** Playwright's test with the built Storybook, one server for each worker, and a stage in it. */
export const test = base.extend<{ stage: Stage }, { storybook: string }>({
  storybook: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const { origin, close } = await serveStorybook()
      await use(origin)
      await close()
    },
    { scope: "worker" },
  ],
  stage: async ({ page, storybook }, use) => use(new Stage(page, storybook)),
})

export { expect } from "@playwright/test"
