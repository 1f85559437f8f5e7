import { CASES, renderCase } from "../../../../components/cases.fixture.ts"
import type { Case } from "../../../../components/case.fixture.ts"
import { markOf } from "../../../../components/view/marks/index.ts"

/** The color of the components on this site. */
export const BRAND = "var(--shown-brand)"

function findCase(name: string): Case {
  const found = CASES[name]
  if (!found) throw new Error(`There is no case ${JSON.stringify(name)}`)
  return JSON.parse(
    JSON.stringify(found).replaceAll('"/ada.svg"', JSON.stringify(`${import.meta.env.BASE_URL}ada.svg`)),
  ) as Case // a copy
}

/** Two cards of one page can't have the same title. */
const SITES: Readonly<Record<string, string>> = { "sign-in-password": "Nightbook", "sign-in-failed": "Harbour" }

/** The marks of the providers that a case names. */
const marksIn = (props: object) =>
  Object.fromEntries(
    [...JSON.stringify(props).matchAll(/"(?:id|provider|providerId)":"([\w-]+)"/g)].flatMap(([, id = ""]) => {
      const mark = markOf(id)
      return mark ? [[id, mark]] : []
    }),
  )

/** A passkey is asked for in the field's list at once, and there is no service here. */
function themed(name: string, { providers, ...props }: Case["props"]) {
  const theme = { ...Object(props["theme"]), brandColor: BRAND }
  const shown = Array.isArray(providers) && { providers: providers.filter(({ type }) => type !== "webauthn") }
  return { ...props, ...(SITES[name] && { siteName: SITES[name] }), ...shown, headingLevel: 3, theme }
}

/** What a page hands over to a component of a framework. */
export function exampleProps(name: string, rendering: string): Record<string, unknown> {
  const { props, session = null } = findCase(name)
  return { ...themed(name, props), marks: marksIn(props), session, idPrefix: `${name}-${rendering.toLowerCase()}` }
}

/** A component as the built-in pages print it. */
export function exampleHtml(name: string, prefix = `${name}-html`): string {
  const { props, ...rest } = findCase(name)
  return renderCase(
    { ...rest, props: { ...themed(name, props), marks: markOf, idPrefix: prefix } },
    { scripted: false },
  )
}
