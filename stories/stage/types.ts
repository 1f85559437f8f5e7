import type { Case } from "../../components/case.fixture.ts"

/** Shows a case in an element. Returns a function that removes it. */
export type Show = (shown: Case, root: HTMLElement) => () => void
