/** The identity provider's users. */
export interface Person {
  sub: string
  name: string
  given_name: string
  family_name: string
  email: string
  email_verified: boolean
  role: string
}

export const PEOPLE: readonly Person[] = [
  {
    sub: "person-ada",
    name: "Ada Lovelace",
    given_name: "Ada",
    family_name: "Lovelace",
    email: "ada@people.example",
    email_verified: true,
    role: "Writes the first programs",
  },
  {
    sub: "person-grace",
    name: "Grace Hopper",
    given_name: "Grace",
    family_name: "Hopper",
    email: "grace@people.example",
    email_verified: true,
    role: "Writes the first compilers",
  },
  {
    sub: "person-henrietta",
    name: "Henrietta Leavitt",
    given_name: "Henrietta",
    family_name: "Leavitt",
    email: "henrietta@people.example",
    email_verified: true,
    role: "Measures how far the stars are",
  },
]

/** The user whose pages cut their window off from its opener, as some providers do for all users. */
export const ISOLATED: ReadonlySet<string> = new Set(["person-henrietta"])

/** Returns the user with a subject. */
export function findPerson(sub: string | undefined): Person | undefined {
  return PEOPLE.find((person) => person.sub === sub)
}
