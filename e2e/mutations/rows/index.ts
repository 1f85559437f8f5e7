import type { Mutation } from "../mutation.ts"
import { around } from "./around.ts"
import { client } from "./client.ts"
import { components } from "./components.ts"
import { server } from "./server.ts"

export const MUTATIONS: readonly Mutation[] = [...server, ...around, ...client, ...components]
