import { defineNuxtRouteMiddleware, navigateTo, useNuxtApp } from "#imports"

export default defineNuxtRouteMiddleware((to) => {
  if (useNuxtApp().$session.value) return
  const query = new URLSearchParams({ callbackUrl: to.fullPath })
  return navigateTo(`/auth/signin?${query}`, { external: true })
})
