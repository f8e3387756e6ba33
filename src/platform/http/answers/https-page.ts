// What a person sees in a browser where the site answers over HTTPS alone, and nobody has said where that is: the pages themselves may
// not be sent, so it stands by itself.
import { chooseLanguage, writePlainPage } from './plain-page.ts';
import type { PlainPage } from './plain-page.ts';

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

/** The page and its headers, in the first of these languages that there are texts in. */
export function writeHttpsPage(acceptLanguage: string | undefined): PlainPage {
  const language = chooseLanguage(acceptLanguage);
  const { title, why, lead, ways, more } = language === 'fr' ? french : english;
  // Commands are focusable, as they scroll by themselves in a narrow window.
  const list = ways
    .map(({ text, command }) => `<li>${text}<pre tabindex="0"><code>${command}</code></pre></li>`)
    .join('');
  return writePlainPage({ language, title, content: `<p>${why}</p><p>${lead}</p><ol>${list}</ol><p>${more}</p>` });
}
