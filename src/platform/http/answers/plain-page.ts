// Pages of a few sentences that need none of the files of the others.
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
export const chooseLanguage = (acceptLanguage = ''): 'en' | 'fr' =>
  /\b(?:en|fr)\b/.exec(acceptLanguage.toLowerCase())?.[0] === 'fr' ? 'fr' : 'en';

/** `title` and `content` are HTML. */
export function writePlainPage(page: { language: string; title: string; content: string }): PlainPage {
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
