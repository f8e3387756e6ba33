// What the parser of messages would get wrong is put right in the bytes before it sees them: flowed texts, whose lines it joins
// across quotes and empty lines; characters that are parted between encoded words; and heads in bytes that are no UTF-8. Only
// parts that need it are written anew; all else stays, byte for byte.
import { isUtf8 } from 'node:buffer';
import { joinEncodedWords } from './encoded-words.ts';
import { unfoldFlowed } from './flowed-text.ts';

/** A message or a part of one, by places in the bytes. */
interface Part {
  start: number;
  bodyStart: number;
  /** Where its own body ends; for one with parts, where the first of them begins. */
  end: number;
  /** Lines of its head, unfolded. */
  head: readonly string[];
}

/** Reads one encoded word of a header. */
type DecodeWord = (word: string) => string;

/** Takes time by the length of the message. */
export function mendMessage(raw: Uint8Array, decodeWord: DecodeWord): Uint8Array {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  const written: Uint8Array[] = [];
  let next = 0;
  for (const part of listParts(text)) {
    const head = part.head.map((line) => mendHeader(line, decodeWord));
    const type = flowedType(head);
    const isMended = head.some((line, index) => line !== part.head[index]);
    if (type === undefined && !isMended) continue;
    const end = type === undefined ? part.bodyStart : part.end;
    const mended = type === undefined ? `${head.join('\r\n')}\r\n\r\n` : rewriteFlowed(text, { ...part, head }, type);
    written.push(raw.subarray(next, part.start), Buffer.from(mended, 'latin1'));
    next = end;
  }
  return written.length === 0 ? raw : Buffer.concat([...written, raw.subarray(next)]);
}

function listParts(text: string): Part[] {
  const parts: Part[] = [];
  const boundaries = new Set<string>();
  let state: 'head' | 'body' | 'between' = 'head';
  let start = 0;
  let head: string[] = [];
  let bodyStart = 0;
  const close = (end: number): void => {
    if (state === 'body') parts.push({ start, bodyStart, end, head });
  };
  for (let place = 0; place < text.length;) {
    const feed = text.indexOf('\n', place);
    const end = feed < 0 ? text.length : feed + 1;
    const isDelimiter = boundaries.size > 0 && text.startsWith('--', place);
    const line: string = state === 'head' || isDelimiter ? withoutEnd(text.slice(place, end)) : '';
    const delimiter: ReturnType<typeof readDelimiter> = isDelimiter ? readDelimiter(line, boundaries) : undefined;
    if (delimiter !== undefined) {
      close(place);
      state = delimiter === 'next' ? 'head' : 'between';
      [start, head] = [end, []];
    } else if (state === 'head' && line === '') {
      const boundary = boundaryOf(head);
      bodyStart = end;
      if (boundary !== undefined) {
        boundaries.add(boundary);
        parts.push({ start, bodyStart, end, head });
      }
      state = boundary === undefined ? 'body' : 'between';
    } else if (state === 'head') {
      if (/^[ \t]/.test(line) && head.length > 0) head.push(`${head.pop() ?? ''}${line}`);
      else head.push(line);
    }
    place = end;
  }
  close(text.length);
  return parts;
}

function withoutEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === '\n' || line[end - 1] === '\r')) end -= 1;
  return line.slice(0, end);
}

function readDelimiter(line: string, boundaries: ReadonlySet<string>): 'next' | 'last' | undefined {
  const rest = line.slice(2).trimEnd();
  if (boundaries.has(rest)) return 'next';
  return rest.endsWith('--') && boundaries.has(rest.slice(0, -2)) ? 'last' : undefined;
}

const headerOf = (head: readonly string[], name: string): string => {
  const line = head.find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line === undefined ? '' : line.slice(name.length + 1).trim();
};

const parameterOf = (header: string, name: string): string | undefined => {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(header);
  return found?.[1] ?? found?.[2];
};

function boundaryOf(head: readonly string[]): string | undefined {
  const type = headerOf(head, 'content-type');
  return /^multipart\//i.test(type) ? parameterOf(type, 'boundary') : undefined;
}

/** A line of a head in ASCII or UTF-8; old programs write it in the bytes of their users' charset. */
function mendHeader(line: string, decodeWord: DecodeWord): string {
  const isOther = /[\u0080-\u00ff]/.test(line) && !isUtf8(Buffer.from(line, 'latin1'));
  const readable = isOther
    ? Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(line, 'latin1'))).toString('latin1')
    : line;
  return readable.includes('=?') ? joinEncodedWords(readable, decodeWord) : readable;
}

/** Its Content-Type, where it is a flowed text that people read in place. */
function flowedType(head: readonly string[]): string | undefined {
  const type = headerOf(head, 'content-type');
  const isFlowed = /^text\/plain\b/i.test(type) && parameterOf(type, 'format')?.trim().toLowerCase() === 'flowed';
  const isFile = /^attachment\b/i.test(headerOf(head, 'content-disposition'));
  // Lines of UTF-16 are none of the bytes, and it is no charset for texts of mails.
  return isFlowed && !isFile && !/^utf-?(?:16|32)/i.test(parameterOf(type, 'charset') ?? '') ? type : undefined;
}

function rewriteFlowed(text: string, { bodyStart, end, head }: Part, type: string): string {
  const body = decodeTransfer(text.slice(bodyStart, end), headerOf(head, 'content-transfer-encoding'));
  const delSp = parameterOf(type, 'delsp')?.trim().toLowerCase() === 'yes';
  const charset = parameterOf(type, 'charset');
  const kept = head.filter((line) => !/^content-(?:type|transfer-encoding):/i.test(line));
  const encoded = Buffer.from(unfoldFlowed(body, { delSp }), 'latin1').toString('base64');
  return [
    ...kept,
    `Content-Type: text/plain${charset === undefined ? '' : `; charset="${charset}"`}`,
    'Content-Transfer-Encoding: base64',
    '',
    encoded.replace(/.{1,76}/g, '$&\r\n'),
  ].join('\r\n');
}

/** The bytes of a body, one for each character. */
function decodeTransfer(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('latin1');
  if (!/quoted-printable/i.test(encoding)) return body;
  return body
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
