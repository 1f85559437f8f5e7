import { expect, test } from "vitest"
import { CASES } from "../components/cases.fixture.ts"
import type { Story } from "./stage/story.ts"

const files = import.meta.glob<Record<string, unknown>>("./components/*.stories.ts", { eager: true })

// it asks a service by itself, and the stage has none
const withoutStory = ["account-unknown"]

test("every case of a component is a story", () => {
  const stories = Object.values(files).flatMap(({ default: _meta, ...exported }) => Object.values(exported) as Story[])
  const shown = stories.map(({ parameters }) => parameters.case)
  expect(shown.toSorted()).toEqual([...new Set(shown)].toSorted())
  expect(Object.keys(CASES).filter((name) => !shown.includes(name) && !withoutStory.includes(name))).toEqual([])
})
