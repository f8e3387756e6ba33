// Words of headers in other characters than ASCII (RFC 2047). Many programs part a character between two words, which the RFC
// forbids: bytes of adjacent words of one charset are joined before they are decoded.

interface Word {
  /** As it was written. */
  source: string;
  charset: string;
  bytes: Buffer;
}

const wordPattern = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([QqBb])\?([^?]*)\?=/g;

const bytesOfQ = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/[_\s]/g, ' ')
      .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );

const half = '\ufffd';

/** Words as one, or as they were where that would make halves of characters. `decode` reads one encoded word. */
function joinRun(words: readonly Word[], decode: (word: string) => string): string {
  const single = words.map(({ source }) => source).join(' ');
  const [first] = words;
  if (first === undefined || words.length === 1) return single;
  const bytes = Buffer.concat(words.map((word) => word.bytes));
  const joined = `=?${first.charset}?B?${bytes.toString('base64')}?=`;
  if (!decode(joined).includes(half)) return joined;
  return words.some(({ source }) => decode(source).includes(half)) ? joined : single;
}

/**
 * A header's value in which adjacent words of one charset are one word. The value's characters are its bytes. Takes time by its
 * length.
 */
export function joinEncodedWords(value: string, decode: (word: string) => string): string {
  let text = '';
  let run: Word[] = [];
  let end = 0;
  const close = (): void => {
    text += joinRun(run, decode);
    run = [];
  };
  for (const found of value.matchAll(wordPattern)) {
    const [source, charset = '', encoding = '', encoded = ''] = found;
    const bytes = encoding.toUpperCase() === 'Q' ? bytesOfQ(encoded) : Buffer.from(encoded, 'base64');
    const between = value.slice(end, found.index);
    const continues =
      run.length > 0 && /^[ \t\r\n]*$/.test(between) && run[0]?.charset.toLowerCase() === charset.toLowerCase();
    if (!continues) {
      close();
      text += between;
    }
    run.push({ source, charset, bytes });
    end = found.index + source.length;
  }
  close();
  return text + value.slice(end);
}
