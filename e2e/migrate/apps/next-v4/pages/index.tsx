import type { GetServerSideProps, InferGetServerSidePropsType } from "next"
import { getServerSession } from "next-auth"
import { signOut, useSession } from "next-auth/react"
import { authOptions } from "./api/auth/[...nextauth]"

export const getServerSideProps = (async ({ req, res }) => {
  const session = await getServerSession(req, res, authOptions)
  return { props: { session, role: session?.user.role ?? null } }
}) satisfies GetServerSideProps

export default function Home({ role }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const { data } = useSession()
  return (
    <main>
      <h1>{role ? `Role ${role}` : "Nobody"}</h1>
      <p>{data ? `Hello ${data.user.name}` : "Hello"}</p>
      <button onClick={() => signOut({ callbackUrl: "/" })}>Sign out</button>
    </main>
  )
}
