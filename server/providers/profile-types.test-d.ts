// Compiled but never run: checks the profile types of the catalogue against those of Auth.js
import { AzureAD } from "./catalogue/azure-ad.ts"
import { Discord } from "./catalogue/discord.ts"
import { GitHub, type GitHubProfile } from "./catalogue/github.ts"
import type { MicrosoftEntraIDProfile } from "./catalogue/microsoft-entra-id.ts"
import type { TwitterProfile } from "./catalogue/twitter.ts"
import type { Profile } from "./profile-types.ts"
import type { ProviderConfig } from "./types.ts"

/** Is true if a value of the type that Auth.js has for it is one of ours. */
type Fits<Theirs, Ours> = Theirs extends Ours ? true : { theirs: Theirs; ours: Ours }

export const fitting: Every<
  true,
  [
    Fits<import("@auth/core/providers/42-school").UserData, import("./catalogue/42-school.ts").UserData>,
    Fits<import("@auth/core/providers/42-school").CursusUser, import("./catalogue/42-school.ts").CursusUser>,
    Fits<import("@auth/core/providers/42-school").ProjectUser, import("./catalogue/42-school.ts").ProjectUser>,
    Fits<import("@auth/core/providers/42-school").Achievement, import("./catalogue/42-school.ts").Achievement>,
    Fits<import("@auth/core/providers/42-school").LanguagesUser, import("./catalogue/42-school.ts").LanguagesUser>,
    Fits<import("@auth/core/providers/42-school").TitlesUser, import("./catalogue/42-school.ts").TitlesUser>,
    Fits<import("@auth/core/providers/42-school").ExpertisesUser, import("./catalogue/42-school.ts").ExpertisesUser>,
    Fits<import("@auth/core/providers/42-school").Campus, import("./catalogue/42-school.ts").Campus>,
    Fits<import("@auth/core/providers/42-school").CampusUser, import("./catalogue/42-school.ts").CampusUser>,
    Fits<import("@auth/core/providers/42-school").Image, import("./catalogue/42-school.ts").Image>,
    Fits<import("@auth/core/providers/42-school").FortyTwoProfile, import("./catalogue/42-school.ts").FortyTwoProfile>,
    Fits<import("@auth/core/providers/apple").AppleProfile, import("./catalogue/apple.ts").AppleProfile>,
    Fits<import("@auth/core/providers/apple").AppleNonConformUser, import("./catalogue/apple.ts").AppleNonConformUser>,
    Fits<import("@auth/core/providers/asgardeo").AsgardeoProfile, import("./catalogue/asgardeo.ts").AsgardeoProfile>,
    Fits<
      import("@auth/core/providers/atlassian").AtlassianProfile,
      import("./catalogue/atlassian.ts").AtlassianProfile
    >,
    Fits<import("@auth/core/providers/auth0").Auth0Profile, import("./catalogue/auth0.ts").Auth0Profile>,
    Fits<
      import("@auth/core/providers/authentik").AuthentikProfile,
      import("./catalogue/authentik.ts").AuthentikProfile
    >,
    Fits<
      import("@auth/core/providers/azure-ad-b2c").AzureADB2CProfile,
      import("./catalogue/azure-ad-b2c.ts").AzureADB2CProfile
    >,
    Fits<import("@auth/core/providers/azure-ad").AzureADProfile, import("./catalogue/azure-ad.ts").AzureADProfile>,
    Fits<
      import("@auth/core/providers/azure-devops").AzureDevOpsProfile,
      import("./catalogue/azure-devops.ts").AzureDevOpsProfile
    >,
    Fits<
      import("@auth/core/providers/bankid-no").BankIDNorwayProfile,
      import("./catalogue/bankid-no.ts").BankIDNorwayProfile
    >,
    Fits<
      import("@auth/core/providers/battlenet").BattleNetProfile,
      import("./catalogue/battlenet.ts").BattleNetProfile
    >,
    Fits<import("@auth/core/providers/battlenet").BattleNetIssuer, import("./catalogue/battlenet.ts").BattleNetIssuer>,
    Fits<
      import("@auth/core/providers/beyondidentity").BeyondIdentityProfile,
      import("./catalogue/beyondidentity.ts").BeyondIdentityProfile
    >,
    Fits<
      import("@auth/core/providers/bitbucket").BitbucketProfile,
      import("./catalogue/bitbucket.ts").BitbucketProfile
    >,
    Fits<
      import("@auth/core/providers/boxyhq-saml").BoxyHQSAMLProfile,
      import("./catalogue/boxyhq-saml.ts").BoxyHQSAMLProfile
    >,
    Fits<import("@auth/core/providers/cognito").CognitoProfile, import("./catalogue/cognito.ts").CognitoProfile>,
    Fits<import("@auth/core/providers/concept2").Concept2Profile, import("./catalogue/concept2.ts").Concept2Profile>,
    Fits<import("@auth/core/providers/descope").DescopeProfile, import("./catalogue/descope.ts").DescopeProfile>,
    Fits<import("@auth/core/providers/discord").DiscordProfile, import("./catalogue/discord.ts").DiscordProfile>,
    Fits<import("@auth/core/providers/dribbble").DribbbleProfile, import("./catalogue/dribbble.ts").DribbbleProfile>,
    Fits<
      import("@auth/core/providers/duende-identity-server6").DuendeISUser,
      import("./catalogue/duende-identity-server6.ts").DuendeISUser
    >,
    Fits<
      import("@auth/core/providers/eventbrite").EventbriteProfile,
      import("./catalogue/eventbrite.ts").EventbriteProfile
    >,
    Fits<
      import("@auth/core/providers/eveonline").EVEOnlineProfile,
      import("./catalogue/eveonline.ts").EVEOnlineProfile
    >,
    Fits<import("@auth/core/providers/facebook").FacebookProfile, import("./catalogue/facebook.ts").FacebookProfile>,
    Fits<import("@auth/core/providers/frontegg").FronteggProfile, import("./catalogue/frontegg.ts").FronteggProfile>,
    Fits<
      import("@auth/core/providers/fusionauth").FusionAuthProfile,
      import("./catalogue/fusionauth.ts").FusionAuthProfile
    >,
    Fits<import("@auth/core/providers/github").GitHubEmail, import("./catalogue/github.ts").GitHubEmail>,
    Fits<import("@auth/core/providers/github").GitHubProfile, import("./catalogue/github.ts").GitHubProfile>,
    Fits<import("@auth/core/providers/gitlab").GitLabProfile, import("./catalogue/gitlab.ts").GitLabProfile>,
    Fits<import("@auth/core/providers/google").GoogleProfile, import("./catalogue/google.ts").GoogleProfile>,
    Fits<
      import("@auth/core/providers/huggingface").HuggingfaceProfile,
      import("./catalogue/huggingface.ts").HuggingfaceProfile
    >,
    Fits<import("@auth/core/providers/kakao").DateTime, import("./catalogue/kakao.ts").DateTime>,
    Fits<import("@auth/core/providers/kakao").Gender, import("./catalogue/kakao.ts").Gender>,
    Fits<import("@auth/core/providers/kakao").Birthday, import("./catalogue/kakao.ts").Birthday>,
    Fits<import("@auth/core/providers/kakao").AgeRange, import("./catalogue/kakao.ts").AgeRange>,
    Fits<import("@auth/core/providers/kakao").KakaoProfile, import("./catalogue/kakao.ts").KakaoProfile>,
    Fits<import("@auth/core/providers/keycloak").KeycloakProfile, import("./catalogue/keycloak.ts").KeycloakProfile>,
    Fits<import("@auth/core/providers/kinde").KindeProfile, import("./catalogue/kinde.ts").KindeProfile>,
    Fits<import("@auth/core/providers/line").LineProfile, import("./catalogue/line.ts").LineProfile>,
    Fits<import("@auth/core/providers/linkedin").LinkedInProfile, import("./catalogue/linkedin.ts").LinkedInProfile>,
    Fits<import("@auth/core/providers/logto").LogtoProfile, import("./catalogue/logto.ts").LogtoProfile>,
    Fits<import("@auth/core/providers/mastodon").MastodonProfile, import("./catalogue/mastodon.ts").MastodonProfile>,
    Fits<
      import("@auth/core/providers/mattermost").MattermostProfile,
      import("./catalogue/mattermost.ts").MattermostProfile
    >,
    Fits<
      import("@auth/core/providers/microsoft-entra-id").MicrosoftEntraIDProfile,
      import("./catalogue/microsoft-entra-id.ts").MicrosoftEntraIDProfile
    >,
    Fits<import("@auth/core/providers/netsuite").NetSuiteProfile, import("./catalogue/netsuite.ts").NetSuiteProfile>,
    Fits<
      import("@auth/core/providers/nextcloud").NextcloudProfile,
      import("./catalogue/nextcloud.ts").NextcloudProfile
    >,
    Fits<import("@auth/core/providers/notion").Person, import("./catalogue/notion.ts").Person>,
    Fits<import("@auth/core/providers/notion").User, import("./catalogue/notion.ts").User>,
    Fits<import("@auth/core/providers/notion").Owner, import("./catalogue/notion.ts").Owner>,
    Fits<import("@auth/core/providers/notion").NotionProfile, import("./catalogue/notion.ts").NotionProfile>,
    Fits<import("@auth/core/providers/okta").OktaProfile, import("./catalogue/okta.ts").OktaProfile>,
    Fits<import("@auth/core/providers/ory-hydra").OryHydraProfile, import("./catalogue/ory-hydra.ts").OryHydraProfile>,
    Fits<import("@auth/core/providers/osu").OsuUserCompact, import("./catalogue/osu.ts").OsuUserCompact>,
    Fits<import("@auth/core/providers/osu").OsuProfile, import("./catalogue/osu.ts").OsuProfile>,
    Fits<import("@auth/core/providers/passage").PassageProfile, import("./catalogue/passage.ts").PassageProfile>,
    Fits<import("@auth/core/providers/patreon").PatreonProfile, import("./catalogue/patreon.ts").PatreonProfile>,
    Fits<import("@auth/core/providers/ping-id").PingProfile, import("./catalogue/ping-id.ts").PingProfile>,
    Fits<
      import("@auth/core/providers/pinterest").PinterestProfile,
      import("./catalogue/pinterest.ts").PinterestProfile
    >,
    Fits<import("@auth/core/providers/roblox").RobloxProfile, import("./catalogue/roblox.ts").RobloxProfile>,
    Fits<
      import("@auth/core/providers/salesforce").SalesforceProfile,
      import("./catalogue/salesforce.ts").SalesforceProfile
    >,
    Fits<
      import("@auth/core/providers/simplelogin").SimpleLoginProfile,
      import("./catalogue/simplelogin.ts").SimpleLoginProfile
    >,
    Fits<import("@auth/core/providers/slack").SlackProfile, import("./catalogue/slack.ts").SlackProfile>,
    Fits<import("@auth/core/providers/spotify").SpotifyImage, import("./catalogue/spotify.ts").SpotifyImage>,
    Fits<import("@auth/core/providers/spotify").SpotifyProfile, import("./catalogue/spotify.ts").SpotifyProfile>,
    Fits<import("@auth/core/providers/strava").StravaProfile, import("./catalogue/strava.ts").StravaProfile>,
    Fits<import("@auth/core/providers/threads").ThreadsProfile, import("./catalogue/threads.ts").ThreadsProfile>,
    Fits<import("@auth/core/providers/trakt").TraktUser, import("./catalogue/trakt.ts").TraktUser>,
    Fits<import("@auth/core/providers/twitch").TwitchProfile, import("./catalogue/twitch.ts").TwitchProfile>,
    Fits<
      import("@auth/core/providers/united-effects").UnitedEffectsProfile,
      import("./catalogue/united-effects.ts").UnitedEffectsProfile
    >,
    Fits<import("@auth/core/providers/vipps").VippsProfile, import("./catalogue/vipps.ts").VippsProfile>,
    Fits<import("@auth/core/providers/vk").VkProfile, import("./catalogue/vk.ts").VkProfile>,
    Fits<import("@auth/core/providers/webex").WebexProfile, import("./catalogue/webex.ts").WebexProfile>,
    Fits<import("@auth/core/providers/wechat").WeChatProfile, import("./catalogue/wechat.ts").WeChatProfile>,
    Fits<import("@auth/core/providers/wikimedia").WikimediaGroup, import("./catalogue/wikimedia.ts").WikimediaGroup>,
    Fits<import("@auth/core/providers/wikimedia").WikimediaGrant, import("./catalogue/wikimedia.ts").WikimediaGrant>,
    Fits<import("@auth/core/providers/wikimedia").WikimediaRight, import("./catalogue/wikimedia.ts").WikimediaRight>,
    Fits<
      import("@auth/core/providers/wikimedia").WikimediaProfile,
      import("./catalogue/wikimedia.ts").WikimediaProfile
    >,
    Fits<import("@auth/core/providers/workos").WorkOSProfile, import("./catalogue/workos.ts").WorkOSProfile>,
    Fits<import("@auth/core/providers/yandex").YandexProfile, import("./catalogue/yandex.ts").YandexProfile>,
    Fits<import("@auth/core/providers/zitadel").ZitadelProfile, import("./catalogue/zitadel.ts").ZitadelProfile>,
    Fits<import("@auth/core/providers/zoom").ZoomProfile, import("./catalogue/zoom.ts").ZoomProfile>,
  ]
