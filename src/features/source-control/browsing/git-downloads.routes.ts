// Files and archives of repositories, beside the API. Whatever somebody pushed, nothing of it runs: pictures and texts are shown
// in place, texts as plain ones, PDF in the viewer that browsers have, which runs apart from the page, and all else is saved.
import { invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { contentDisposition, isNotModified } from '../../../platform/http/index.ts';
import type { StreamAnswer, StreamRequest, StreamRoute } from '../../../platform/http/index.ts';
import { findInlineType } from '../../attachments/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { SvnBrowsing } from './svn-browsing.service.ts';
import type { ArchiveFormat, Download, GitDownloads } from './git-downloads.service.ts';

const base = '/repositories/:id';
/** Largest number of a revision; a larger one is answered 400. */
const revisionMax = 2_147_483_647;
/** Characters of a branch, a tag or a hash; more are answered 400. */
const referenceMax = 250;
/** Characters of a path; more are answered 400. */
const pathMax = 4096;

export const downloadRoutes = (downloads: GitDownloads): StreamRoute<Viewer>[] => [
  {
    methods: ['GET'],
    url: `${base}/raw`,
    access: 'optional',
    isChange: () => false,
    async handle(viewer, request) {
      const query = queryOf(request);
      const place = { reference: textOf(query, 'ref', referenceMax), path: textOf(query, 'path', pathMax) };
      const file = await downloads.openFile(viewer, idOf(request), place, request);
      return answer(file, request, await typeOf(file, query.get('download') === '1'));
    },
  },
  {
    methods: ['GET'],
    url: `${base}/archive`,
    access: 'optional',
    isChange: () => false,
    async handle(viewer, request) {
      const query = queryOf(request);
      const wish = { reference: textOf(query, 'ref', referenceMax), format: formatOf(query.get('format') ?? 'zip') };
      const archive = await downloads.openArchive(viewer, idOf(request), wish, request);
      const type = wish.format === 'zip' ? 'application/zip' : 'application/gzip';
      return answer(archive, request, { type, isInline: false });
    },
  },
];

export const svnDownloadRoutes = (browsing: Pick<SvnBrowsing, 'openFile'>): StreamRoute<Viewer>[] => [
  {
    methods: ['GET'],
    url: '/svn-repositories/:id/raw',
    access: 'optional',
    isChange: () => false,
    async handle(viewer, request) {
      const query = queryOf(request);
      const place = { path: textOf(query, 'path', pathMax), revision: revisionOf(query.get('revision')) };
      const file = await browsing.openFile(viewer, idOf(request), place, request);
      return answer(file, request, await typeOf(file, query.get('download') === '1'));
    },
  },
];

function revisionOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,10}$/.test(text) && Number(text) <= revisionMax) return Number(text);
  throw invalid(says('code.revision')`must be a revision number`, 'revision');
}

const queryOf = ({ url }: StreamRequest): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '');

function idOf({ params, url }: StreamRequest): number {
  const id = params['id'] ?? '';
  if (!/^\d{1,15}$/.test(id)) throw notFound(says('code.nothing-at')`there is nothing at ${url.split('?')[0] ?? ''}`);
  return Number(id);
}

function textOf(query: URLSearchParams, name: string, lengthMax: number): string {
  const text = query.get(name);
  if (text === null || text.length > lengthMax)
    throw invalid(says('code.given')`is required, with at most ${lengthMax} characters`, name);
  return text;
}

function formatOf(text: string): ArchiveFormat {
  if (text === 'zip' || text === 'tar.gz') return text;
  throw invalid(says('code.pack-format')`must be "zip" or "tar.gz"`, 'format');
}

const pdf = 'application/pdf';
const svg = 'image/svg+xml';

/** By its bytes, so that nothing is taken for what it only calls itself; a picture of vectors is a text, told apart by its name. */
async function typeOf({ name, head, text }: Download, isSaved: boolean): Promise<{ type: string; isInline: boolean }> {
  if (Buffer.from(head.subarray(0, 5)).toString('latin1') === '%PDF-') return { type: pdf, isInline: !isSaved };
  const picture = await findInlineType(head);
  const plain = text?.charset === undefined ? 'text/plain' : `text/plain; charset=${text.charset}`;
  const type = picture ?? (text === undefined ? 'application/octet-stream' : /\.svg$/i.test(name) ? svg : plain);
  return { type, isInline: !isSaved && (picture !== undefined || text !== undefined) };
}

/** Viewers of PDF don't open in a sandbox. Theirs is the browser's: what runs in a PDF knows of no page and no address. */
const pdfPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";
const policy = "default-src 'none'; sandbox";
/** Pictures of vectors may be coloured by styles of their own. */
const policies: Readonly<Record<string, string>> = { [pdf]: pdfPolicy, [svg]: `${policy}; style-src 'unsafe-inline'` };

function answer(
  { name, hash, sizeBytes, largeFile, read }: Download,
  { headers: sent }: StreamRequest,
  { type, isInline }: { type: string; isInline: boolean },
): StreamAnswer {
  const state = largeFile === undefined ? undefined : largeFile.is_stored ? 'stored' : 'missing';
  const etag = `"${hash}${state === 'missing' ? '-missing' : ''}"`;
  const headers = {
    'content-type': type,
    'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', name),
    'content-security-policy': policies[type] ?? policy,
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
    etag,
    ...(largeFile === undefined ? {} : { 'x-large-file': `${state}; oid=${largeFile.oid}; size=${largeFile.size}` }),
  };
  if (isNotModified({ 'if-none-match': sent['if-none-match']?.toString() }, etag)) return { status: 304, headers };
  const length: Record<string, string> = sizeBytes === undefined ? {} : { 'content-length': String(sizeBytes) };
  return { status: 200, headers: { ...headers, ...length }, chunks: read() };
}
