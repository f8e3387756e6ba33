// Serves the documentation, without credentials. `npm run build` writes it to site/ beside this module, `npm run docs` and
// `npm start` to docs/dist/ of a checkout.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeFile } from '../../platform/http/index.ts';
import type { FileRoute, ServedFile } from '../../platform/http/index.ts';

const built = new URL('./site/', import.meta.url);
const checkout = new URL('../../../docs/dist/', import.meta.url);

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
};

/** Only the pages' own script and styles run, which carry the nonce, so that no uploaded file is one. */
function dressPage(html: string): ServedFile {
  const nonce = randomBytes(16).toString('base64url');
  return makeFile(
    'text/html; charset=utf-8',
    html.split(/(?<=<(?:script|link rel="stylesheet"))/).join(` nonce="${nonce}"`),
    {
      'referrer-policy': 'no-referrer',
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        `style-src 'nonce-${nonce}'`,
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
    },
  );
}

type Site = ReadonlyMap<string, Buffer>;

/** All files of the site; undefined where it was not built. */
function readSite(): Site | undefined {
  const folder = [built, checkout].find((one) => existsSync(new URL('index.html', one)));
  if (folder === undefined) return undefined;
  return new Map(readdirSync(fileURLToPath(folder)).map((name) => [name, readFileSync(new URL(name, folder))]));
}

/** The documentation as it is when it is first asked for. Pages also have addresses without `.html`. */
export function docsFiles(): FileRoute[] {
  let site: Site | undefined;
  const files = new Map<string, ServedFile>();
  const find = (asked: string): ServedFile | undefined => {
    site ??= readSite();
    const name = asked === '' ? 'index.html' : site?.has(asked) === true ? asked : `${asked}.html`;
    const content = site?.get(name);
    const type = types[name.slice(name.lastIndexOf('.') + 1)];
    if (content === undefined || type === undefined) return undefined;
    if (name.endsWith('.html')) return dressPage(content.toString('utf8'));
    const file = files.get(name) ?? makeFile(type, content);
    files.set(name, file);
    return file;
  };
  return [
    { url: '/docs', find: () => find(''), isFolder: true, isPage: true },
    { url: '/docs/:name', find, isPage: true },
  ];
}
