// What is kept of an artifact in one format, at one moment of it and of the site.
import type { Viewer } from '../../projects/index.ts';
import type { ArtifactStamp } from '../state/artifacts.store.ts';

export interface Rendering {
  readonly json: string;
  /** What stands inside the artifact's element in XML, in UTF-8. */
  xmlContent(): Buffer;
  /** See tagOf. */
  tag(): string;
  /** Second of the version that was rendered (spec ruling 18). */
  readonly versionSecond: number;
  /** Whether it stays true for the viewer as long as the artifact's stamp and the site are the same. */
  readonly isSettled: boolean;
  /** When time alone makes it untrue; Infinity for never. */
  readonly endsAtMs: number;
  /** Calls `note` with the shelf when the XML is made. */
  countXml(shelf: Shelf, note: (shelf: Shelf, bytes: number) => void): void;
}

/** Whose rights decide what a rendering shows, besides those of the site: in these projects, by their static groups. */
export type Reach = ReadonlyMap<number, ReadonlyMap<number, unknown>> | 'every project';

/** What a kept rendering is valid for. */
export interface Moment {
  version: number;
  contextVersion: number;
  siteVersion: number;
}

export interface Shelf extends Moment {
  /** Of the artifact in one format. */
  readonly key: number;
  /** Each once. */
  reaches: readonly Reach[];
  /** By class of viewers, or by viewer where it depends on who that is; those who are shown the same share one. */
  texts: Map<string, Rendering>;
  /** Of the texts, in JSON and XML. */
  bytes: number;
  /** Whether the file has all of it, as far as it has not been written over. */
  isFiled: boolean;
}

const noReaches: readonly Reach[] = [];

/** Its parts are named one by one, which takes less memory than a copy of the moment with more behind it. */
export const startShelf = (key: number, { version, contextVersion, siteVersion }: Moment): Shelf => ({
  key,
  version,
  contextVersion,
  siteVersion,
  reaches: noReaches,
  texts: new Map(),
  bytes: 0,
  isFiled: false,
});

export const momentOf = (viewer: Viewer, stamp: ArtifactStamp): Moment => ({
  version: stamp.version,
  contextVersion: stamp.context_version,
  siteVersion: viewer.site.version,
});

export const isSameMoment = (one: Moment, other: Moment): boolean =>
  one.version === other.version && one.contextVersion === other.contextVersion && one.siteVersion === other.siteVersion;
