// What a person sees in a browser in the place of a page of the program: a few sentences that need none of its files.
import { randomBytes } from 'node:crypto';
export interface PlainPage {
  html: string;
  headers: Record<string, string>;
}

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1f2933;background:#fff}' +
  'h1{font-size:1.5rem}pre{background:#f0f2f5;padding:.75rem;border-radius:.375rem;overflow-x:auto}' +
  '@media(prefers-color-scheme:dark){body{color:#e4e7eb;background:#16191d}pre{background:#23282e}a{color:#8ab4f8}}';

/** The first language of a browser that there are texts in. */
const chooseLanguage = (acceptLanguage = ''): 'en' | 'fr' =>
  /\b(?:en|fr)\b/.exec(acceptLanguage.toLowerCase())?.[0] === 'fr' ? 'fr' : 'en';

/** `title` and `content` are HTML. */
function writePlainPage(page: { language: string; title: string; content: string }): PlainPage {
  const nonce = randomBytes(18).toString('base64url');
  return {
    html:
      `<!doctype html><html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${page.title}</title><style nonce="${nonce}">${style}</style></head><body><main><h1>${page.title}</h1>` +
      `${page.content}</main></body></html>`,
    headers: {
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
      vary: 'Accept, Accept-Language',
    },
  };
}

// --- the site answers over HTTPS alone, and nobody has said where that is ---

interface HttpsTexts {
  title: string;
  why: string;
  lead: string;
  /** What to do, with the command for it. */
  ways: readonly { text: string; command: string }[];
  more: string;
}

const proxyCommand = 'tepal config set sys_trusted_proxies 127.0.0.1';
const tlsCommand =
  'tepal config set tls_certificate_file /etc/ssl/forge.pem\ntepal config set tls_key_file /etc/ssl/forge.key';
const plainCommand = 'tepal config set sys_rest_api_over_http 1';

const englishHttps: HttpsTexts = {
  title: 'This site answers over HTTPS only',
  why: 'Your browser asked over plain HTTP, where others on the way could read passwords. Try the same address with https://.',
  lead: 'Do you run this server? Choose one, in a terminal on it, with the same --data as "tepal serve":',
  ways: [
    { text: 'A reverse proxy provides HTTPS. Name its address, then start Tepal again:', command: proxyCommand },
    { text: 'Tepal provides HTTPS. Name the certificate and its key, then start it again:', command: tlsCommand },
    {
      text: 'Plain HTTP is good enough, as on a trusted network or for a trial. Then reload this page:',
      command: plainCommand,
    },
  ],
  more: 'More is in docs/administration.md, under TLS.',
};

const frenchHttps: HttpsTexts = {
  title: 'Ce site ne répond qu’en HTTPS',
  why: 'Votre navigateur a demandé la page en HTTP simple, où d’autres pourraient lire les mots de passe en chemin. Essayez la même adresse avec https://.',
  lead: 'Vous gérez ce serveur ? Choisissez une solution, dans un terminal du serveur, avec le même --data que « tepal serve » :',
  ways: [
    { text: 'Un proxy inverse fournit HTTPS. Indiquez son adresse, puis redémarrez Tepal :', command: proxyCommand },
    { text: 'Tepal fournit HTTPS. Indiquez le certificat et sa clé, puis redémarrez-le :', command: tlsCommand },
    {
      text: 'HTTP simple suffit, par exemple sur un réseau de confiance ou pour un essai. Puis rechargez cette page :',
      command: plainCommand,
    },
  ],
  more: 'Pour en savoir plus : docs/administration.md, section TLS.',
};

/** The page and its headers, in the first of these languages that there are texts in. */
export function writeHttpsPage(acceptLanguage: string | undefined): PlainPage {
  const language = chooseLanguage(acceptLanguage);
  const { title, why, lead, ways, more } = language === 'fr' ? frenchHttps : englishHttps;
  // Commands are focusable, as they scroll by themselves in a narrow window.
  const list = ways
    .map(({ text, command }) => `<li>${text}<pre tabindex="0"><code>${command}</code></pre></li>`)
    .join('');
  return writePlainPage({ language, title, content: `<p>${why}</p><p>${lead}</p><ol>${list}</ol><p>${more}</p>` });
}

// --- a link to a file that its reader may not have ---

const missingFileTexts = {
  en: {
    title: 'File not found or no access',
    why: 'The file was deleted, or you do not have permission to open it. Ask the person who sent you the link.',
    home: 'Home page',
  },
  fr: {
    title: 'Fichier introuvable ou accès refusé',
    why: 'Le fichier a été supprimé, ou vous n’avez pas la permission de l’ouvrir. Demandez à la personne qui vous a envoyé le lien.',
    home: 'Accueil',
  },
};

export function writeMissingFilePage(acceptLanguage: string | undefined): PlainPage {
  const language = chooseLanguage(acceptLanguage);
  const { title, why, home } = missingFileTexts[language];
  return writePlainPage({ language, title, content: `<p>${why}</p><p><a href="/">${home}</a></p>` });
}
