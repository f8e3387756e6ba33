// Files and whole commits of repositories as bytes, as programs of git write them.
import { networkOf } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { unavailable } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { findLargeFile } from '../lfs/lfs-objects.service.ts';
import type { LargeFile, LfsObjects } from '../lfs/lfs-objects.service.ts';
import { findEntry } from '../contents/git-contents.service.ts';
import { findNamedCommit } from '../contents/named-commits.ts';
import type { Place } from '../contents/git-contents.service.ts';
import { listenToErrors } from '../../../platform/programs/collect.ts';
import { signalGroup } from '../../../platform/programs/starter.ts';
import type { StartedProgram } from '../../../platform/programs/starter.ts';
import { GitFailure } from '../repositories/git-program.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import { charsetOf } from '../repositories/text-charset.ts';
import type { GitRepositories } from '../repositories/git-repositories.service.ts';
import { isAscii } from 'node:buffer';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findCharset, usualCharset } from '../../../platform/texts/text-encoding.ts';
import { transferMaxMs } from '../transfers/git-backend.ts';
import { writeInTime, transferBudget } from '../transfers/time-budget.ts';
import type { Slots } from '../transfers/git-slots.ts';

export type ArchiveFormat = 'zip' | 'tar.gz';

export interface Download {
  name: string;
  /** Of a file, its hash; of an archive, that of its commit. */
  hash: string;
  /** Undefined where nobody knows before all of it is written. */
  sizeBytes: number | undefined;
  /** The first bytes of a file; none of an archive. */
  head: Uint8Array;
  /** Of a file of text; `charset` is undefined where it is not told by as much of it as is looked at. */
  text: { charset: string | undefined } | undefined;
  /** Of a file that stands for a large one. */
  largeFile?: LargeFile['facts'] | undefined;
  read(): AsyncIterable<Uint8Array>;
}

export interface Asking {
  address: string;
  signal: AbortSignal;
}

/** Both throw notFound for what the viewer may not read or is not there, and as Slots.enter. */
export interface GitDownloads {
  openFile(viewer: Viewer, id: number, place: Place, asking: Asking): Promise<Download>;
  openArchive(
    viewer: Viewer,
    id: number,
    wish: { reference: string; format: ArchiveFormat },
    asking: Asking,
  ): Promise<Download>;
}

interface Needs {
  database: Database;
  git: GitProgram;
  repositories: GitRepositories;
  lfs: LfsObjects;
  /** Of those who read repositories. */
  slots: Slots;
}

/** By which the kind of a file is told. */
const headMaxBytes = 4100;
/** By which the charset of a text is told. */
const charsetMaxBytes = 1_048_576;

export function createGitDownloads(needs: Needs): GitDownloads {
  const { git, repositories, slots } = needs;
  /** A place is taken once reading begins, and left when it ends. */
  async function* stream(viewer: Viewer, asking: Asking, args: readonly string[]): AsyncGenerator<Uint8Array, void> {
    const leave = await slots.enter({ network: networkOf(asking.address), account: viewer.user?.id }, asking.signal);
    try {
      yield* write(await git.start(args, {}), asking.signal);
    } finally {
      leave();
    }
  }
  return {
    async openFile(viewer, id, place, asking) {
      const { repository, entry, clean } = await findEntry(needs, viewer, id, { ...place, wanted: 'blob' });
      const { hash, sizeBytes } = entry;
      const otherwise = charsetOf(repository);
      const beginning = await readBeginning(
        (take) => git.runIn(repository, ['cat-file', 'blob', hash], { take, outputMaxBytes: Infinity }),
        otherwise,
      );
      // What is sent says the charset, so it is another one once the repository has another.
      const mark = repository.text_encoding === '' ? hash : `${hash}-${repository.text_encoding}`;
      const named = { name: clean.slice(clean.lastIndexOf('/') + 1), hash: mark };
      const pointed = await findLargeFile(needs, repository, beginning.head);
      const facts = { ...named, largeFile: pointed?.facts };
      if (pointed?.object !== undefined) {
        const large = await needs.lfs.open(viewer, repository, pointed.object.oid, asking);
        const head = await large.readHead(headMaxBytes);
        const text = findText(head, large.sizeBytes > head.length, otherwise);
        return { ...facts, sizeBytes: large.sizeBytes, head, text, read: large.read };
      }
      return {
        ...facts,
        sizeBytes,
        ...beginning,
        read: () =>
          stream(viewer, asking, [`--git-dir=${join(git.folder, repository.folder)}`, 'cat-file', 'blob', hash]),
      };
    },
    async openArchive(viewer, id, { reference, format }, asking) {
      const repository = await repositories.read(viewer, id);
      const { hash } = await findNamedCommit(needs, repository, reference);
      const name = `${repository.name.replaceAll('/', '-')}-${reference.replaceAll(/[^\w.-]/g, '-')}`;
      const args = ['archive', `--format=${format}`, `--prefix=${name}/`, hash];
      return {
        name: `${name}.${format}`,
        hash,
        sizeBytes: undefined,
        head: new Uint8Array(),
        text: undefined,
        async *read() {
          const path = join(git.folder, repository.folder);
          await keepFilesAsTheyAre(path);
          yield* stream(viewer, asking, [`--git-dir=${path}`, ...args]);
        },
      };
    },
  };
}

/** Before what a commit says of its files: putting commits into texts, and other charsets, takes any memory. */
const plainAttributes = '* -export-subst -working-tree-encoding\n';

/** Has archives hold files as they are stored, whatever a commit asks for. */
async function keepFilesAsTheyAre(repository: string): Promise<void> {
  const file = join(repository, 'info', 'attributes');
  const known = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  if (known.endsWith(plainAttributes)) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${known === '' || known.endsWith('\n') ? known : `${known}\n`}${plainAttributes}`);
}

/** What the beginning of a file tells of it. */
function findText(bytes: Uint8Array, isCut: boolean, otherwise: string = usualCharset): Download['text'] {
  const charset = findCharset(bytes, { isCut, otherwise });
  if (charset === undefined) return undefined;
  return { charset: isCut && isAscii(bytes) ? undefined : charset };
}

/** The first bytes of a file, which a program is run to write, and what text it is. */
export async function readBeginning(
  run: (take: (piece: Buffer) => boolean) => Promise<unknown>,
  otherwise?: string,
): Promise<Pick<Download, 'head' | 'text'>> {
  const pieces: Buffer[] = [];
  let readBytes = 0;
  let isCut = false;
  await run((piece) => {
    pieces.push(piece);
    readBytes += piece.length;
    const isKnown =
      pieces.length === 1 && readBytes >= headMaxBytes && findCharset(piece, { isCut: true }) === undefined;
    isCut = isKnown || readBytes >= charsetMaxBytes;
    return isCut;
  });
  const bytes = Buffer.concat(pieces);
  return { head: bytes.subarray(0, headMaxBytes), text: findText(bytes, isCut, otherwise) };
}

/** What a program writes to its output, as fast as it is read; it ends with the reading. */
export async function* write(child: StartedProgram, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const kill = (): void => void signalGroup(child, 'SIGKILL');
  const timer = setTimeout(kill, transferMaxMs);
  const said = listenToErrors(child);
  child.stdin.on('error', () => undefined);
  child.stdin.end();
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  try {
    yield* writeInTime(child.stdout, transferBudget, kill);
    if ((await child.closed).status !== 0)
      throw unavailable(
        says('code.cut-short')`the download is incomplete: the program that reads the repository failed`,
        new GitFailure(said()),
      );
  } finally {
    kill();
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
}
