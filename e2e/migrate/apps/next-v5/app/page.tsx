import { auth } from "@/auth"

export default async function Home() {
  const session = await auth()
  return <h1>{session ? `Role ${session.user.role}` : "Nobody"}</h1>
}
