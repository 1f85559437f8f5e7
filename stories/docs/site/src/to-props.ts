import type { Session } from "../../../../client/contract.ts"

/** Takes apart what a page hands over to a component: data only, because the browser gets it as JSON. */
export function toProps({ session, marks, ...props }: Record<string, unknown>) {
  const known = Object(marks) as Readonly<Record<string, unknown>>
  // Each component's page passes the props of that component
  return {
    session: session as Session | null,
    props: { ...props, marks: (id: string) => known[id] } as object as never,
  }
}
