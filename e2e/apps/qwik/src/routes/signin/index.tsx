import { component$ } from "@builder.io/qwik"
import { routeLoader$, type DocumentHead } from "@builder.io/qwik-city"
import { signInCard, themeCss } from "latchkit/html"
import { signInProps } from "latchkit/qwik"
import "latchkit/auth.css"
import { useSignIn } from "../plugin@auth.ts"

export const head: DocumentHead = { title: "Sign in" }

export const useCard = routeLoader$((event) => signInProps(event))

export default component$(() => {
  const card = useCard().value
  const { actionPath: action, value: result } = useSignIn()
  return (
    <>
      <style dangerouslySetInnerHTML={themeCss(card.theme)} />
      <div dangerouslySetInnerHTML={signInCard({ ...card, action, result })} />
    </>
  )
})
