// What CVS gives a program of CVSROOT/loginfo: one call for each folder of a commit, with the message among other lines.

/** One call. */
export interface LoginfoCall {
  /** Unique among all commits of a repository (`%I`). */
  commitId: string;
  /** User name in CVS. */
  user: string;
  /** Of the files, inside of the repository (`%p`). */
  folder: string;
  /** Name, old and new revision of each file (`%{sVv}`). */
  files: readonly string[];
}

const importMark = '- Imported sources';

/** Whether it tells of a commit, and not of a folder that is added, which has no history. */
export const isCommit = ({ files }: LoginfoCall): boolean => files[0] !== '- New directory';

/** Paths with their revisions, such as `web/a.c:1.2`; those of an import are only in its text. */
export const listFiles = ({ folder, files }: LoginfoCall): string[] =>
  files[0] === importMark
    ? []
    : files.flatMap((name, index) => (index % 3 === 0 ? [`${folder}/${name}:${files[index + 2] ?? ''}`] : []));

const decodeCp1252 = new TextDecoder('windows-1252');

/** Characters of UTF-8 (RFC 3629, section 4), each byte as a character of its own; the group is a byte that is part of none. */
const utf8Parts =
  /[^\x80-\xff]+|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|([\x80-\xff])/g;

/**
 * `isCp1252`: every byte is a character of Windows-1252, five of them control characters that it does not define. Else it
 * is UTF-8, and bytes that are none are written as `\xE9`. So no byte is lost either way.
 */
export const decodeMessage = (bytes: Buffer, isCp1252: boolean): string =>
  isCp1252
    ? decodeCp1252.decode(bytes)
    : bytes
        .toString('latin1')
        .replace(utf8Parts, (part, stray: string | undefined) =>
          stray === undefined ? Buffer.from(part, 'latin1').toString() : escapeByte(stray),
        );

const escapeByte = (byte: string): string => String.raw`\x${byte.charCodeAt(0).toString(16).toUpperCase()}`;

/** The message in what a call reads from its standard input; all of it where CVS marks none. */
export function cutMessage(text: string, { files }: LoginfoCall): string {
  const message = text.replace(/^.*?(?:^|\n)Log Message:\n/s, '').replace(/\n$/, '');
  return files[0] === importMark ? cutStatus(message) : message;
}

/** Without what CVS says at the end about an import. */
function cutStatus(message: string): string {
  let end = message.lastIndexOf('\nStatus:\n');
  if (end < 0) return message;
  while (message[end - 1] === '\n') end -= 1;
  return message.slice(0, end);
}
