// What the system refuses about files and disks, as refusals that say what to do.
import { DomainError } from '../errors.ts';

const retryAfterS = 30;

const full = 'the disk is full; free some space and try again';
const readOnly = 'the disk is read-only; make it writable';
const forbidden = 'the account that runs Tepal may not read or write one of its files; change the owner or the mode';
const tooManyFiles = 'too many files are open; raise the limit of open files, or try again in a moment';

const messages: ReadonlyMap<unknown, string> = new Map([
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['EFBIG', 'a file would exceed the limit on file sizes; raise the limit'],
  ['EIO', 'the disk fails; look whether it is broken'],
  ['EROFS', readOnly],
  ['EACCES', forbidden],
  ['EPERM', forbidden],
  ['EISDIR', 'a folder stands where a file belongs; move it away'],
  ['ENOTDIR', 'a file stands where a folder belongs; move it away'],
  ['EMFILE', tooManyFiles],
  ['ENFILE', tooManyFiles],
]);

/** What programs print who find no place to write; git says of a ref only that it could not. */
const saidFaults: readonly (readonly [said: RegExp, message: string])[] = [
  [/^(?:fatal|error|svn\w*): .*(?:No space left on device|Disk quota exceeded|Out of diskspace)/im, full],
  [/^(?:fatal|error|svn\w*): .*Read-only file system/im, readOnly],
  [
    /^(?:fatal|error): .*couldn't write '/im,
    'the disk takes nothing more, it may be full; free some space and try again',
  ],
];

const refuse = (message: string, cause: unknown): DomainError =>
  new DomainError('unavailable', message, { cause, headers: { 'retry-after': String(retryAfterS) } });

/** The same for what a program printed that failed; undefined where it failed for another reason. */
export function explainSaidFault(said: string): DomainError | undefined {
  const message = saidFaults.find(([pattern]) => pattern.test(said))?.[1];
  return message === undefined ? undefined : refuse(message, new Error(said));
}

/** DomainError 'unavailable' where `error` is the system's refusal to write a file, else undefined. It names no path. */
export function explainFileFault(error: unknown): DomainError | undefined {
  const message =
    error instanceof Error && 'syscall' in error && 'code' in error ? messages.get(error.code) : undefined;
  if (message === undefined) return undefined;
  return refuse(message, error);
}
