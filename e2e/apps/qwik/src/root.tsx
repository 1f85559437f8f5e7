import { component$ } from "@builder.io/qwik"
import { QwikCityProvider, RouterOutlet, useDocumentHead } from "@builder.io/qwik-city"
import "latchkit/auth.css"
import "../../../frameworks/site/site.css"

const Head = component$(() => {
  const { title } = useDocumentHead()
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title || "Harbour"}</title>
    </head>
  )
})

export default component$(() => (
  <QwikCityProvider>
    <Head />
    <body>
      <RouterOutlet />
    </body>
  </QwikCityProvider>
))
