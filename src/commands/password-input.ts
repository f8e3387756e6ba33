// Passwords for accounts: asked for at a terminal, read from standard input, or drawn at random.
import { randomBytes } from 'node:crypto';
import { describeWeakness } from '../features/people/index.ts';
import { invalid } from '../platform/errors.ts';
import { warn } from '../platform/command-line/command.ts';
import type { Terminal } from '../platform/command-line/command.ts';
import { askHidden, isTerminal } from '../platform/command-line/hidden-line.ts';

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
    if (cause instanceof TypeError) throw invalid(`the ${what} on standard input is not UTF-8 text`);
    throw cause;
  });
  if (line === '') throw invalid(`there is no ${what} on standard input`);
  if (line.length > maxPasswordLength) {
    throw invalid(`the ${what} on standard input is longer than ${maxPasswordLength} characters`);
  }
  return line;
}

/** Administrators may set any password; a weak one is only told. */
async function warnOfWeakness(io: Terminal, password: string, username: string): Promise<string> {
  const weakness = await describeWeakness(password, [username]);
  if (weakness !== undefined) warn(io, `tepal: warning: this password is weak: ${weakness.text}`);
  return password;
}

/**
 * A password that somebody types twice, unseen; undefined where nobody sits at a terminal, and for an empty one.
 * Throws invalid where the second differs or it is too long to sign in with, CommandExit for Ctrl-C.
 */
export async function askPassword(io: Terminal, username: string, orEmpty: string): Promise<string | undefined> {
  if (!isTerminal(io)) return undefined;
  const password = await askHidden(io, `Password of ${username}${orEmpty}: `);
  if (password === '') return undefined;
  if (password.length > maxPasswordLength) throw invalid(`a password has at most ${maxPasswordLength} characters`);
  if ((await askHidden(io, 'Repeat password: ')) !== password) throw invalid('the passwords do not match');
  return warnOfWeakness(io, password, username);
}

/**
 * The first line of standard input; at a terminal as askPassword.
 * Throws invalid when there is none, when it is too long to sign in with or no UTF-8.
 */
export async function readPassword(io: Terminal, username: string): Promise<string> {
  if (!isTerminal(io)) return warnOfWeakness(io, await readFirstLine(io, 'password'), username);
  const password = await askPassword(io, username, '');
  if (password === undefined) throw invalid('the password is empty');
  return password;
}

/** The MD5 hash of a password, from the first line of standard input; throws as readPassword does. */
export const readPasswordHash = async (io: Terminal): Promise<string> =>
  (await readFirstLine(io, 'password hash')).trim();

/** 120 random bits in letters that copy well. */
export const drawPassword = (): string => randomBytes(15).toString('base64url');
