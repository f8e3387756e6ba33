// The built pages: the document, which gets a nonce for each answer, and the files that it names.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeFile } from '../../platform/http/index.ts';
import type { ServedFile } from '../../platform/http/index.ts';
import { gatherFiles, listEarlyFiles, readManifest, readTogether } from './early-files.ts';
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
  /** Addresses of the first reads in JSON without `<`, and whether the document brings the answers; else the page asks at once. With the page itself, drawn, where it may. */
  first?: { expected: string; isBrought: boolean; isDrawn: boolean };
}

/** In the order in which browsers get it; what a page brings stands between. */
export interface DocumentParts {
  frame: string;
  /** The program, which `tepalStart` of web/index.html takes, where what is drawn comes before it. */
  program: string;
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
export function writeSite(html: string, { name, variant, moment, preview, first }: ShownSite): string {
  const title = preview === undefined ? name : `${preview.title} · ${name}`;
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    writeMeta('site_name', name),
    writeMeta('title', preview?.title ?? name),
    ...(preview === undefined || preview.description === '' ? [] : [writeMeta('description', preview.description)]),
  ].join('');
  const listensFrom = moment === undefined ? '' : ` data-events="${moment.position}" data-site="${moment.version}"`;
  const expects =
    first === undefined
      ? ''
      : ` data-${first.isBrought ? 'brought' : 'asked'}="${escapeHtml(first.expected)}"${first.isDrawn ? ' data-draws' : ''}`;
  return html
    .replace('<html lang="en"', () => `<html lang="en" data-variant="${escapeHtml(variant)}"${listensFrom}${expects}`)
    .replace(/<title>[^<]*<\/title>/, () => head);
}

const baseOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

function nameFile({ file, holds }: { file: string; holds: readonly string[] }): string {
  if (file.endsWith('.css')) return `<link rel="stylesheet" crossorigin href="/${file}" nonce="${nonceMark}">`;
  const held = holds.length === 0 ? '' : ` data-holds="${holds.map(baseOf).join(' ')}"`;
  return `<script async fetchpriority="high" crossorigin src="/${file}"${held} nonce="${nonceMark}"></script>`;
}

/** The font of Latin letters, which every page needs, asked for before the styles that name it have come. */
const isFirstFont = (name: string): boolean => /^inter-latin-wght-normal-[^.]*\.woff2$/.test(name);

const preloadFont = (name: string): string =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${name}">`;

const fileScripts = /<script async [^>]*><\/script>/g;
/** What has the first of them run. */
const programStart = /<script [^>]*>tepalRead\(("[^"]*")\)<\/script>/;

function splitDocument(html: string, isDrawn: boolean): DocumentParts {
  const place = html.lastIndexOf('</body>');
  const [frame, end] = [html.slice(0, place), html.slice(place)];
  if (!isDrawn) return { frame, program: '', end };
  const scripts = [...frame.matchAll(fileScripts)].map(([script]) => script).join('');
  const [start = '', name = ''] = programStart.exec(frame) ?? [];
  return {
    frame: frame.replaceAll(fileScripts, '').replace(start, ''),
    program: `<template id="program">${scripts}</template><script nonce="${nonceMark}">tepalStart(${name})</script>`,
    end,
  };
}

/** Reads a built application. Throws where a file is missing. */
export function readPageFiles(folder: URL): PageFiles {
  const html = readFileSync(new URL('index.html', folder), 'utf8');
  const manifest = readManifest(readFileSync(new URL('manifest.json', folder), 'utf8'));
  const together = readTogether(readFileSync(new URL('together.json', folder), 'utf8'));
  // One for each page and language.
  const documents = new Map<string, DocumentParts>();
  const write = (modules: readonly string[], isDrawn: boolean): DocumentParts => {
    const fonts = [...names].filter(isFirstFont).map(preloadFont);
    const tags = gatherFiles(listEarlyFiles(manifest, modules), together).map(nameFile);
    return splitDocument(
      html.replace('</head>', () => `${[...fonts, ...tags].join('')}</head>`),
      isDrawn,
    );
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
      const isDrawn = site.first?.isDrawn === true;
      const key = `${String(isDrawn)} ${modules.join()}`;
      const { frame, program, end } = documents.get(key) ?? write(modules, isDrawn);
      documents.set(key, { frame, program, end });
      const sign = (part: string): string => part.replaceAll(nonceMark, nonce);
      return { frame: writeSite(sign(frame), site), program: sign(program), end };
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
