import { columnsText, lowerCaseNote, ownColumnsNote } from "./app-users.ts"
import { removalText, wrongOwnersText } from "./owners.ts"
import { clientName, type FoundModel } from "./prisma-text.ts"

/** The key of the users' model. */
export interface Key {
  readonly id: string
  readonly type: string
  /** Such as `@db.Uuid`. */
  readonly attributes: string
}

/** @throws {Error} if the model's key can't be referred to */
export function readModelKey({ name, fields }: FoundModel): Key {
  const [id, text] = [...fields].find(([, field]) => /@id\b/.test(field)) ?? []
  const [type = ""] = text?.split(/\s/) ?? []
  if (id === undefined || text === undefined)
    throw new Error(`The model ${name} has no field with @id, so it can't have owners`)
  if (!["String", "Int", "BigInt"].includes(type))
    throw new Error(`The key of ${name} is ${id} ${text}. Its type must be String, Int or BigInt`)
  return { id, type, attributes: /@db\.\w+(?:\([^)]*\))?/.exec(text)?.[0] ?? "" }
}

/** Returns the app's own fields that may be Latchkit's, by Latchkit's names. A field of the same name needs none. */
export function likelyFields(fields: FoundModel["fields"]): Readonly<Record<string, string>> {
  const find = (name: string, type: RegExp) =>
    [...fields].find(([field, text]) => name !== field && LIKELY[name]?.test(field) && type.test(text))?.[0]
  const [email, emailVerified] = [find("email", /^String\b/), find("emailVerified", /^(DateTime|BigInt)\b/)]
  return {
    ...(!fields.has("email") && email !== undefined && { email }),
    ...(!fields.has("emailVerified") && emailVerified !== undefined && { emailVerified }),
  }
}

const LIKELY: Readonly<Record<string, RegExp>> = { email: /mail/i, emailVerified: /verif/i }

/** Returns the option of the adapter that names the model and its fields. Empty if the adapter needs none. */
export function usersOption(users: FoundModel): readonly string[] {
  const { name, fields } = users
  const { id } = readModelKey(users)
  const columns = {
    ...(id !== "id" && { id }),
    ...(!fields.has("email") && { email: "…" }),
    ...likelyFields(fields),
  }
  if (Object.keys(columns).length > 0)
    return [`user: { model: "${clientName(name)}", columns: ${columnsText(columns)} }`]
  return name === "User" ? [] : [`user: "${clientName(name)}"`]
}

/** Says what a model of users needs that Latchkit hasn't used yet. */
export function newModelNotes(users: FoundModel): string[] {
  const { name, fields } = users
  const scalars = [...fields].filter(([, type]) => SCALAR.test(type) && !/@id\b/.test(type)).map(([field]) => field)
  const [mapped = ""] = usersOption(users)
  const whole = mapped.endsWith("}") ? mapped : `user: { model: "${clientName(name)}" }`
  return [
    ...ownColumnsNote(scalars, likelyFields(fields), (own) => `PrismaAdapter: ${whole.slice(0, -2)}, ${own} }`),
    lowerCaseNote(name),
  ]
}

const SCALAR = /^(?:String|Boolean|Int|BigInt|Float|DateTime)\b(?!\[)/

/** Returns the model that `userId` of a model refers to. */
export function ownerTarget({ fields }: Pick<FoundModel, "fields">): string | undefined {
  const relation = [...fields.values()].find((field) => /@relation\(.*\bfields:\s*\[userId\]/.test(field))
  return relation?.split(/[\s?]/)[0]
}

/** @throws {Error} if an owner refers to another model than the users', so that no sign-in could be stored */
export function requireReferences(owners: readonly FoundModel[], users: string): void {
  const wrong = owners
    .map((owner) => ({ owner: owner.name, target: ownerTarget(owner) ?? users }))
    .filter(({ target }) => target !== users)
  if (wrong.length === 0) return
  throw new Error(
    `${wrongOwnersText(wrong, users)}. In each of these models, write \`user ${users} @relation(…)\`, and give \`userId\` the type of ${users}'s key. ${removalText(wrong)}, and run this again`,
  )
}
