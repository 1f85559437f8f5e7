import { component$, useVisibleTask$ } from "@builder.io/qwik"
import { routeLoader$, type DocumentHead } from "@builder.io/qwik-city"
import { signInCard, themeCss } from "latchkit/html"
import { signInProps, startPopups } from "latchkit/qwik"

export const head: DocumentHead = { title: "Report to the harbour master" }

export const useCard = routeLoader$(async (event) => {
  const { callbackUrl: _, ...props } = await signInProps(event) // the page stays
  return { html: signInCard({ ...props, headingLevel: 2, popup: true }), css: themeCss(props.theme) }
})

export default component$(() => {
  const card = useCard()
  useVisibleTask$(({ cleanup }) => cleanup(startPopups()), { strategy: "document-ready" })
  return (
    <>
      <style dangerouslySetInnerHTML={card.value.css} />
      <h1>Report to the harbour master</h1>
      <label>
        What did you see? <input name="report" />
      </label>
      <div class="site-card" dangerouslySetInnerHTML={card.value.html} />
    </>
  )
})
