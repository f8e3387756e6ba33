// The explorer's page with its scripts and styles: ours from page/, the rest from the package swagger-ui-dist.
// A build copies the package's files to swagger-ui/ beside this module, so that an installed Tepal needs no package.
import { hash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { makeFile } from '../../platform/http/index.ts';
import type { ServedFile } from '../../platform/http/index.ts';

export interface ExplorerAssets {
  /** With a nonce of its own each time. */
  page(): ServedFile;
  /** Scripts and styles by the names that the page uses, each with a hash of its content inside. */
  files: ReadonlyMap<string, ServedFile>;
}

/**
 * Only the page's own scripts and styles run, which carry the nonce. Images may also be data: URLs, since the package's style
 * sheet draws its arrows that way. Nothing inline runs or styles.
 */
const policyFor = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

const forEver = { 'cache-control': 'public, max-age=31536000, immutable' };

const readOwn = (name: string): Buffer => readFileSync(new URL(`./page/${name}`, import.meta.url));

function readPackaged(name: string, findInPackage: () => string): Buffer {
  const copied = new URL(`./swagger-ui/${name}`, import.meta.url);
  return readFileSync(existsSync(copied) ? copied : new URL(findInPackage()));
}

/** Reads all files; throws when one is missing. The hashes in their names let browsers keep them for ever. */
export function readExplorerAssets(): ExplorerAssets {
  const contents = {
    'swagger-ui.css': readPackaged('swagger-ui.css', () => import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
    'swagger-ui-bundle.js': readPackaged('swagger-ui-bundle.js', () =>
      import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
    ),
    'explorer.css': readOwn('explorer.css'),
    'explorer.mjs': readOwn('explorer.mjs'),
  };
  const files = new Map<string, ServedFile>();
  let html = readOwn('explorer.html').toString('utf8');
  for (const [name, content] of Object.entries(contents)) {
    const hashedName = name.replace('.', `.${hash('sha256', content, 'hex').slice(0, 12)}.`);
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
    files.set(hashedName, makeFile(`${type}; charset=utf-8`, content, forEver));
    html = html.replace(`"${name}"`, `"assets/${hashedName}"`);
  }
  const parts = html.split(/(?<=<(?:script|link rel="stylesheet"))/);
  return {
    page() {
      const nonce = randomBytes(16).toString('base64url');
      const headers = { ...pageHeaders, 'content-security-policy': policyFor(nonce) };
      return makeFile('text/html; charset=utf-8', parts.join(` nonce="${nonce}"`), headers);
    },
    files,
  };
}
