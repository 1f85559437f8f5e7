"use client"

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query"
import { SessionProvider, useSession } from "latchkit/react"
import { Shown } from "./shown.tsx"

const queryClient = new QueryClient()

function User() {
  const { status, data } = useSession()
  const { data: answer } = useQuery({ queryKey: ["answer"], queryFn: () => Promise.resolve("nobody") })
  return <Shown name={status === "loading" ? undefined : (data?.user?.name ?? answer)} />
}

/** The session of Latchkit in an app with TanStack Query. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <SessionProvider basePath="/api/auth" queryClient={queryClient}>
      <User />
    </SessionProvider>
  </QueryClientProvider>
)
