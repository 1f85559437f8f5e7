import type { MailContent } from "./mail-layout.ts"

/**
 * Renders an email as plain text, with a paragraph for each part. Each link and code has a line of its own, so that
 * email programs recognize it. The last part starts with the line `-- `, which marks a signature.
 */
export function mailText({ title, site, above, button, code, notes, footer }: MailContent): string {
  const parts = [
    title,
    ...above,
    button && `${button.label}\n${button.url}`,
    code && `${code.intro}\n${code.shown}\n${code.hint}`,
    ...notes,
    ["-- ", site, ...footer].join("\n"),
  ]
  return `${parts.filter(Boolean).join("\n\n")}\n`
}
