// What later features bring to archives: elements of project.xml, and folders of what they keep outside of the database, such
// as repositories, which are proved before a project is erased.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { ArchiveSource } from './archive-access.ts';
import { normalizeArchivePath } from './archive-path.ts';
import type { ArchiveTarget } from './archive-target.ts';
import type { ExportContext } from './export-context.ts';
import type { ElementPart } from './element-parts.ts';
import type { PartSource, PreparedPart } from './prepared-part.ts';

export interface PartTarget {
  readonly db: Reader;
  readonly projectId: number;
  readonly people: ExportContext['people'];
  /** As archives call the project's groups; undefined for what is none. */
  readonly nameGroup: (id: number) => string | undefined;
  /** Adds a file to the part's folder, under a name that was not given before. Await each before the next. */
  readonly add: ArchiveTarget['add'];
}

/** What an archive was proved to hold. */
export interface PartProof {
  /** How many things, such as repositories. */
  readonly count: number;
  /**
   * Asks, in the transaction that erases the project and before its rows go, for the removal of what was proved. Throws conflict where the
   * project has something else by now.
   */
  erase(tx: Writer, project: { id: number; archive: string }): Promise<void>;
}

export interface FolderPart {
  /** At the top of an archive; all in it belongs to the part. */
  readonly folder: string;
  /** The file that each such folder has. */
  readonly index: string;
  /** Gives how many things were added; where there are none, nothing is. Throws conflict for what can't be copied. */
  write(target: PartTarget): Promise<number>;
  /** Makes of the archive what `prepare` would, compares it, and takes it away again. Throws invalid where it is not what was written. */
  prove(source: PartSource): Promise<PartProof>;
  /** Throws as `prove` does, and unavailable where a program is missing; then nothing is left. */
  prepare(source: PartSource): Promise<PreparedPart>;
}

export type ArchivePart = ElementPart | FolderPart;

export const listElementParts = (parts: readonly ArchivePart[]): ElementPart[] =>
  parts.filter((part) => 'element' in part);

export const listFolderParts = (parts: readonly ArchivePart[]): FolderPart[] =>
  parts.filter((part) => 'folder' in part);

/** Those whose folders the archive has. */
export const findFolders = ({ files }: Pick<ArchiveSource, 'files'>, parts: readonly ArchivePart[]): FolderPart[] =>
  listFolderParts(parts).filter(({ folder, index }) => files.has(`${folder}/${index}`));

/** Whether a file of the archive belongs to one of these. */
export const isOfPart = (parts: readonly FolderPart[], path: string): boolean =>
  parts.some(({ folder }) => path.startsWith(`${folder}/`));

/** All files of an archive, by their paths however these are written. */
export const openWhole = ({ files, readFile }: ArchiveSource): PartSource => ({
  readFile,
  hasFile: (name) => files.has(normalizeArchivePath(name) ?? ''),
});

/** The files of a part's folder. */
export const openPart = (source: ArchiveSource, { folder }: FolderPart): PartSource => ({
  hasFile: (name) => source.files.has(`${folder}/${name}`),
  readFile(name) {
    const path = `${folder}/${name}`;
    if (!source.files.has(path)) throw invalid(says('archive.no-file')`the archive has no file \`${path}\``);
    return source.readFile(path);
  },
});
