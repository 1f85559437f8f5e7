// Words and constructions that Latchkit's prose avoids, and what to write instead.

/**
 * One row for each: `find` matches the text without code, `instead` says what to write instead.
 * A match doesn't count if `except` matches the text around it.
 *
 * @type {readonly { find: RegExp, instead: string, except?: RegExp }[]}
 */
export const RETIRED_WORDS = [
  // Sentences without an actor
  { find: /\bwho(?:m|so)?ever\b/i, instead: 'Name the actor: "anyone who", "an attacker", "the user".' },
  {
    find: /\b(?:some|no|any|every)body\b(?!-)/i,
    instead: 'Name the actor: "a user", "an attacker", "no one", "anyone".',
  },
  { find: /\bwhat of\b/i, instead: "Name the thing." },
  { find: /\bthat of\b/i, instead: "Repeat the noun.", except: /\b(?:like|than|so|think|see) that of\b/i },
  { find: /\bthe ones? (?:that|who|whose|which)\b/i, instead: "Repeat the noun." },
  { find: /\b(?:of|for) what (?:is|are|was|were)\b/i, instead: "Name the thing." },
  { find: /\bwhat is none\b|\b(?:which|that) (?:is|are) none\b/i, instead: 'Write "if it isn\'t a …".' },
  { find: /\bwhere(?:ver)? there(?: is|'s| are| was| were)\b/i, instead: 'Write "if there is …", "if there is no …".' },
  {
    find: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|such\b|matter\b|one\b|less\b|later\b)/i,
    instead: 'Write "isn\'t a …", "aren\'t …".',
    except: /\b(?:there|here|that there|if there|as there) (?:is|are|was|were) no /i,
  },
  { find: /\banything but\b/i, instead: 'Write "anything else …".' },
  { find: /\ball the same\b/i, instead: 'Write "anyway", "still".' },
  { find: /\b(?!(?:set|put|it|them|step|leave|left|lay)s? )\w+ aside\b/i, instead: 'Write "except for …".' },
  {
    find: /\b(?:lest|thereof|whereof|wherein|whereby|therein|hereby|hence|whence|thence)\b/i,
    instead: "Use an everyday word.",
  },
  {
    find: /\bwould (?:have been ours|lead elsewhere)\b|\bleads? elsewhere\b|\bled on\b/i,
    instead: 'Write "redirects to …".',
  },
  { find: /\b(?:was|were|is|are) wanted\b/i, instead: 'Write "expected …".' },
  { find: /\b(?:says|said|say) of itself\b/i, instead: 'Write "claims".' },
  { find: /\b(?:does|do|did) not hold\b|\b(?:doesn|don|didn)['’]t hold\b/i, instead: 'Write "fails validation".' },

  // The retired vocabulary
  { find: /\bvisitors?\b/i, instead: 'Write "user", signed in or not; "anonymous user" where it matters.' },
  { find: /\bways? in\b/i, instead: 'Write "sign-in method".', except: /\bways? in (?:which|that)\b/i },
  { find: /\bways? out\b/i, instead: 'Write "sign-out".' },
  {
    find: /\brefus(?:e|es|ed|al|als|ing)\b/i,
    instead: 'Write "reject", "error".',
    except: /\bconnections?\b.{0,20}\brefus|\brefus(?:e|es|ed|ing) (?:the |a )?connections?\b/i,
  },
  { find: /\bmailed\b/i, instead: 'Write "magic link", "emailed", "sent".', except: /\bemailed\b/i },
  {
    find: /(?<![-\w])mails?\b(?!-)/i,
    instead: 'Write "email".',
    except:
      /\bmails? (?:server|client|app|program|transfer|agent|provider|exchanger|box|scanner|system)s?\b|\bMail\.ru\b/i,
  },
  { find: /\bbeside the page\b/i, instead: 'Write "popup sign-in".' },
  {
    find: /\b(?:tick|ticked|check|checked|beside|below|under) the box\b|\bthe box (?:is|was|says|below)\b/i,
    instead: 'Write "the checkbox".',
  },
  { find: /\b(?:a|the|each|every|one) readings?\b/i, instead: 'Write "session lookup".' },
  {
    find: /\bthe service\b(?! (?:worker|account))/i,
    instead: 'Write "Latchkit", "the handler", or the name of the other service.',
    except: /\bthe service(?:'s)? (?:worker|account|provider|desk)\b/i,
  },
  {
    find: /\banswer(?:s|ed|ing)?\b/i,
    instead: 'Write "return" for a function, "respond" or "response" for a server, "resolve" for a promise.',
  },
  {
    find: /\b(?:host|hosting) app(?:lication)?s?\b|\bthe host (?:may(?! be\b)|can|must|allows?|wants?|chooses?|decides?|sets?|gives?)\b/i,
    instead: 'Write "your app"; "host" means a hostname.',
  },
  { find: /\bdraw(?:s|n|ing)?\b/i, instead: 'Write "render".', except: /\bdrawn? (?:at random|from|attention)\b/i },
]

/** Sentences may not begin with these words, unless they ask a question. Headings may. */
export const RETIRED_OPENINGS = [
  { find: /^(?:What|Who|Whom|Whose|Which)\b/, instead: "Start with a verb, or name the actor." },
  { find: /^Of\b(?! course)[^,]*$/, instead: "Start with the subject." },
  { find: /^Nor\b/, instead: "Start with the subject." },
]

/** Names that the code used to have. They are looked for in code too. */
export const RETIRED_NAMES = [
  { find: /^(?:Visit)$/, instead: "Write `RequestContext`." },
  { find: /^(?:Exchange)$/, instead: "Write `AuthRequest`." },
  { find: /^(?:Routed)$/, instead: "Write `ActionContext`." },
  { find: /^(?:Happening)$/, instead: "Write `PendingEvent`." },
  { find: /^(?:Identified)$/, instead: "Write `VerifiedIdentity`." },
  { find: /^(?:Settled|settle)$/, instead: "Write `ResolvedAccount`, `resolveAccount`." },
  { find: /^(?:Holdings)$/, instead: "Write `UserCredentials`." },
  { find: /^(?:Flow)$/, instead: "Write `AuthorizationTransaction`." },
  { find: /^(?:Party)$/, instead: "Write `ProviderClient`." },
  { find: /^(?:turnOf)$/, instead: "Write `lockKey`." },
  { find: /^(?:Surroundings)$/, instead: "Write `ServiceOptions`." },
  { find: /^(?:wayOut)$/, instead: "Write `endSessionRedirect`." },
  { find: /^(?:putOut)$/, instead: "Write `evictUnverified`." },
  { find: /^(?:atCallback)$/, instead: "Write `onCallback`." },
  { find: /(?:^|\/)known\.ts$/, instead: "Write `oneOf`." },
  { find: /(?:^|\/)once\.ts$/, instead: "Write `replay-store.ts`." },
  { find: /(?:^|\/)seen\.ts$/, instead: "Write `is-navigation.ts`." },
  { find: /(?:^|\/)typed\.ts$/, instead: "Write `form-prefill.ts`." },
  { find: /(?:^|\/)still\.ts$/, instead: "Write `revalidate.ts`." },
  { find: /(?:^|\/)said\.ts$/, instead: "Write `decode-unverified.ts`." },
  { find: /(?:^|\/)ask\.ts$/, instead: "Write `fetch-action.ts`." },
]
