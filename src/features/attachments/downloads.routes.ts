// Attachments as files, beside the API: whole or in part, and previews of images. Whatever somebody uploaded, nothing of it
// runs: what is an image by its content is shown in place, and everything else goes out as bytes without a type to be saved.
import { invalid, notFound, rangeNotSatisfiable } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { contentDisposition, isNotModified, readByteRange } from '../../platform/http/index.ts';
import type { StreamAnswer, StreamRequest, StreamRoute } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Attachments, Download } from './attachments.service.ts';

const base = '/plugins/tracker/attachments';

export const downloadRoutes = (attachments: Attachments): StreamRoute<Viewer>[] => {
  const routeTo = (url: string, open: (viewer: Viewer, id: number) => Promise<Download>): StreamRoute<Viewer> => ({
    methods: ['GET'],
    url,
    access: 'optional',
    isDocument: true,
    isChange: () => false,
    handle: async (viewer, request) => answerDownload(await open(viewer, readId(request)), request),
  });
  return [
    routeTo(`${base}/:file`, attachments.openDownload),
    routeTo(`${base}/preview/:file`, attachments.openPreview),
    {
      methods: ['GET'],
      url: `${base}/zip/:file`,
      access: 'optional',
      isDocument: true,
      isChange: () => false,
      async handle(viewer, { params, url }) {
        const chunks = await attachments.openZip(viewer, readIds(url));
        return {
          status: 200,
          headers: {
            'content-type': 'application/zip',
            'content-disposition': contentDisposition('attachment', params['file'] ?? 'files.zip'),
            'cache-control': 'private, no-cache',
          },
          chunks,
        };
      },
    },
  ];
};

/** The number before the name, which is for people alone. */
function readId({ params, url }: StreamRequest): number {
  const found = /^(\d{1,15})(?:-|$)/.exec(params['file'] ?? '');
  if (found === null) throw notFound(says('code.nothing-at')`there is nothing at ${url.split('?')[0] ?? ''}`);
  return Number(found[1]);
}

/** Files in one zip file. */
const zippedFilesMax = 500;

function readIds(url: string): number[] {
  const ids = (new URLSearchParams(url.split('?')[1] ?? '').get('ids') ?? '').split(',');
  if (ids.length > zippedFilesMax)
    throw invalid(
      says('file.many')`contains ${ids.length} files; at most ${zippedFilesMax} are allowed at once`,
      'ids',
    );
  if (!ids.every((id) => /^\d{1,15}$/.test(id)))
    throw invalid(says('file.numbers')`must be file IDs, separated by commas`, 'ids');
  return [...new Set(ids.map(Number))];
}

const headersOf = ({ name, inlineType, etag }: Download): Record<string, string> => ({
  'content-type': inlineType ?? 'application/octet-stream',
  'content-disposition': contentDisposition(inlineType === undefined ? 'attachment' : 'inline', name),
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-cache',
  'accept-ranges': 'bytes',
  etag,
});

/** RFC 9110, 13.2.2: If-None-Match before Range, and a Range only where If-Range names what there is. */
function answerDownload(download: Download, { headers: sent }: StreamRequest): StreamAnswer {
  const { sizeBytes, etag, read } = download;
  const headers = headersOf(download);
  if (isNotModified({ 'if-none-match': sent['if-none-match']?.toString() }, etag)) return { status: 304, headers };
  const isSame = sent['if-range'] === undefined || sent['if-range'] === etag;
  const range = isSame ? readByteRange(sent['range']?.toString(), sizeBytes) : undefined;
  if (range === 'none') throw rangeNotSatisfiable(sizeBytes);
  const { start, end } = range ?? { start: 0, end: sizeBytes };
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(end - start),
      ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end - 1}/${sizeBytes}` }),
    },
    chunks: read({ start, end }),
  };
}
