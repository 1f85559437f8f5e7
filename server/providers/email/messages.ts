/** What a sign-in mail says; `{site}` and `{time}` are filled in. */
export interface MailMessages {
  dir?: "rtl"
  subject: string
  title: string
  button: string
  code: string
  codeHint: string
  expires: string
  ignore: string
}

const en: MailMessages = {
  subject: "Sign in to {site}",
  title: "Sign in to {site}",
  button: "Sign in",
  code: "Or type this code where you asked for it:",
  codeHint: "The code is good for 10 minutes and works only there. Give it to nobody.",
  expires: "The link works once, until {time}.",
  ignore: "If you did not ask for this mail, you can ignore it: nobody gets in without it.",
}

const MESSAGES: Readonly<Record<string, MailMessages | undefined>> = {
  en,
  de: {
    subject: "Anmelden bei {site}",
    title: "Anmelden bei {site}",
    button: "Anmelden",
    code: "Oder geben Sie diesen Code dort ein, wo Sie ihn angefordert haben:",
    codeHint: "Der Code gilt 10 Minuten und nur dort. Geben Sie ihn niemandem weiter.",
    expires: "Der Link funktioniert einmal, bis {time}.",
    ignore: "Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie ignorieren: Ohne sie kommt niemand hinein.",
  },
  fr: {
    subject: "Connexion à {site}",
    title: "Connexion à {site}",
    button: "Se connecter",
    code: "Ou saisissez ce code là où vous l’avez demandé :",
    codeHint: "Le code est valable 10 minutes, à cet endroit seulement. Ne le donnez à personne.",
    expires: "Le lien fonctionne une fois, jusqu’au {time}.",
    ignore: "Si vous n’avez pas demandé cet e-mail, vous pouvez l’ignorer : personne n’entre sans lui.",
  },
  es: {
    subject: "Iniciar sesión en {site}",
    title: "Iniciar sesión en {site}",
    button: "Iniciar sesión",
    code: "O escribe este código donde lo pediste:",
    codeHint: "El código vale 10 minutos y solo allí. No se lo des a nadie.",
    expires: "El enlace funciona una vez, hasta el {time}.",
    ignore: "Si no pediste este correo, puedes ignorarlo: sin él no entra nadie.",
  },
  pt: {
    subject: "Entrar em {site}",
    title: "Entrar em {site}",
    button: "Entrar",
    code: "Ou digite este código onde você o pediu:",
    codeHint: "O código vale por 10 minutos e só ali. Não o dê a ninguém.",
    expires: "O link funciona uma vez, até {time}.",
    ignore: "Se você não pediu este e-mail, pode ignorá-lo: ninguém entra sem ele.",
  },
  it: {
    subject: "Accedi a {site}",
    title: "Accedi a {site}",
    button: "Accedi",
    code: "Oppure digita questo codice dove lo hai richiesto:",
    codeHint: "Il codice vale 10 minuti e solo lì. Non darlo a nessuno.",
    expires: "Il link funziona una volta, fino al {time}.",
    ignore: "Se non hai richiesto questa e-mail, puoi ignorarla: senza di essa non entra nessuno.",
  },
  nl: {
    subject: "Inloggen bij {site}",
    title: "Inloggen bij {site}",
    button: "Inloggen",
    code: "Of typ deze code waar je erom vroeg:",
    codeHint: "De code is 10 minuten geldig en werkt alleen daar. Geef hem aan niemand.",
    expires: "De link werkt één keer, tot {time}.",
    ignore: "Heb je niet om deze mail gevraagd? Dan kun je hem negeren: zonder de mail komt niemand binnen.",
  },
  pl: {
    subject: "Logowanie do {site}",
    title: "Logowanie do {site}",
    button: "Zaloguj się",
    code: "Albo wpisz ten kod tam, gdzie o niego prosisz:",
    codeHint: "Kod jest ważny 10 minut i działa tylko tam. Nie podawaj go nikomu.",
    expires: "Link działa raz, do {time}.",
    ignore: "Jeśli nie prosisz o tę wiadomość, możesz ją zignorować: bez niej nikt się nie zaloguje.",
  },
  ja: {
    subject: "{site} へのログイン",
    title: "{site} へのログイン",
    button: "ログイン",
    code: "または、このコードをログイン画面に入力してください：",
    codeHint: "コードの有効期限は 10 分で、その画面でのみ使えます。誰にも教えないでください。",
    expires: "リンクは 1 回だけ、{time} まで使えます。",
    ignore: "このメールに心当たりがない場合は無視してください。このメールなしでは誰もログインできません。",
  },
  zh: {
    subject: "登录 {site}",
    title: "登录 {site}",
    button: "登录",
    code: "或在您请求登录的页面输入此验证码：",
    codeHint: "验证码 10 分钟内有效，且仅在该页面有效。请勿告诉任何人。",
    expires: "链接只能使用一次，有效期至 {time}。",
    ignore: "如果您没有请求此邮件，可以忽略：没有它任何人都无法登录。",
  },
  ar: {
    dir: "rtl",
    subject: "تسجيل الدخول إلى {site}",
    title: "تسجيل الدخول إلى {site}",
    button: "تسجيل الدخول",
    code: "أو اكتب هذا الرمز حيث طلبته:",
    codeHint: "الرمز صالح لمدة 10 دقائق وهناك فقط. لا تعطه لأحد.",
    expires: "يعمل الرابط مرة واحدة، حتى {time}.",
    ignore: "إذا لم تطلب هذه الرسالة فيمكنك تجاهلها: لا يمكن لأحد الدخول من دونها.",
  },
}

const MAX_HEADER = 200

/** The first language that the visitor's browser prefers and that there are words in; English otherwise. */
export function languageOf(acceptLanguage: string | null): { lang: string; words: MailMessages } {
  const wanted = (acceptLanguage ?? "")
    .slice(0, MAX_HEADER)
    .split(",")
    .map((part, index) => ({ tag: part.split(";")[0]?.trim().toLowerCase() ?? "", weight: weightOf(part), index }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  for (const { tag } of wanted) {
    const lang = tag.split("-")[0] ?? ""
    const words = Object.hasOwn(MESSAGES, lang) ? MESSAGES[lang] : undefined
    if (words) return { lang, words }
  }
  return { lang: "en", words: en }
}

function weightOf(part: string): number {
  const weight = /;\s*q=([\d.]+)/.exec(part)?.[1]
  return weight === undefined ? 1 : Number(weight) || 0
}
