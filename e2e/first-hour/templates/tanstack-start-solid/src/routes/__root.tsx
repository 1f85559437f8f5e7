import { HeadContent, Outlet, Scripts, createRootRouteWithContext } from "@tanstack/solid-router"
import { Suspense } from "solid-js"
import { HydrationScript } from "solid-js/web"

export const Route = createRootRouteWithContext()({
  head: () => ({ meta: [{ charset: "utf-8" }, { title: "Acme" }] }),
  shellComponent: RootComponent,
})

function RootComponent() {
  return (
    <html lang="en">
      <head>
        <HydrationScript />
        <HeadContent />
      </head>
      <body>
        <Suspense>
          <Outlet />
        </Suspense>
        <Scripts />
      </body>
    </html>
  )
}
