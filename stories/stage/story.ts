import type { Case } from "../../components/case.fixture.ts"
import { CASES } from "../../components/cases.fixture.ts"

/** A component in a state, as Storybook takes it. */
export interface Story {
  name: string
  args: Case["props"]
  parameters: { stage: Omit<Case, "props">; case: string }
}

/** The story of a case. */
export function story(key: string, name: string): Story {
  const found = CASES[key]
  if (!found) throw new Error(`There is no case ${JSON.stringify(key)}`)
  const { props, ...stage } = found
  return { name, args: props, parameters: { stage, case: key } }
}
