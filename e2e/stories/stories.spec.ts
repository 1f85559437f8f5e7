import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import type { BrowserContext } from "@playwright/test"
import { isLong } from "../../server/test-kit/long.ts"
import { Judged, stateOf, storybookFiles } from "../judged.ts"
import type { Court, Judge } from "./judges/judge.ts"
import { layout } from "./judges/layout.ts"
import { looks } from "./judges/looks.ts"
import { pages } from "./judges/pages.ts"
import { isRead, reading, snapshotName } from "./judges/reading.ts"
import { renderings } from "./judges/renderings.ts"
import { expect, Stage, storyIds, storySections, storyShapes, test, type Globals } from "./stage.ts"

const JUDGES: readonly Judge[] = [reading, renderings, looks, layout, pages]

/** A change of a scheme, a direction or a sentence changes the markup in one of these. */
const SHOWN: readonly Globals[] = [
  { rendering: "HTML", scheme: "light", dir: "ltr" },
  { rendering: "HTML", scheme: "dark", dir: "rtl" },
]

/** Every story of every section: a new story or section needs no change here. `LATCHKIT_STORIES` chooses some. */
const CHOSEN = new RegExp(process.env["LATCHKIT_STORIES"] ?? "")
const ALL = storySections().flatMap((section) => storyIds(section))
const IDS = ALL.filter((id) => CHOSEN.test(id))

const filesOf = (folder: string, end: string): string[] =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((file) => file.endsWith(end))
    .map((file) => join(import.meta.dirname, folder, file))

/** A story of a component, which `Stage.open` expects. */
const [FIRST = ""] = storyShapes()

const SNAPSHOTS = filesOf("stories.spec.ts-snapshots", ".yml")

/** All that a judge's finding depends on, besides a story's markup. */
const FILES = [
  import.meta.filename,
  ...filesOf("judges", ".ts"),
  ...SNAPSHOTS,
  ...filesOf("../screens", "looks.ts"),
  ...filesOf("../../components/view/messages", ".ts"),
  ...storybookFiles(),
]

/** Shows stories, and returns those that have changed since they were judged. */
async function changedStories(stage: Stage, ids: readonly string[], judged: Judged): Promise<string[]> {
  if (isLong) return [...ids]
  await stage.page.setViewportSize({ width: 480, height: 900 })
  await stage.page.emulateMedia({ reducedMotion: "reduce" })
  for (const look of SHOWN) {
    await stage.open(FIRST, look)
    for (const id of ids) {
      await stage.show(id)
      await stage.settle()
      judged.see(id, await stateOf(stage.page))
    }
  }
  return judged.changed()
}

/** Parts of the list that run in parallel. */
const PARTS = isLong ? 12 : 4

for (let part = 0; part < PARTS; part += 1) {
  test(`every story holds in each rendering, look and language, and for a screen reader (part ${part + 1} of ${PARTS})`, async ({
    browser,
    stage,
    storybook,
  }) => {
    test.setTimeout(1_800_000)
    const errors: string[] = []
    stage.page.on("pageerror", (error) => errors.push(String(error)))
    const judged = new Judged("stories", FILES)
    const ids = IDS.filter((_, at) => at % PARTS === part)
    if (CHOSEN.source === "(?:)") expect(ids).not.toEqual([])
    const changed = await changedStories(stage, ids, judged)
    const opened: BrowserContext[] = []
    const court: Court = {
      stage,
      openStage: async (device) => {
        const context = await browser.newContext(device)
        opened.push(context)
        return new Stage(await context.newPage(), storybook)
      },
    }
    const problems: string[] = []
    for (const judge of changed.length > 0 ? JUDGES : []) problems.push(...(await judge(court, changed)))
    for (const context of opened) await context.close()
    expect([...errors, ...problems]).toEqual([])
    judged.store()
  })
}

test("every story of a component has a snapshot of what a screen reader reads, and no other snapshot is left", () => {
  const wanted = ALL.filter(isRead).map(snapshotName)
  expect(SNAPSHOTS.map((file) => basename(file)).toSorted()).toEqual(wanted.toSorted())
})

test("on a phone a dialog covers the page", async ({ stage }) => {
  const viewport = { width: 390, height: 844 }
  await stage.page.setViewportSize(viewport)
  await stage.open("components-confirm--dialog", { rendering: "HTML" })
  await expect(stage.page.locator("dialog[open]")).toBeVisible()
  const card = await stage.page.locator(".auth-card").boundingBox()
  expect(card).toEqual({ x: 0, y: 0, ...viewport })
})
