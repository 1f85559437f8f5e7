import { en } from "../../../components/view/messages/en.ts"
import { unknownNames, unknownSentence, type Names } from "../../providers/option-names.ts"
import { AuthError } from "../../errors.ts"
import type { Settings } from "./settings.ts"

/** Returns a problem for each message that Latchkit doesn't have, such as a misspelled one. */
export async function unknownMessages(messages: Settings["messages"]): Promise<readonly AuthError[]> {
  const unknown = unknownNames({ messages }, { messages: { "*": namesWithin(en) } })
  return unknown.map((name) => new AuthError("InvalidConfiguration", unknownSentence(name)))
}

/** Returns the names within a catalog of messages. A sentence has no names, nor has one with plural forms. */
function namesWithin(messages: object): Names {
  const below = (value: unknown) =>
    typeof value === "object" && value !== null && !("other" in value) ? namesWithin(value) : true
  return Object.fromEntries(Object.entries(messages).map(([name, value]: [string, unknown]) => [name, below(value)]))
}
