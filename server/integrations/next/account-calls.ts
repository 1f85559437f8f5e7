import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../service/auth.ts"
import { currentRequest, storeCookies } from "./cookies.ts"
import type { ServerCalls } from "./server-calls-types.ts"

type Service<S extends Session = Session> = () => IntegrationService<S>

/** Creates the functions for the session of the user, and for their other ones. */
export function sessionCalls<S extends Session>(service: Service<S>) {
  const updateSession = async (data: unknown): Promise<S | null> => {
    const { session, cookies } = await service().updateSession(await currentRequest(), data)
    await storeCookies(cookies)
    return session
  }
  return {
    getSession: async () => service().getSession(await currentRequest()),
    updateSession,
    unstable_update: updateSession,
    listSessions: async () => service().listSessions(await currentRequest()),
    revokeSession: async (id) => service().revokeSession(await currentRequest(), id),
    revokeOtherSessions: async () => service().revokeOtherSessions(await currentRequest()),
  } satisfies Partial<ServerCalls<S>>
}

/** Creates the functions for the user's account, and for invitations. */
export const accountCalls = (service: Service) =>
  ({
    getAccount: async () => service().getAccount(await currentRequest()),
    getAccessToken: async (provider) => service().getAccessToken(await currentRequest(), provider),
    listAccounts: async () => service().listAccounts(await currentRequest()),
    invite: async (options) => service().invite({ request: await currentRequest(), ...options }),
    revokeInvitation: async (email) => service().revokeInvitation(email, await currentRequest()),
  }) satisfies Partial<ServerCalls<Session>>
