// What is in a message. A short one is read at once, any other in a process of its own, so that requests go on meanwhile.
import { says } from '../../../platform/texts/said.ts';
import { buffer } from 'node:stream/consumers';
import { Type } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import { ownProgram } from '../../../platform/programs/own-program.ts';
import { OwnProgramError, runOwnProgram } from '../../../platform/programs/run-own-program.ts';
import type { Settings } from '../../../settings/index.ts';
import { refused } from './mail-refusal.ts';
import { parseMessage } from './parse-message.ts';
import type { MessageParts } from './parse-message.ts';

export interface ParsedMessage extends Omit<MessageParts, 'headers'> {
  /** Values of one of the headers that are kept, in the order of the message; the name is in lower case. */
  header(name: string): string[];
}

export interface StoredMessage {
  /** Its bytes, part by part. */
  raw: AsyncIterable<Uint8Array>;
  sizeBytes: number;
}

/** Whatever is in so few bytes is read within some tens of milliseconds. */
const atOnceBytesMax = 16 * 1024;
const memoryMaxMb = 512;

const program = ownProgram(import.meta.url, 'parse-message-process');

/**
 * Throws MailRefusal for what is nested or headed beyond measure, for what takes too long or too much memory to be read, and
 * for encrypted text; and the reason of `signal`. `raw` is read once.
 */
export async function readMessage(
  { raw, sizeBytes }: StoredMessage,
  settings: Pick<Settings, 'sys_strip_outlook' | 'mail_in_parse_timeout'>,
  signal: AbortSignal,
): Promise<ParsedMessage> {
  const { headers, ...parts } =
    sizeBytes <= atOnceBytesMax
      ? await parseMessage(await buffer(raw), { stripsOutlook: settings.sys_strip_outlook })
      : await readApart(raw, settings, signal);
  return {
    ...parts,
    header: (wanted) => headers.filter(({ name }) => name === wanted).map(({ value }) => value),
  };
}

async function readApart(
  raw: AsyncIterable<Uint8Array>,
  { sys_strip_outlook: stripsOutlook, mail_in_parse_timeout: timeout }: Parameters<typeof readMessage>[1],
  signal: AbortSignal,
): Promise<MessageParts> {
  const bounds = { timeMaxMs: timeout * 1000, memoryMaxMb, signal };
  let bytes: Buffer;
  try {
    bytes = await runOwnProgram(program, stripsOutlook ? ['outlook'] : [], bounds, raw);
  } catch (error) {
    if (error instanceof OwnProgramError)
      throw refused(says('mail.unread')`it can't be read; error of the reading program: ${error.message}`);
    throw error;
  }
  return takeParts(bytes);
}

/** A sentence with its name; what fills it are texts. */
const Sentence = Type.Object({ key: Type.String(), text: Type.String(), values: Type.Array(Type.String()) });

const readLine = storedJson(
  Type.Union([
    Type.Object({ refused: Type.Union([Type.String(), Sentence]) }),
    Type.Object({
      headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
      from: Type.Array(Type.String()),
      subject: Type.String(),
      text: Type.String(),
      attachments: Type.Array(Type.Object({ name: Type.String(), mimeType: Type.String(), size: Type.Integer() })),
      attachmentsLeft: Type.Integer(),
    }),
  ]),
);

/** From what the program wrote, which goes on to hold the attachments. */
function takeParts(bytes: Buffer): MessageParts {
  let start = bytes.indexOf('\n') + 1;
  const parts = readLine(bytes.toString('utf8', 0, start), 'message');
  if ('refused' in parts) throw refused(parts.refused);
  const attachments = parts.attachments.map(({ size, ...names }) => {
    const content = bytes.subarray(start, start + size);
    start += size;
    return { ...names, content };
  });
  return { ...parts, attachments };
}
