// Compiled with the types of React 18, and of Next 14 in the long run, by e2e/react-18-types.test.ts
import type { NextApiRequest, NextApiResponse } from "next"
import type { ReactElement, ReactNode } from "react"
import { NextAuth } from "latchkit/next"
import { NextAuth as NextAuth4, getServerSession } from "latchkit/migrate/next-auth-4"
import { withAuth } from "latchkit/migrate/next-auth-4/middleware"
import { SessionProvider as SessionProvider4 } from "latchkit/migrate/next-auth-4/react"
import {
  SessionProvider,
  SignedIn,
  SignIn,
  UserButton,
  useSession,
  useSignIn,
  useSuspenseSession,
} from "latchkit/react"

export function App({
  children,
  send,
}: {
  children: ReactNode
  send: (form: FormData) => Promise<void>
}): ReactElement {
  return (
    <SessionProvider session={null}>
      <SessionProvider4>{children}</SessionProvider4>
      <UserButton items={<a href="/billing">Billing</a>} />
      <SignedIn fallback={<p>…</p>}>{children}</SignedIn>
      <SignIn action={send} header={<h1>Welcome</h1>} beforeMethod={(provider) => <i>{provider}</i>} />
    </SessionProvider>
  )
}

export function Own(): ReactNode {
  const { root, card, step } = useSignIn({ action: "/login" })
  const { data } = useSession()
  const name: string | null | undefined = useSuspenseSession()?.user?.name ?? data?.user?.name
  return <main ref={root}>{step ?? (card && <h1 title={name ?? ""}>{card.view.title}</h1>)}</main>
}

export const { auth, handlers } = NextAuth({ providers: [] })
export const GET = auth((request, { params }: { params: { id: string } }) =>
  Response.json({ id: params.id, name: request.auth?.user?.name }),
)

const options = { providers: [] }
export default NextAuth4(options)
export const middleware = withAuth({ pages: { signIn: "/login" } })
export const me = async (req: NextApiRequest, res: NextApiResponse) =>
  res.json([await auth(req, res), await getServerSession(req, res, options)])
