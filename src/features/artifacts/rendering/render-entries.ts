// An entry of the render cache: an artifact in one format, at one version of it and of the site.
import type { Viewer } from '../../projects/index.ts';
import type { ArtifactStamp } from '../artifact/artifacts.store.ts';

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
  /** Calls `note` with the entry when the XML is made. */
  countXml(entry: RenderEntry, note: (entry: RenderEntry, bytes: number) => void): void;
}

/** Whose rights decide what a rendering shows, besides those of the site: in these projects, by their static groups. */
export type DependencySet = ReadonlyMap<number, ReadonlyMap<number, unknown>> | 'every project';

/** What an entry is valid for. */
export interface Versions {
  version: number;
  contextVersion: number;
  siteVersion: number;
}

export interface RenderEntry extends Versions {
  /** Of the artifact in one format. */
  readonly key: number;
  /** Each once. */
  dependencySets: readonly DependencySet[];
  /** By class of viewers, or by viewer where it depends on who that is; those who are shown the same share one. */
  texts: Map<string, Rendering>;
  /** Of the texts, in JSON and XML. */
  bytes: number;
}

const noDependencySets: readonly DependencySet[] = [];

/** Its parts are named one by one, which takes less memory than a copy of the versions with more behind it. */
export const createEntry = (key: number, { version, contextVersion, siteVersion }: Versions): RenderEntry => ({
  key,
  version,
  contextVersion,
  siteVersion,
  dependencySets: noDependencySets,
  texts: new Map(),
  bytes: 0,
});

export const versionsOf = (viewer: Viewer, stamp: ArtifactStamp): Versions => ({
  version: stamp.version,
  contextVersion: stamp.context_version,
  siteVersion: viewer.site.version,
});

export const hasSameVersions = (one: Versions, other: Versions): boolean =>
  one.version === other.version && one.contextVersion === other.contextVersion && one.siteVersion === other.siteVersion;
