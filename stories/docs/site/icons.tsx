import type { PropsWithChildren } from "react"
import { markOf } from "../../../components/view/marks/index.ts"

const Icon = ({ children }: PropsWithChildren) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

export const SearchIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.2 13.2 3.6 3.6" />
  </Icon>
)

export const SunIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="3.2" />
    <path d="M10 2.5v1.6M10 15.9v1.6M2.5 10h1.6M15.9 10h1.6M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M4.7 15.3l1.1-1.1M14.2 5.8l1.1-1.1" />
  </Icon>
)

export const MoonIcon = () => (
  <Icon>
    <path d="M16.4 12.2A6.8 6.8 0 0 1 7.8 3.6a6.8 6.8 0 1 0 8.6 8.6Z" />
  </Icon>
)

/** The kit's key, in a dark square. */
export const KeyIcon = () => (
  <svg width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
    <rect width="30" height="30" rx="9" fill="#17171c" />
    <g fill="none" stroke="#fff" strokeWidth="1.6" strokeLinecap="round">
      <circle cx="19" cy="15" r="3.2" />
      <path d="M15.8 15H8M8 15v2.6M11 15v2" />
    </g>
  </svg>
)

/** GitHub's mark, in the color of the text. */
export const GitHubIcon = () => (
  <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    {markOf("github")?.paths.map(([path]) => (
      <path key={path} d={path} />
    ))}
  </svg>
)
