import type { Section } from "../account-card.view.ts"
import { changeForm, rowField, type RowContext, type RowView } from "../account-rows.view.ts"
import { passwordWords } from "../../view/words.ts"
import { fill, withOverrides } from "../../view/messages/fill.ts"
import { personView } from "../../view/user.ts"

const nameLabel = ({ messages }: RowContext) => withOverrides(passwordWords, messages?.password).name

/** The name and the picture, with a form that changes them. Without the form, they are only part of the whole card. */
export const profileSection: Section = {
  part: "profile",
  title: ({ words }) => words.profile,
  changes: { "update-profile": undefined },
  content({ user, profile, email }, context) {
    const { words } = context
    const person = personView(user)
    if (!profile || profile.fields.length === 0) {
      if (context.isAlone) return undefined
      const note = (!email && person.email) || ""
      return { rows: [{ key: "profile", person, title: person.name, note, actions: [] }] }
    }
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
      fields,
    }
    const title = profile.fields.includes("name") ? labels.name : labels.image
    const row = { key: "profile", person, title, note: user.name || words.off }
    const rows: RowView[] = [{ ...row, actions: [{ kind: "edit", form: edit }] }]
    // The address has a section of its own if it can be changed
    if (!email && !context.isAlone && user.email)
      rows.push({ key: "email", icon: "envelope", title: user.email, note: "", actions: [] })
    return { rows }
  },
}
