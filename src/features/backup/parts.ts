// What other features hand in: parts of a site that are copied and looked at beside the database and its attachments.
import type { NamedBlob } from '../attachments/index.ts';
import type { Reader } from '../../platform/database/index.ts';

/** A folder that a row names, such as a repository. */
export interface NamedFolder {
  /** Of its row. */
  readonly id: number;
  /** In the part's folder of a backup. */
  readonly name: string;
  /** Where it is now. */
  readonly path: string;
  /** As people know it, such as `the Git repository web of meadow`. */
  readonly owner: string;
  /** Whether it lies where Tepal keeps none, so that a restore leaves it to be moved there. */
  readonly isElsewhere: boolean;
}

/** `gone`: there is no such folder any more. A warning is one sentence. */
export type CopyOutcome = 'copied' | 'gone' | { readonly warning: string };

export interface NamedFolders {
  /** Where Tepal keeps them. */
  readonly place: string;
  /** Why none can be copied or looked at, such as a program that is missing. */
  findObstacle(): Promise<string | undefined>;
  list(db: Reader): Promise<readonly NamedFolder[]>;
  /** Names in `place` that nothing names because they are about to be removed. */
  listLeaving(db: Reader): Promise<readonly string[]>;
  /** Whether what is called so in `place` is one of them, or was. */
  isOne(name: string): boolean;
  /** Makes `target`, the same at one moment while others change it. */
  copy(folder: NamedFolder, target: string): Promise<CopyOutcome>;
  /** What is wrong with one that is there, in a few words each. */
  judge(folder: NamedFolder): Promise<readonly string[]>;
}

/** A folder of a backup, and of the data folder that is restored from it. */
export interface SitePart {
  readonly folder: string;
  readonly named?: NamedFolders;
  /** Blobs that rows of it name. */
  listBlobs?(db: Reader): AsyncIterable<NamedBlob>;
  /** Copies what waits to become rows, and is not in `target` yet. Called before the database is copied, and after. */
  copyWaiting?(target: string): Promise<void>;
}

/** Something that `tepal verify` compares. */
export interface SiteCheck {
  readonly check: string;
  /** Gives a sentence for each finding. */
  find(): AsyncIterable<string>;
}
