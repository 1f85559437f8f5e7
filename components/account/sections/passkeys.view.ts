import type { PasskeyDetails } from "../../../client/account-contract.ts"
import type { Section } from "../account-card.view.ts"
import { joinParts, renameForm, usedNote, type RowContext, type RowView } from "../account-rows.view.ts"
import { passkeyWords } from "../../view/words.ts"
import { withOverrides } from "../../view/messages/fill.ts"

/** The passkeys, with a form that renames and removes each, and a button that adds one. */
export const passkeysSection: Section = {
  part: "passkeys",
  title: ({ words }) => words.passkeys,
  changes: {
    "rename-passkey": "renamed",
    "remove-passkey": "removed",
    "add-passkey": ({ messages }) => withOverrides(passkeyWords, messages?.passkey).registered,
  },
  content({ passkeys }, context) {
    const { words, busy } = context
    if (passkeys === null) return undefined
    const label = words.addPasskey
    const add = { provider: "", action: "register", label, busy: busy === "add-passkey", ...context.passkeys } as const
    const text = words.noPasskeys
    if (passkeys.length > 0) return { rows: passkeys.map((passkey) => passkeyRow(passkey, context)), text, add }
    const actions = [{ kind: "passkey", button: add }] as const
    return { rows: [{ key: "no-passkey", icon: "key", title: words.off, note: "", actions }], text }
  },
}

function passkeyRow(passkey: PasskeyDetails, context: RowContext): RowView {
  const { words } = context
  const { id, name, authenticator, removable } = passkey
  const form = renameForm(context, {
    kind: "passkey",
    id,
    name,
    label: words.passkeyName,
    question: removable ? words.removeQuestion : undefined,
  })
  return {
    key: id,
    icon: "key",
    title: name,
    note: joinParts(
      authenticator !== name && authenticator,
      usedNote(passkey, context),
      !removable && context.lastMethod,
    ),
    actions: [{ kind: "edit", form }],
  }
}
