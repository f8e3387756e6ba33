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

/** Files are read when they are asked for: a build may replace them while the server runs. */
function findFile(name: string): ServedFile | undefined {
  const folder = [built, checkout].find((one) => existsSync(new URL('index.html', one)));
  if (folder === undefined) return undefined;
  const names = new Set(readdirSync(fileURLToPath(folder)));
  const file = [name === '' ? 'index.html' : name, `${name}.html`].find((one) => names.has(one));
  const type = types[file?.slice(file.lastIndexOf('.') + 1) ?? ''];
  if (file === undefined || type === undefined) return undefined;
  const content = readFileSync(new URL(file, folder));
  return file.endsWith('.html') ? dressPage(content.toString('utf8')) : makeFile(type, content);
}

export const docsFiles = (): FileRoute[] => [
  { url: '/docs', find: () => findFile(''), isFolder: true, isPage: true },
  { url: '/docs/:name', find: findFile, isPage: true },
];
