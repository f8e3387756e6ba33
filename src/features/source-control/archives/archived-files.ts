// Files of repositories inside archives: texts of bounded length, lines, and bytes that programs read from a file.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { invalid, tooLarge } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { element, leaf } from '../../archive/index.ts';
import type { XmlElement } from '../../archive/index.ts';

type Chunks = AsyncIterable<Uint8Array>;

/** Bytes of an index, which is read whole; no project comes near. */
const textMaxBytes = 64 * 1024 * 1024;
/** Bytes of one line; an archive with a longer one is refused. */
const lineMaxBytes = 16 * 1024 * 1024;

const parse = <S extends TSchema>(schema: S, text: string, name: string): Static<S> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(says('archive.no-json')`${name} is not valid JSON`);
    throw error;
  }
  if (!Value.Check(schema, value)) throw invalid(says('archive.shape')`${name} does not have the expected format`);
  return value;
};

/** Throws invalid for what has not this shape, tooLarge for more than 64 MiB. */
export async function readJsonFile<S extends TSchema>(schema: S, chunks: Chunks, name: string): Promise<Static<S>> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > textMaxBytes)
      throw tooLarge(says('archive.file-long')`${name} has more than ${textMaxBytes} bytes`);
    parts.push(chunk);
  }
  return parse(schema, Buffer.concat(parts).toString(), name);
}

/** One value for each line. Throws as readJsonFile, with the number of the line, for a line of more than 16 MiB too. */
export async function* readJsonLines<S extends TSchema>(
  schema: S,
  chunks: Chunks,
  name: string,
): AsyncGenerator<Static<S>> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
      yield parse(schema, rest.toString('utf8', from, end), `${name}, line ${line}`);
      from = end + 1;
      line += 1;
    }
    rest = rest.subarray(from);
    if (rest.length > lineMaxBytes)
      throw tooLarge(says('archive.line-long')`${name}, line ${line}, has more than ${lineMaxBytes} bytes`);
  }
  if (rest.length > 0) throw invalid(says('archive.line-end')`${name}, line ${line}, is incomplete`);
}

export const writeBytes = (chunks: Chunks, path: string): Promise<void> =>
  pipeline(Readable.from(chunks), createWriteStream(path, { flags: 'wx', mode: 0o600 }));

/** An element as it came, for exports. */
export const writeXml = ({ name, attributes, children, text }: XmlElement): string =>
  children.length === 0 ? leaf(name, text.trim(), attributes) : element(name, attributes, children.map(writeXml));
