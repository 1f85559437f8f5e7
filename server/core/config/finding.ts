/** The result of one check. */
export interface Finding {
  kind: "good" | "warning" | "problem"
  text: string
}

export const good = (text: string): Finding => ({ kind: "good", text })
export const warning = (text: string): Finding => ({ kind: "warning", text })
export const problem = (text: string): Finding => ({ kind: "problem", text })