> = true

type Every<T, List extends readonly T[]> = List extends readonly T[] ? true : never

// A callback as an Auth.js app has it
export const github = GitHub({
  profile(profile: GitHubProfile) {
    const login: string = profile.login
    // @ts-expect-error -- it may be null
    const name: string = profile.name
    return { id: String(profile.id), name: name || login, image: profile.avatar_url, plan: profile["planned"] }
  },
})
export const discord = Discord<import("./catalogue/discord.ts").DiscordProfile>({
  profile: ({ id, username, global_name }) => ({ id, name: global_name ?? username }),
})

// With the preset, a field that a provider wraps around the user is there too
export const handle = ({ username, data }: TwitterProfile): string[] => [username, data.username]

// Without an annotation, the callback gets the provider's own profile. Fields that it doesn't name are untyped
export const inferred: ProviderConfig[] = [
  GitHub({
    profile(profile) {
      const { login }: GitHubProfile = profile
      // @ts-expect-error -- it may be null
      const name: string = profile.name
      return { id: String(profile.id), name: name || login, role: profile["role"] ?? "member" }
    },
  }),
  AzureAD({
    profile: async (profile) => {
      const { sub, name }: MicrosoftEntraIDProfile = profile
      return { id: sub, name }
    },
  }),
]

// An annotation of the app's own still decides, whatever it is
export const annotated: ProviderConfig[] = [
  GitHub({ profile: (profile: { id: number; handle: string }) => ({ id: String(profile.id), name: profile.handle }) }),
  GitHub({ profile: (profile: ReturnType<typeof JSON.parse>) => ({ id: profile.id, name: profile.any.thing }) }),
  GitHub({ profile: (profile: Record<string, unknown>) => ({ id: String(profile["id"]) }) }),
  GitHub<Profile>({ profile: (profile) => ({ id: String(profile.sub), name: profile.name ?? null }) }),
]
