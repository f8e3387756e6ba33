// Chooses the format of an answer from Accept and reads the format of a body from Content-Type
// (spec ruling 4; RFC 9110, sections 8.3 and 12.5.1).

import { notAcceptable, unsupportedMediaType } from '../../errors.ts';
import { openDecoder } from '../../texts/xml-encoding.ts';

export type Format = 'json' | 'xml';

const chosen: Record<string, Format> = {
  '*/*': 'json',
  'application/*': 'json',
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
};

/** The older name of a media type means the same (RFC 7303, section 9.2). */
const newerNames: Record<string, string> = { 'text/xml': 'application/xml' };

/**
 * The format that the caller likes best; JSON when there is no header and when both are equally liked. Parts that are
 * malformed count as absent; `*` is every type, as Java means it. Parameters of a media range never exclude a format, they only make the range more specific.
 * Throws notAcceptable when neither JSON nor XML is accepted, as with an empty header.
 */
export function chooseFormat(accept: string | undefined): Format {
  if (accept === undefined) return 'json';
  const known = Object.hasOwn(chosen, accept) ? chosen[accept] : undefined;
  if (known !== undefined) return known;
  const ranges = splitOutsideQuotes(accept, ',').flatMap((part) => readMediaRange(part) ?? []);
  const json = qualityOf('application/json', ranges);
  const xml = qualityOf('application/xml', ranges);
  if (json === 0 && xml === 0) {
    throw notAcceptable('The answer can be given as `application/json` or `application/xml`; accept one of them.');
  }
  return xml > json ? 'xml' : 'json';
}

/** Throws notAcceptable where the header excludes the one media type that there is, such as `text/csv`. */
export function requireAcceptable(accept: string | undefined, type: string): void {
  if (accept === undefined) return;
  const ranges = splitOutsideQuotes(accept, ',').flatMap((part) => readMediaRange(part) ?? []);
  if (qualityOf(type, ranges) === 0) throw notAcceptable(`The answer is given as \`${type}\` alone; accept it.`);
}

/** The format for a refusal: as chooseFormat, but JSON where nothing is acceptable. Never throws. */
export function chooseErrorFormat(accept: string | undefined): Format {
  const ranges = splitOutsideQuotes(accept ?? '', ',').flatMap((part) => readMediaRange(part) ?? []);
  return qualityOf('application/xml', ranges) > qualityOf('application/json', ranges) ? 'xml' : 'json';
}

interface MediaRange {
  type: string;
  parameters: number;
  quality: number;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const mediaRange = new RegExp(`^${token}/${token}$`);
const parameter = new RegExp(`^(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")$`);
/** Also `.2`, which Java writes. */
const qualityValue = /^(?:0(?:\.\d{0,3})?|\.\d{1,3}|1(?:\.0{0,3})?)$/;

function readMediaRange(part: string): MediaRange | undefined {
  const [written = '', ...parameters] = splitOutsideQuotes(part, ';').map((piece) => piece.trim());
  const type = written === '*' ? '*/*' : written;
  if (!mediaRange.test(type) || (type.startsWith('*/') && type !== '*/*')) return undefined;
  const name = type.toLowerCase();
  const range = { type: (Object.hasOwn(newerNames, name) && newerNames[name]) || name, parameters: 0, quality: 1 };
  for (const piece of parameters) {
    if (piece === '') continue;
    const [, name, value = ''] = parameter.exec(piece) ?? [];
    if (name === undefined) return undefined;
    if (name.toLowerCase() !== 'q') {
      range.parameters += 1;
      continue;
    }
    if (!qualityValue.test(value)) return undefined;
    range.quality = Number(value);
    break; // what follows q extends Accept and does not describe the range (RFC 7231, 5.3.2)
  }
  return range;
}

/** The quality of the most specific range that covers the media type; of several equally specific ones the highest. */
function qualityOf(wanted: string, ranges: MediaRange[]): number {
  const covering = ['*/*', wanted.replace(/[^/]+$/, '*'), wanted];
  let best = { specificity: -1, quality: 0 };
  for (const { type, parameters, quality } of ranges) {
    const breadth = covering.indexOf(type);
    if (breadth < 0) continue;
    const specificity = breadth * 100 + Math.min(parameters, 99);
    if (specificity > best.specificity || (specificity === best.specificity && quality > best.quality)) {
      best = { specificity, quality };
    }
  }
  return best.quality;
}

const bodyFormats: Record<string, Format | 'form'> = {
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/x-www-form-urlencoded': 'form',
};

/**
 * The format of a request body; JSON when there is no Content-Type. Parameters other than `charset` are ignored. Throws
 * unsupportedMediaType for other types and for a charset other than UTF-8, which XML alone may have.
 */
export function readContentType(header: string | undefined): Format | 'form' {
  if (header === undefined || header.trim() === '' || header === 'application/json') return 'json';
  const [type = '', ...parameters] = splitOutsideQuotes(header, ';').map((piece) => piece.trim());
  const name = type.toLowerCase();
  const format = Object.hasOwn(bodyFormats, name) ? bodyFormats[name] : undefined;
  if (format === undefined) {
    const known = Object.keys(bodyFormats)
      .filter((one) => !Object.hasOwn(newerNames, one))
      .map((one) => `\`${one}\``);
    throw unsupportedMediaType(
      `The Content-Type \`${type.slice(0, 80)}\` is not understood; send ${known.join(' or ')}.`,
    );
  }
  for (const piece of parameters) {
    const [, parameterName, plain, quoted = ''] = parameter.exec(piece) ?? [];
    const value = plain ?? quoted;
    const isCharset = parameterName?.toLowerCase() === 'charset';
    if (isCharset && !/^utf-?8$/i.test(value) && (format !== 'xml' || openDecoder(value) === undefined)) {
      throw unsupportedMediaType(`The charset \`${value.slice(0, 40)}\` is not understood; send the body in UTF-8.`);
    }
  }
  return format;
}

/** The charset of a Content-Type that readContentType takes; undefined where it says none. */
export function readCharset(header = ''): string | undefined {
  for (const piece of splitOutsideQuotes(header, ';').slice(1)) {
    const [, name = '', plain, quoted = ''] = parameter.exec(piece.trim()) ?? [];
    if (name.toLowerCase() === 'charset') return plain ?? quoted;
  }
  return undefined;
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\\' && isQuoted) at += 1;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
