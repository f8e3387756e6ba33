// What a backup says of itself: `manifest.json`, and `SHA256SUMS`, which `sha256sum --check` understands.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { hasCode, syncPath } from '../../platform/files/durable-files.ts';
import { readBytes } from '../../platform/files/read-bytes.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import type { BackupEntry } from './list-files.ts';

export const formatVersion = 1;
const manifestFile = 'manifest.json';
const sumsFile = 'SHA256SUMS';
/** Names inside a backup. */
export const databaseName = 'tepal.sqlite';
export const attachmentFolder = 'files';
export const settingsFolder = 'conf';

/** Part of every version of the format, so that a newer one is known as such. */
const Head = Type.Object({ tepal_backup: Type.Integer({ minimum: 1 }), program: Type.String() });

const Manifest = Type.Object({
  tepal_backup: Type.Literal(formatVersion),
  /** Version of the program that wrote it. */
  program: Type.String(),
  /** How many migrations its database has had. */
  schema: Type.Integer({ minimum: 1 }),
  created_at: Type.String(),
  /** `server`: of PostgreSQL, which is backed up by its own tools. */
  database: Type.Enum(['file', 'server']),
  /** `bucket`: not in the backup. */
  attachments: Type.Enum(['files', 'bucket']),
  counts: Type.Object({
    users: Type.Integer(),
    projects: Type.Integer(),
    artifacts: Type.Integer(),
    changesets: Type.Integer(),
  }),
  /** By folder of the backup, such as `git`: how many folders of a kind it has, and how many that the database names it lacks. */
  parts: Type.Optional(Type.Record(Type.String(), Type.Object({ copied: Type.Integer(), left_out: Type.Integer() }))),
  /** Folders of the backup that Tepal does not keep in the data folder, with where each belongs. */
  elsewhere: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Names of files that are programs. */
  programs: Type.Optional(Type.Array(Type.String())),
  empty_folders: Type.Optional(Type.Array(Type.String())),
  files: Type.Integer(),
  size_bytes: Type.Integer(),
  /** Of SHA256SUMS. */
  sha256: Type.String(),
});
export type Manifest = Static<typeof Manifest>;

/** What the writer of a backup knows before its files are summed up. */
export type ManifestFacts = Omit<
  Manifest,
  'tepal_backup' | 'programs' | 'empty_folders' | 'files' | 'size_bytes' | 'sha256'
>;

export interface SummedFile {
  /** Relative, with forward slashes. */
  readonly name: string;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

const sumLine = /^([\da-f]{64}) [ *](.+)$/u;
const namePattern = /^(?:[^/\\\p{Cc}]+\/)*[^/\\\p{Cc}]+$/u;

/** Whether the name is one inside of a folder. */
const isInside = (name: string): boolean =>
  namePattern.test(name) && !name.split('/').some((part) => part === '.' || part === '..');

/** SHA-256 of what a stream yields, passed on to `take` where it is given, and how long it is. */
export async function sumUp(
  chunks: AsyncIterable<Uint8Array>,
  take?: (chunk: Uint8Array) => Promise<void>,
): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    await take?.(chunk);
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

/** Sums up the files of a folder, and writes both files durably. */
export async function writeManifest(
  folder: string,
  facts: ManifestFacts,
  entries: AsyncIterable<BackupEntry>,
  onFile: (done: number) => void,
): Promise<Manifest> {
  let files = 0;
  let size_bytes = 0;
  const programs: string[] = [];
  const empty_folders: string[] = [];
  const list = createHash('sha256');
  async function* writeLines(): AsyncGenerator<string> {
    for await (const { name, kind } of entries) {
      if (kind === 'program') programs.push(name);
      if (kind === 'empty folder') {
        empty_folders.push(name);
        continue;
      }
      const { sha256, sizeBytes } = await sumUp(readBytes(join(folder, name)));
      const line = `${sha256}  ${name}\n`;
      list.update(line);
      files += 1;
      size_bytes += sizeBytes;
      onFile(files);
      yield line;
    }
  }
  const output = createWriteStream(join(folder, sumsFile), { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(Readable.from(writeLines()), output);
  const manifest: Manifest = {
    tepal_backup: formatVersion,
    ...facts,
    programs,
    empty_folders,
    files,
    size_bytes,
    sha256: list.digest('hex'),
  };
  await writeFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, {
    flag: 'wx',
    mode: 0o600,
    flush: true,
  });
  await syncPath(folder);
  return manifest;
}

/**
 * Reads what a backup says of itself. Throws notFound where there is none, conflict for one that a newer Tepal wrote, of more
 * than `schema` migrations, and invalid for a damaged one.
 */
export async function readManifest(folder: string, schema: number): Promise<Manifest> {
  const value = await readJson(folder);
  if (!Value.Check(Head, value)) throw damaged(folder, `its ${manifestFile} was not written by Tepal`);
  if (value.tepal_backup > formatVersion || (Value.Check(Manifest, value) && value.schema > schema))
    throw conflict(
      `${folder} was written by Tepal ${value.program}, which is newer than this program; restore it with that version`,
    );
  if (!Value.Check(Manifest, value) || ![...(value.empty_folders ?? []), ...(value.programs ?? [])].every(isInside))
    throw damaged(folder, `its ${manifestFile} does not have the expected format`);
  const { sha256 } = await sumUp(readBytes(join(folder, sumsFile))).catch((error: unknown) => {
    throw hasCode(error, 'ENOENT') ? damaged(folder, `it has no ${sumsFile}`) : error;
  });
  if (sha256 !== value.sha256) throw damaged(folder, `its ${sumsFile} is not the one that ${manifestFile} names`);
  return value;
}

async function readJson(folder: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, manifestFile), 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR'))
      throw notFound(`there is no backup at ${folder}: it has no ${manifestFile}`);
    if (error instanceof SyntaxError) throw damaged(folder, `its ${manifestFile} is not valid JSON`);
    throw error;
  }
}

const damaged = (folder: string, what: string): Error => invalid(`the backup ${folder} is damaged: ${what}`);

/** The files of a backup whose manifest was read. Throws invalid for a line that names no file inside of it. */
export async function* readSums(folder: string): AsyncGenerator<SummedFile> {
  const input = await open(join(folder, sumsFile));
  try {
    for await (const line of createInterface({ input: input.createReadStream({ autoClose: false }) })) {
      const [, sha256 = '', name = ''] = sumLine.exec(line) ?? [];
      if (!isInside(name)) throw damaged(folder, `its ${sumsFile} has the line ${JSON.stringify(line)}`);
      yield { name, sha256 };
    }
  } finally {
    await input.close();
  }
}
