// The session id that a client gets: the name of its program, and nothing that the server would have to keep.
import { truncate } from '../../platform/texts/shorten.ts';

const nameMaxLength = 60;

/** A name to show in histories: letters, digits and plain marks. */
export const cleanName = (name: string): string =>
  truncate(
    name
      .replaceAll(/[^\p{L}\p{N} ._/()+-]+/gu, ' ')
      .replaceAll(/ +/g, ' ')
      .trim(),
    nameMaxLength,
  );

export const unnamed = 'agent';

/** A session id for the program of this name. */
export const writeSession = (name: string): string => Buffer.from(cleanName(name) || unnamed).toString('base64url');

/** The name in a session id; that of a program that does not say its own where there is none. */
export const readSession = (id: string | undefined): string =>
  cleanName(Buffer.from((id ?? '').slice(0, 4 * nameMaxLength * 2), 'base64url').toString('utf8')) || unnamed;
