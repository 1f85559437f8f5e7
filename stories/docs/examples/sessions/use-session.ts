import type { SessionOf } from "latchkit"
import { useSession as useAnySession } from "latchkit/react"
import type { auth } from "./auth.ts"

export const useSession = useAnySession<SessionOf<typeof auth>>
