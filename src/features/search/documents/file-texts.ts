// The text in attachments: plain text, HTML and PDF. What can't be read has none, whatever is wrong with it.
import { extname } from 'node:path';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { decodeText } from '../../../platform/texts/text-encoding.ts';
import { ownProgram } from '../../../platform/programs/own-program.ts';
import { OwnProgramError, runOwnProgram } from '../../../platform/programs/run-own-program.ts';
import { plainText } from '../words/words.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

export interface TextFile {
  id: number;
  name: string;
  mime_type: string;
  path: string;
  size_bytes: number;
}

type TextFormat = 'plain' | 'html' | 'pdf';

/** Of plain text and HTML no more is looked at. */
const plainBytesMax = 1024 * 1024;
/** No more is kept of a file. */
const textLengthMax = 200_000;
/** Milliseconds that reading one PDF may take; then its process is ended. */
const pdfTimeMaxMs = 30_000;
const pdfMemoryMaxMb = 512;

const formatsByEnding: Readonly<Record<string, TextFormat>> = {
  '.pdf': 'pdf',
  '.htm': 'html',
  '.html': 'html',
  ...Object.fromEntries(
    [
      'txt',
      'text',
      'md',
      'markdown',
      'rst',
      'adoc',
      'csv',
      'tsv',
      'log',
      'json',
      'xml',
      'yaml',
      'yml',
      'ini',
      'conf',
      'toml',
    ]
      .concat(['diff', 'patch', 'sql', 'tex', 'eml', 'srt'])
      .map((ending) => [`.${ending}`, 'plain'] as const),
  ),
};

/** By the type that was declared, else by the ending of the name; undefined where no text is looked for. */
function formatOf({ mime_type, name }: TextFile): TextFormat | undefined {
  const type = mime_type.toLowerCase().split(';')[0]?.trim();
  if (type === 'application/pdf') return 'pdf';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type?.startsWith('text/') === true) return 'plain';
  return formatsByEnding[extname(name).toLowerCase()];
}

/** The text of a file; empty where there is none to be found. Throws what the store throws, and when `signal` is aborted. */
export async function readFileText(
  { blobs, logger }: { blobs: BlobStore; logger: Logger },
  file: TextFile,
  signal: AbortSignal | undefined,
): Promise<string> {
  const format = formatOf(file);
  if (format === undefined || file.size_bytes === 0) return '';
  const text =
    format === 'pdf' ? await readPdf({ blobs, logger }, file, signal) : await readPlain(blobs, file, format === 'html');
  return truncate(text.replaceAll('\u0000', '\ufffd').toWellFormed(), textLengthMax);
}

async function readPlain(blobs: BlobStore, { path, size_bytes }: TextFile, isHtml: boolean): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of blobs.read(path, { start: 0, end: Math.min(size_bytes, plainBytesMax) }))
    chunks.push(chunk);
  const text = decodeText(Buffer.concat(chunks), { isCut: size_bytes > plainBytesMax }) ?? '';
  return isHtml ? plainText(text.replace(/<(script|style)\b[^<>]*>[^<]*/gi, ' ').replace(/<[^<>]*>/g, ' ')) : text;
}

const pdfProgram = ownProgram(import.meta.url, 'pdf-text-process');

/** In a process of its own, which ends after some time, or when it takes too much memory. */
async function readPdf(
  { blobs, logger }: { blobs: BlobStore; logger: Logger },
  { id, path }: TextFile,
  signal: AbortSignal | undefined,
): Promise<string> {
  const bounds = { timeMaxMs: pdfTimeMaxMs, memoryMaxMb: pdfMemoryMaxMb, signal };
  try {
    return (await runOwnProgram(pdfProgram, [String(textLengthMax)], bounds, blobs.read(path))).toString();
  } catch (error) {
    if (!(error instanceof OwnProgramError)) throw error;
    logger.warn({ file: id, reason: error.message }, 'an attachment is no PDF whose text could be read');
    return '';
  }
}
