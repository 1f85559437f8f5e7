import type { Section } from "../account-card.ts"
import { changeForm, rowField, type RowContext } from "../account-rows.ts"
import { passwordWords } from "../words.ts"
import { fill, withOverrides } from "../messages/fill.ts"
import { personView } from "../user.ts"

const nameLabel = ({ messages }: RowContext) => withOverrides(passwordWords, messages?.password).name

/** The name and the picture, with a form that changes them. */
export const profileSection: Section = {
  part: "profile",
  title: ({ words }) => words.profile,
  changes: { "update-profile": () => undefined },
  content({ user, profile }, context) {
    if (!profile || profile.fields.length === 0) return undefined
    const { words } = context
    const labels = { name: nameLabel(context), image: words.imageUrl }
    const inputs = {
      name: { autocomplete: "name", maxlength: 100 },
      image: { type: "url", autocomplete: "off", required: false, inputmode: "url", spellcheck: "false" },
    } as const
    const fields = profile.fields.map((name) => {
      const field = { key: "profile", name, label: labels[name], value: user[name] ?? "", ...inputs[name] }
      return rowField(context, field)
    })
    const name = words.profile
    const edit = {
      ...changeForm(context, "update-profile", { label: words.save }),
      id: `${context.id}-edit-profile`,
      open: words.edit,
      openName: fill(words.editNamed, { name }),
      cancel: words.cancel,
      fields,
    }
    const person = personView(user)
    const title = profile.fields.includes("name") ? labels.name : labels.image
    const row = { key: "profile", person, title, note: user.name || words.off }
    return { rows: [{ ...row, actions: [{ kind: "edit", form: edit }] }] }
  },
}
