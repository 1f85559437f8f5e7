import { AUTHJS, CHANGES_4 } from "../facts/authjs.ts"
import type { Fact } from "../facts/fact.ts"
import { DECISIONS, REFUSED } from "../facts/security.ts"

const FACTS: Readonly<Record<string, readonly Fact[]>> = { AUTHJS, CHANGES_4, DECISIONS, REFUSED }

/** Returns the sentences of a list that tests show. */
export const findFacts = (name: string): readonly Fact[] => FACTS[name] ?? []
