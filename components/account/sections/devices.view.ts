import type { DeviceDetails, SessionDetails, TrustedDevice } from "../../../client/account-contract.ts"
import type { Section } from "../account-card.view.ts"
import {
  changeForm,
  joinParts,
  type ConfirmFormView,
  type RowContext,
  type RowIcon,
  type RowView,
} from "../account-rows.view.ts"
import { deviceTitle } from "../browser-name.view.ts"
import { fill } from "../../view/messages/fill.ts"
import { relativeTime } from "../relative-time.view.ts"

/** The sessions and the trusted devices, with forms that end them. */
export const devicesSection: Section = {
  part: "sessions",
  title: ({ words }) => words.sessions,
  changes: {
    "revoke-session": "revoked",
    "revoke-other-sessions": "revokedOthers",
    "remove-trusted-device": "removed",
  },
  content({ sessions, twoStep, hasPassword }, context) {
    const { words } = context
    const trusted = twoStep?.trustedDevices ?? []
    const sorted = [...(sessions ?? [])].sort((one, other) => Number(other.current) - Number(one.current)) // stable
    if (sessions && sorted.length + trusted.length === 0) return undefined
    return {
      // Sealed sessions aren't stored, so the user can end them only by other means
      text: sessions ? undefined : hasPassword ? words.unlistedPassword : words.unlisted,
      rows: [
        ...sorted.map((session) => sessionRow(session, context)),
        ...trusted.map((device) => trustedRow(device, context)),
      ],
      after: sorted.length > 2 ? revokeOthers(context) : undefined,
    }
  },
}

const ICONS = { desktop: "laptop", phone: "phone", tablet: "tablet" } as const

const deviceIcon = (device: DeviceDetails | undefined): RowIcon => ICONS[device?.type ?? "desktop"]

function sessionRow(session: SessionDetails, context: RowContext): RowView {
  const { id, current, place, device } = session
  const { words } = context
  const title = deviceTitle(device, words)
  const name = fill(words.revokeNamed, { name: title })
  const form = {
    ...changeForm(context, "revoke-session", { id, label: words.revoke, name }),
    question: words.revokeQuestion,
  }
  return {
    key: id,
    icon: deviceIcon(device),
    title,
    badge: current ? words.thisDevice : undefined,
    note: joinParts(place, activity(session, context)),
    actions: current ? [] : [{ kind: "confirm", form }],
  }
}

function activity({ current, createdAt, lastActiveAt }: SessionDetails, { words, calendar }: RowContext): string {
  if (current) return words.activeNow
  if (lastActiveAt) return fill(words.activeSince, { date: relativeTime(lastActiveAt, calendar) })
  return createdAt === null ? "" : fill(words.signedInSince, { date: relativeTime(createdAt, calendar) })
}

function trustedRow(trusted: TrustedDevice, context: RowContext): RowView {
  const { id, current, expires, device } = trusted
  const { words, calendar } = context
  const title = deviceTitle(device, words)
  const form = changeForm(context, "remove-trusted-device", {
    id,
    label: words.remove,
    name: fill(words.removeNamed, { name: title }),
  })
  return {
    key: `trusted:${id}`,
    icon: "shield",
    title,
    badge: current ? words.thisDevice : undefined,
    // In full, because relative dates are for the past
    note: fill(words.trustedUntil, { date: relativeTime(expires, { lang: calendar.lang }) }),
    actions: [{ kind: "confirm", form: { ...form, question: words.untrustQuestion } }],
  }
}

function revokeOthers(context: RowContext): ConfirmFormView {
  const { words } = context
  const form = changeForm(context, "revoke-other-sessions", { label: words.revokeOthers })
  return { ...form, question: words.revokeOthersQuestion }
}
