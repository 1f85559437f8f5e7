import type { SignInView } from "./sign-in.ts"

/** Returns whether a sign-in card shows that the last attempt failed. */
export const hasFailed = ({ alert, groups }: SignInView): boolean =>
  alert !== undefined ||
  groups.some((group) => group.kind === "form" && group.method.fields.some(({ error }) => error !== undefined))
