// The one place that turns what a disk or a file refused SQLite into a refusal that says what is wrong and what to do.
import { DomainError } from '../../errors.ts';

const retryAfterS = 30;

interface Fault {
  readonly message: string;
  /** Whether it may be gone without a restart. */
  readonly isPassing: boolean;
}

const passing = (message: string): Fault => ({ message, isPassing: true });
const lasting = (message: string): Fault => ({ message, isPassing: false });

const readOnlyCode = 8;

// Plain result codes: https://www.sqlite.org/rescode.html
const faults: ReadonlyMap<number, Fault> = new Map([
  [
    readOnlyCode,
    passing(
      'the database is read-only, so nothing was changed; let the account that runs Tepal write its folder and files',
    ),
  ],
  [
    10,
    passing('the disk of the database fails; look whether it is full or broken, or a limit on file sizes is reached'),
  ],
  [11, lasting('the database is damaged; stop Tepal, keep a copy of the data folder and restore a backup')],
  [13, passing('the disk of the database is full, so nothing was changed; free some space and try again')],
  [
    14,
    passing(
      'a file of the database can’t be opened; look whether the account that runs Tepal may use it, or too many are open',
    ),
  ],
  [26, lasting('this is no SQLite database, or its beginning is damaged; restore a backup')],
]);

/**
 * DomainError 'unavailable' where `error` is SQLite's about its disk or files, else `error` itself. Writing on a
 * connection that only reads is a mistake of the program, not of the disk.
 */
export function explainFault(error: unknown, isReader: boolean): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  if (isReader && error.errcode === readOnlyCode) return error;
  // The low byte of an extended result code is the plain one.
  const fault = faults.get(error.errcode & 0xff);
  if (fault === undefined) return error;
  const headers = fault.isPassing ? { 'retry-after': String(retryAfterS) } : {};
  return new DomainError('unavailable', fault.message, { cause: error, headers });
}

/** The same refusal with the name of the file before it, for whoever opens it. */
export function nameFile(error: unknown, file: string): unknown {
  if (!(error instanceof DomainError) || error.kind !== 'unavailable') return error;
  return new DomainError('unavailable', `${file}: ${error.message}`, { cause: error });
}

/** What those are told whose change was undone because the engine gave up the transaction that they shared. */
export const undoneTogether = (cause: unknown): DomainError =>
  new DomainError('unavailable', 'the database gave up this change, so nothing was changed; try again', {
    cause,
    headers: { 'retry-after': '1' },
  });
