// What can be found. Each kind says what the index holds of its documents, and what a reader may know of those found.
import type { Static } from 'typebox';
import type { Reader } from '../../../platform/database/index.ts';
import type { EventRow } from '../../../platform/events/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Mark } from '../words/matcher.ts';
import type { SearchResultEntry } from '../words/search.schema.ts';

/** Where a search looks; undefined: everywhere. */
export interface SearchScope {
  type?: string | undefined;
  projectId?: number | undefined;
  trackerId?: number | undefined;
}

export interface IndexedDocument {
  id: number;
  /** What scopes are told apart by, such as `t12`: letters and digits. */
  labels: readonly string[];
  /** Folded. */
  texts: readonly string[];
}

/** A text of a document that the reader may read. */
export interface Passage {
  /** Folded. */
  text: string;
  /** How much a word in it counts: 1 for plain text. */
  weight: number;
  /** Shorter beginnings of words are no reason to find it: of numbers that nobody reads, many begin so. */
  beginningMin?: number;
}

export interface KnownDocument<P extends Passage = Passage> {
  id: number;
  projectId: number;
  trackerId: number | null;
  passages: readonly P[];
}

export interface FoundDocument<P extends Passage = Passage> extends Omit<KnownDocument<P>, 'passages'> {
  /** The passage that counts most, without what can be read again. */
  best: P;
}

export type FindMarks = (text: string) => readonly Mark[];

export interface DocumentKind<P extends Passage = Passage> {
  /** From 0 to 7, a part of what is stored. */
  number: number;
  /** As entries and `type` say. */
  type: string;
  /** The document that an event is about, if it is about one. */
  documentOf(event: EventRow): number | undefined;
  /** Ids of documents below `beforeId`, highest first. */
  listIds(db: Reader, beforeId: number, limit: number): Promise<number[]>;
  /** What the index holds of these; those that are gone are not there. */
  readIndexed(db: Reader, ids: readonly number[]): AsyncIterable<IndexedDocument>;
  /** Labels one of which documents have where the viewer may know them; undefined: any, to be looked at one by one. */
  findLabels(viewer: Viewer, scope: SearchScope): Promise<readonly string[] | undefined>;
  /** Those that the viewer may know, with what they may read of them; few of them at a time, because texts are long. */
  readKnown(viewer: Viewer, ids: readonly number[], scope: SearchScope): AsyncIterable<readonly KnownDocument<P>[]>;
  /** More passages, which are long, of a document in which not all words were found. */
  readMore?(document: KnownDocument<P>): Promise<readonly P[]>;
  /** The passage without what `view` reads again. */
  shorten(passage: P): P;
  /** Entries by document id. */
  view(
    viewer: Viewer,
    documents: readonly FoundDocument<P>[],
    findMarks: FindMarks,
  ): Promise<ReadonlyMap<number, Static<typeof SearchResultEntry>>>;
}
