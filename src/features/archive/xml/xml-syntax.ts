// The small print of XML 1.0: names, characters, references, line breaks.

/** Its message says what is wrong with the document; whoever knows the place adds it. */
export class NotWellFormedError extends Error {}

const plainName = /^[A-Za-z_:][\w:.-]*$/;
const nameStart =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
/** https://www.w3.org/TR/xml/#NT-Name */
const anyName = new RegExp(`^[${nameStart}][${nameStart}.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}-]*$`, 'u');

export const isName = (text: string): boolean => plainName.test(text) || anyName.test(text);

/** Line breaks of any kind become line feeds, as https://www.w3.org/TR/xml/#sec-line-ends asks. */
export const normalizeBreaks = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

const predefined: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

const isCharacter = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);

function decodeReference(name: string): string {
  const known = predefined.get(name);
  if (known !== undefined) return known;
  const [, hex, decimal] = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(name) ?? [];
  if (hex === undefined && decimal === undefined)
    throw new NotWellFormedError(`undefined entity: ${name.slice(0, 50)}`);
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (!isCharacter(code)) throw new NotWellFormedError('malformed character reference');
  return String.fromCodePoint(code);
}

/** Resolves the references of XML itself; throws NotWellFormedError for any other. */
export const decodeReferences = (text: string): string =>
  text.includes('&')
    ? text.replace(/&([^;]*)(;?)/g, (_all, name: string, end: string) => {
        if (end === '') throw new NotWellFormedError('an entity without semicolon');
        return decodeReference(name);
      })
    : text;
