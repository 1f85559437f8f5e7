// The parts of other frameworks that the examples use. The packages aren't installed here; each example was run with the
// version that its page names

declare module "react-router" {
  export function data<T>(value: T, init?: ResponseInit): T
  export function redirectDocument(url: string, init?: ResponseInit): Response
}

declare module "@react-router/dev/routes" {
  export type RouteConfig = readonly object[]
  export function index(file: string): object
  export function route(path: string, file: string): object
}

declare module "@tanstack/react-router" {
  type Location = { location: { href: string } }
  interface RouteOptions<Context, Data> {
    beforeLoad?: (args: Location) => Promise<Context>
    loader?: (args: Location) => Promise<Data>
    component?: () => unknown
    server?: { handlers: Record<string, (args: { request: Request }) => Promise<Response>> }
  }

  export function redirect(options: { href: string; reloadDocument?: boolean }): Response
  export function createFileRoute(
    path: string,
  ): <Context, Data>(options: RouteOptions<Context, Data>) => { useRouteContext(): Context; useLoaderData(): Data }
}

declare module "@tanstack/react-start" {
  interface Builder<Input> {
    handler<Output>(run: (args: { data: Input }) => Promise<Output>): (args?: { data: Input }) => Promise<Output>
    validator<Next>(check: (input: Next) => Next): Builder<Next>
  }

  export function createServerFn(): Builder<undefined>
}

declare module "@tanstack/react-start/server" {
  export function getRequest(): Request
  export function setResponseHeader(name: string, value: string | string[]): void
}

declare module "@tanstack/solid-router" {
  import type { RouteOptions } from "@tanstack/react-router"

  export { redirect } from "@tanstack/react-router"
  export function createFileRoute(
    path: string,
  ): <Context, Data>(
    options: RouteOptions<Context, Data>,
  ) => { useRouteContext(): () => Context; useLoaderData(): () => Data }
}

declare module "@tanstack/solid-start" {
  export { createServerFn } from "@tanstack/react-start"
}

declare module "@tanstack/solid-start/server" {
  export { getRequest, setResponseHeader } from "@tanstack/react-start/server"
}

declare module "astro" {
  interface Context {
    request: Request
    clientAddress: string
    isPrerendered: boolean
    locals: { session: import("latchkit/server").Session | null }
  }

  export type APIRoute = (context: Context) => Promise<Response>
  export type MiddlewareHandler = (context: Context, next: () => Promise<Response>) => Promise<Response>
}

declare module "astro/config" {
  export function defineConfig(config: {
    output: "server"
    security?: { checkOrigin: boolean }
    adapter: object
    integrations: object[]
  }): object
}

declare module "@astrojs/node" {
  export default function node(options: { mode: "standalone" }): object
}

declare module "@astrojs/react" {
  export default function react(): object
}

declare module "#imports" {
  type Ref<T> = { value: T }
  type NuxtApp = { $session: Ref<import("latchkit").Session | null> }

  export function defineNuxtPlugin(setup: () => { provide: object }): object
  export function defineNuxtRouteMiddleware(run: (to: { fullPath: string }) => unknown): object
  export function navigateTo(url: string, options: { external: boolean }): unknown
  export function useNuxtApp(): NuxtApp
  export function useRuntimeConfig(): { app: { baseURL: string } }
  export function useRequestEvent(): import("h3").H3Event | undefined
  export function useState<T>(key: string, init: () => T): Ref<T>
}

interface ImportMeta {
  /** Nuxt's compiler sets it in the browser's build. */
  readonly client: boolean
}

declare module "@angular/core" {
  export function signal<T>(value: T): { set(value: T): void; asReadonly(): () => T }
}

declare module "@hono/node-server" {
  export function serve(options: { fetch: import("hono").Hono["fetch"]; port: number }, ready: () => void): object
}

declare module "@hono/node-server/conninfo" {
  export function getConnInfo(context: object): { remote: { address?: string } }
}

declare module "fastify" {
  import type { NodeHandler, WrappedNodeRequest, WrappedNodeResponse } from "latchkit/server"

  interface Reply extends WrappedNodeResponse {
    type(value: string): Reply
  }
  interface App {
    register(plugin: unknown): Promise<void>
    all(path: string, handler: NodeHandler): void
    get(path: string, handler: (request: WrappedNodeRequest, reply: Reply) => Promise<string | Reply>): void
    listen(options: { port: number }): Promise<string>
  }

  export default function fastify(): App
}

declare module "@fastify/formbody"

declare module "@nestjs/common" {
  export interface ExecutionContext {
    switchToHttp(): { getRequest<T>(): T; getResponse<T>(): T }
  }
  export interface CanActivate {
    canActivate(context: ExecutionContext): Promise<boolean>
  }
  export function createParamDecorator<T>(
    read: (data: unknown, context: ExecutionContext) => T,
  ): () => (target: object, key: string, index: number) => void
  export function Controller(path: string): (target: object) => void
  export function Get(): (target: object, key: string) => void
  export function Header(name: string, value: string): (target: object, key: string) => void
  export function Module(options: { controllers: (new () => object)[] }): (target: object) => void
  export function UseGuards(guard: new () => CanActivate): (target: object) => void
}

declare module "@nestjs/core" {
  interface App {
    use(path: string, handler: import("latchkit/server").NodeHandler): void
    listen(port: number | string): Promise<object>
  }

  export const NestFactory: { create(module: object, adapter?: object): Promise<App> }
}

declare module "@nestjs/platform-fastify" {
  export const FastifyAdapter: new () => object
}

declare module "elysia" {
  interface Context {
    request: Request
    server: BunServer | null
  }
  type Handler = (context: Context) => Promise<Response>

  export class Elysia {
    all(path: string, handler: Handler, options: { parse: "none" }): this
    get(path: string, handler: Handler): this
    listen(port: number, ready: (server: { url: URL }) => void): this
  }
}

interface BunServer {
  requestIP(request: Request): { address: string } | null
}

declare const Bun: {
  serve(options: {
    port: number
    routes: Record<string, (request: Request, server: BunServer) => Promise<Response>>
  }): BunServer
}

declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(
    options: { port: number },
    handler: (request: Request, info: { remoteAddr: { hostname: string } }) => Promise<Response>,
  ): object
}
