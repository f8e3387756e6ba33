// What features make of an archive outside of the database, before its rows are written.
import type { Said } from '../../../platform/texts/said.ts';
import type { UserReference } from './artifact-model.ts';
import type { ImportContext } from './import-context.ts';

export interface PartSource {
  /** Throws invalid where the part's folder has no such file. */
  readonly readFile: (name: string) => AsyncIterable<Uint8Array>;
  readonly hasFile: (name: string) => boolean;
}

export type PartContext = Omit<ImportContext, 'warn'> & { readonly warn: (sentence: Said) => void };

/** What was made of an archive, and is not named by the database yet. */
export interface PreparedPart {
  /** Whom it names. */
  readonly people: readonly UserReference[];
  /** How many things, such as repositories. */
  readonly count: number;
  /** What it takes of the quota of repositories. */
  readonly repositoryBytes: number;
  /** Names it, in the transaction of the import. */
  keep(context: PartContext): Promise<void>;
  /** To be called once that transaction is durable. */
  settle(): Promise<void>;
  /** Takes it away, where nothing is to name it. */
  remove(): Promise<void>;
}
