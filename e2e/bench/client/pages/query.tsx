"use client"

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query"
import { Shown } from "./shown.tsx"

const queryClient = new QueryClient()

function Answer() {
  const { data } = useQuery({ queryKey: ["answer"], queryFn: () => Promise.resolve("nobody") })
  return <Shown name={data} />
}

/** The app with TanStack Query and without a session. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <Answer />
  </QueryClientProvider>
)
