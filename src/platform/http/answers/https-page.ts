// What a person sees in a browser where the site answers over HTTPS alone, and nobody has said where that is: the pages themselves may
// not be sent, so it stands by itself.
import { randomBytes } from 'node:crypto';

interface Texts {
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

const english: Texts = {
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

const french: Texts = {
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

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1f2933;background:#fff}' +
  'h1{font-size:1.5rem}pre{background:#f0f2f5;padding:.75rem;border-radius:.375rem;overflow-x:auto}' +
  '@media(prefers-color-scheme:dark){body{color:#e4e7eb;background:#16191d}pre{background:#23282e}}';

/** The page and its headers, in the first of these languages that there are texts in. */
export function writeHttpsPage(acceptLanguage = ''): { html: string; headers: Record<string, string> } {
  const [first] = acceptLanguage.toLowerCase().match(/\b(?:en|fr)\b/) ?? ['en'];
  const { title, why, lead, ways, more } = first === 'fr' ? french : english;
  const nonce = randomBytes(18).toString('base64url');
  // Commands are focusable, as they scroll by themselves in a narrow window.
  const list = ways
    .map(({ text, command }) => `<li>${text}<pre tabindex="0"><code>${command}</code></pre></li>`)
    .join('');
  return {
    html:
      `<!doctype html><html lang="${first}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${title}</title><style nonce="${nonce}">${style}</style></head><body><main><h1>${title}</h1>` +
      `<p>${why}</p><p>${lead}</p><ol>${list}</ol><p>${more}</p></main></body></html>`,
    headers: {
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
      vary: 'Accept, Accept-Language',
    },
  };
}
