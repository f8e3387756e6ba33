// What the system refuses about files and disks, as refusals that say what to do.
import { DomainError } from '../errors.ts';

const retryAfterS = 30;

const full = 'the disk is full; free some space and try again';
const forbidden = 'the account that runs Tepal may not read or write one of its files; change the owner or the mode';
const tooManyFiles = 'too many files are open; raise the limit of open files, or try again in a moment';

const messages: ReadonlyMap<unknown, string> = new Map([
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['EFBIG', 'a file would exceed the limit on file sizes; raise the limit'],
  ['EIO', 'the disk fails; look whether it is broken'],
  ['EROFS', 'the disk is read-only; make it writable'],
  ['EACCES', forbidden],
  ['EPERM', forbidden],
  ['EISDIR', 'a folder stands where a file belongs; move it away'],
  ['ENOTDIR', 'a file stands where a folder belongs; move it away'],
  ['EMFILE', tooManyFiles],
  ['ENFILE', tooManyFiles],
]);

/** DomainError 'unavailable' where `error` is the system's refusal to write a file, else undefined. It names no path. */
export function explainFileFault(error: unknown): DomainError | undefined {
  const message =
    error instanceof Error && 'syscall' in error && 'code' in error ? messages.get(error.code) : undefined;
  if (message === undefined) return undefined;
  return new DomainError('unavailable', message, { cause: error, headers: { 'retry-after': String(retryAfterS) } });
}
