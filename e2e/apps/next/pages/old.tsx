import type { GetServerSideProps } from "next"

import { auth } from "../auth.ts"

/** A page of the pages router, for members. */
export const getServerSideProps = (async (context) => {
  const session = await auth(context)
  if (!session) return { redirect: { destination: "/api/auth/signin?callbackUrl=%2Fold", permanent: false } }
  return { props: { name: session.user?.name ?? null } }
}) satisfies GetServerSideProps

export default function Old({ name }: { name: string | null }) {
  return (
    <main>
      <h1>The old pier</h1>
      <p>Open to {name}.</p>
    </main>
  )
}
