import { useLayoutEffect, useRef } from "react"
import { createComponent, type Component as SolidComponent } from "solid-js"
import { render as renderSolid } from "solid-js/web"
import { mount, unmount, type Component as SvelteComponent } from "svelte"

/** Renders into an element. The function that it returns removes what it rendered. */
export type Show = (place: HTMLElement) => () => void

/** An element that another framework fills. */
export function Place({ show }: { show: Show }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (place.current ? show(place.current) : undefined), [show])
  return <div ref={place} />
}

export const solid =
  <Props extends object>(component: SolidComponent<Props>, props: Props): Show =>
  (place) =>
    renderSolid(() => createComponent(component, props), place)

export const svelte =
  <Props extends Record<string, unknown>>(component: SvelteComponent<Props>, props: Props): Show =>
  (target) => {
    const mounted = mount(component, { target, props })
    return () => void unmount(mounted)
  }
