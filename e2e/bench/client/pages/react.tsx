"use client"

import { Shown } from "./shown.tsx"

/** The app without a session, which every other page is compared with. */
export const App = () => <Shown name="nobody" />
