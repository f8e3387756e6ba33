// Passwords for accounts: read from standard input, or drawn at random.
import { randomBytes } from 'node:crypto';
import { describeWeakness } from '../features/people/index.ts';
import { invalid } from '../platform/errors.ts';
import { warn } from '../platform/command-line/command.ts';
import type { Terminal } from '../platform/command-line/command.ts';

/** Sign-in refuses longer ones. */
const maxPasswordLength = 1024;

async function readText(input: AsyncIterable<unknown>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for await (const chunk of input) {
    text += chunk instanceof Uint8Array ? decoder.decode(chunk, { stream: true }) : String(chunk);
    if (/[\r\n]/.test(text) || text.length > maxPasswordLength) break;
  }
  return text.split(/[\r\n]/, 1)[0] ?? '';
}

/** The first line of standard input. Throws invalid, with `what` named, when there is none, or it is too long or no UTF-8. */
export async function readFirstLine(io: Terminal, what: string): Promise<string> {
  const line = await readText(io.input).catch((cause: unknown) => {
    if (cause instanceof TypeError) throw invalid(`the ${what} on standard input is no UTF-8 text`);
    throw cause;
  });
  if (line === '') throw invalid(`there is no ${what} on standard input`);
  if (line.length > maxPasswordLength) {
    throw invalid(`the ${what} on standard input is longer than ${maxPasswordLength} characters`);
  }
  return line;
}

/**
 * The first line of standard input. A weak password is accepted with a warning: administrators may set any.
 * Throws invalid when there is none, when it is too long to sign in with or no UTF-8.
 */
export async function readPassword(io: Terminal, username: string): Promise<string> {
  const password = await readFirstLine(io, 'password');
  const weakness = await describeWeakness(password, [username]);
  if (weakness !== undefined) warn(io, `tepal: warning: this password is weak: ${weakness}`);
  return password;
}

/** The MD5 hash of a password, from the first line of standard input; throws as readPassword does. */
export const readPasswordHash = async (io: Terminal): Promise<string> =>
  (await readFirstLine(io, 'password hash')).trim();

/** 120 random bits in letters that copy well. */
export const drawPassword = (): string => randomBytes(15).toString('base64url');
