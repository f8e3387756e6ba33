// The built pages: the document, which gets a nonce for each answer, and the files that it names.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeFile } from '../../platform/http/index.ts';
import type { ServedFile } from '../../platform/http/index.ts';
import { listPreloadedFiles, readManifest } from './preloaded-files.ts';
import type { Preview } from './previews.ts';

/** What a document tells before anything is read. */
export interface ShownSite {
  name: string;
  /** The colour of people who chose none. */
  variant: string;
  /** The last event of the log and the version of the site, from which on the page listens; for people who may be signed in. */
  moment?: { position: number; version: number } | undefined;
  /** What the page is about, where everybody may know it. */
  preview?: Preview | undefined;
}

/** In the order in which browsers get it; inlined data stands between. */
interface DocumentParts {
  frame: string;
  end: string;
}

export interface PageFiles {
  /**
   * The document with this nonce on its scripts and styles, with what the site is called and looks like, and with the files of
   * these modules, which it will ask for.
   */
  document(nonce: string, site: ShownSite, modules: readonly string[]): DocumentParts;
  /** A file by the name that the document has for it, a hash of its content inside. */
  find(name: string): ServedFile | undefined;
  favicon: ServedFile;
}

const nonceMark = '__NONCE__';
const forEver = { 'cache-control': 'public, max-age=31536000, immutable' };

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const writeMeta = (property: string, content: string): string =>
  `\n    <meta property="og:${property}" content="${escapeHtml(content)}" />`;

/** Puts in what everybody may know of the site and the page, the site's colour, so that the first paint has it, and its moment. */
export function writeSite(html: string, { name, variant, moment, preview }: ShownSite): string {
  const title = preview === undefined ? name : `${preview.title} · ${name}`;
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    writeMeta('site_name', name),
    writeMeta('title', preview?.title ?? name),
    ...(preview === undefined || preview.description === '' ? [] : [writeMeta('description', preview.description)]),
  ].join('');
  const listensFrom = moment === undefined ? '' : ` data-events="${moment.position}" data-site="${moment.version}"`;
  return html
    .replace('<html lang="en"', () => `<html lang="en" data-variant="${escapeHtml(variant)}"${listensFrom}`)
    .replace(/<title>[^<]*<\/title>/, () => head);
}

const linkFile = (file: string): string =>
  `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}" nonce="${nonceMark}">`;

/** The font of Latin letters, which every page needs, asked for before the styles that name it have come. */
const isFirstFont = (name: string): boolean => /^inter-latin-wght-normal-[^.]*\.woff2$/.test(name);

const preloadFont = (name: string): string =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${name}">`;

function splitDocument(html: string): DocumentParts {
  const place = html.lastIndexOf('</body>');
  return { frame: html.slice(0, place), end: html.slice(place) };
}

/** Reads a built application. Throws where a file is missing. */
export function readPageFiles(folder: URL): PageFiles {
  const html = readFileSync(new URL('index.html', folder), 'utf8');
  const manifest = readManifest(readFileSync(new URL('manifest.json', folder), 'utf8'));
  // One for each page and language.
  const documents = new Map<string, DocumentParts>();
  const write = (modules: readonly string[]): DocumentParts => {
    const links = [
      ...[...names].filter(isFirstFont).map(preloadFont),
      ...listPreloadedFiles(manifest, modules).map(linkFile),
    ];
    return splitDocument(html.replace('</head>', () => `${links.join('')}</head>`));
  };
  const assets = new URL('assets/', folder);
  const names = new Set(readdirSync(fileURLToPath(assets)));
  const files = new Map<string, ServedFile>();
  const read = (name: string, from: URL, headers: Record<string, string>): ServedFile => {
    const content = readFileSync(new URL(name, from));
    const packed = (suffix: string): Buffer | undefined =>
      names.has(`${name}${suffix}`) ? readFileSync(new URL(`${name}${suffix}`, from)) : undefined;
    const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    return { ...makeFile(type, content, headers), encodings: { br: packed('.br'), gzip: packed('.gz') } };
  };
  return {
    document(nonce, site, modules) {
      const key = modules.join();
      const { frame, end } = documents.get(key) ?? write(modules);
      documents.set(key, { frame, end });
      return { frame: writeSite(frame.replaceAll(nonceMark, nonce), site), end };
    },
    find(name) {
      if (!names.has(name) || /\.(?:br|gz)$/.test(name)) return undefined;
      const file = files.get(name) ?? read(name, assets, forEver);
      files.set(name, file);
      return file;
    },
    favicon: read('favicon.svg', folder, { 'cache-control': 'public, max-age=86400' }),
  };
}
