import { auth } from "../auth.server.ts"

export const loader = ({ request }: { request: Request }) => auth.handle(request)
export const action = loader
