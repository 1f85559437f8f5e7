import { mark42School } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"

/** A part of what 42 School sends about a user. */
export interface UserData {
  id: number
  email: string
  login: string
  first_name: string
  last_name: string
  usual_full_name: null | string
  usual_first_name: null | string
  url: string
  phone: "hidden" | string | null
  displayname: string
  image_url: string | null
  "staff?": boolean
  correction_point: number
  pool_month: string | null
  pool_year: string | null
  location: string | null
  wallet: number
  anonymize_date: string
  created_at: string
  updated_at: string | null
  alumni: boolean
  "is_launched?": boolean
}

/** A part of what 42 School sends about a user. */
export interface CursusUser {
  grade: string | null
  level: number
  skills: Array<{ id: number; name: string; level: number }>
  blackholed_at: string | null
  id: number
  begin_at: string | null
  end_at: string | null
  cursus_id: number
  has_coalition: boolean
  created_at: string
  updated_at: string | null
  user: UserData
  cursus: { id: number; created_at: string; name: string; slug: string }
}

/** A part of what 42 School sends about a user. */
export interface ProjectUser {
  id: number
  occurrence: number
  final_mark: number | null
  status: "in_progress" | "finished"
  "validated?": boolean | null
  current_team_id: number
  project: { id: number; name: string; slug: string; parent_id: number | null }
  cursus_ids: number[]
  marked_at: string | null
  marked: boolean
  retriable_at: string | null
  created_at: string
  updated_at: string | null
}

/** A part of what 42 School sends about a user. */
export interface Achievement {
  id: number
  name: string
  description: string
  tier: "none" | "easy" | "medium" | "hard" | "challenge"
  kind: "scolarity" | "project" | "pedagogy" | "scolarity"
  visible: boolean
  image: string | null
  nbr_of_success: number | null
  users_url: string
}

/** A part of what 42 School sends about a user. */
export interface LanguagesUser {
  id: number
  language_id: number
  user_id: number
  position: number
  created_at: string
}

/** A part of what 42 School sends about a user. */
export interface TitlesUser {
  id: number
  user_id: number
  title_id: number
  selected: boolean
  created_at: string
  updated_at: string | null
}

/** A part of what 42 School sends about a user. */
export interface ExpertisesUser {
  id: number
  expertise_id: number
  interested: boolean
  value: number
  contact_me: boolean
  created_at: string
  user_id: number
}

/** A part of what 42 School sends about a user. */
export interface Campus {
  id: number
  name: string
  time_zone: string
  language: { id: number; name: string; identifier: string; created_at: string; updated_at: string | null }
  users_count: number
  vogsphere_id: number
  country: string
  address: string
  zip: string
  city: string
  website: string
  facebook: string
  twitter: string
  active: boolean
  email_extension: string
  default_hidden_phone: boolean
}

/** A part of what 42 School sends about a user. */
export interface CampusUser {
  id: number
  user_id: number
  campus_id: number
  is_primary: boolean
  created_at: string
  updated_at: string | null
}

/** A part of what 42 School sends about a user. */
export interface Image {
  link: string
  versions: { micro: string; small: string; medium: string; large: string }
}

/** A user's profile at 42 School. Its other fields are untyped. */
export interface FortyTwoProfile extends UserData {
  groups: Array<{ id: string; name: string }>
  cursus_users: CursusUser[]
  projects_users: ProjectUser[]
  languages_users: LanguagesUser[]
  achievements: Achievement[]
  titles: Array<{ id: string; name: string }>
  titles_users: TitlesUser[]
  expertises_users: ExpertisesUser[]
  roles: Array<{ id: string; name: string }>
  campus: Campus[]
  campus_users: CampusUser[]
  image: Image
}

/**
 * Signs in with 42 School. Register the redirect URI `https://your.site/auth/callback/42-school`, and set
 * `AUTH_42_SCHOOL_ID` and `AUTH_42_SCHOOL_SECRET`.
 *
 * @see https://api.intra.42.fr/apidoc/guides/web_application_flow
 */
export const FortyTwo = oauthWith<FortyTwoProfile>()("42-school", "42 School", {
  mark: mark42School,
  authorization: "https://api.intra.42.fr/oauth/authorize",
  token: "https://api.intra.42.fr/oauth/token",
  userinfo: "https://api.intra.42.fr/v2/me",
  scopes: "public",
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ usual_full_name, displayname, login }) => usual_full_name || displayname || login,
    email: "email",
    image: "image.link",
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default FortyTwo
