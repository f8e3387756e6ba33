// The cache of renderings of artifacts, for viewers with the same rights. What an artifact shows is decided by rights in few
// projects, most often in its own alone, so people who differ elsewhere share a text. A text is valid for exactly one version of the
// artifact, of its related data, and of the site.
import { createCache } from '../../../platform/cache/index.ts';
import { projectViewers } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { ArtifactStamp } from '../artifact/artifacts.store.ts';
import type { ChartDeps } from '../computed/charts.ts';
import type { ValueFormats } from './artifacts.view.ts';
import { createEntry, hasSameVersions, versionsOf } from './render-entries.ts';
import type { DependencySet, Rendering, RenderEntry, Versions } from './render-entries.ts';

/**
 * Notes in which projects rights decide while something is rendered: those of the trackers that are shown and of all that
 * are looked up, without which nobody is shown or refused an artifact, and of what refers to artifacts from outside.
 */
export function watchDependencies(
  deps: ChartDeps,
  shown: Iterable<Definition>,
): { watched: ChartDeps; listDependencies(): DependencySet } {
  const projects = new Map<number, ReadonlyMap<number, unknown>>();
  const note = ({ project, groupNames }: Definition): void => void projects.set(project.id, groupNames);
  for (const definition of shown) note(definition);
  let isEverywhere = false;
  const watched: ChartDeps = {
    ...deps,
    trackers: {
      ...deps.trackers,
      async findDefinition(id, siteVersion) {
        const definition = await deps.trackers.findDefinition(id, siteVersion);
        if (definition !== undefined) note(definition);
        return definition;
      },
    },
    async listExternalReferences(db, viewer, artifacts) {
      const found = await deps.listExternalReferences(db, viewer, artifacts);
      isEverywhere ||= found.isFromElsewhere;
      return found;
    },
  };
  return { watched, listDependencies: () => (isEverywhere ? 'every project' : projects) };
}

/** The same for viewers with the same rights in these projects. */
const classWithin = (viewer: Viewer, dependencies: DependencySet): string =>
  dependencies === 'every project'
    ? viewer.rightsClass
    : [...dependencies].map(([id, groups]) => `${id}:${projectViewers.classInProject(viewer, id, groups)}`).join(' ');

/** The same; remembers the last result, as entries of a list ask for it one after the other. */
function createClassNames(): typeof classWithin {
  let last: { viewer: Viewer; dependencies: DependencySet; name: string } | undefined;
  return (viewer, dependencies) => {
    if (last?.viewer !== viewer || last.dependencies !== dependencies)
      last = { viewer, dependencies, name: classWithin(viewer, dependencies) };
    return last.name;
  };
}

/** Most never are, and need no clock. */
const isOver = ({ endsAtMs }: Rendering, nowMs: () => number): boolean => endsAtMs !== Infinity && nowMs() >= endsAtMs;

const personOf = (viewer: Viewer): string => `user ${viewer.user?.id ?? 0}`;

function findText(
  { dependencySets, texts }: RenderEntry,
  viewer: Viewer,
  nameClass: typeof classWithin,
): Rendering | undefined {
  for (const dependencies of dependencySets) {
    const found = texts.get(nameClass(viewer, dependencies));
    if (found !== undefined) return found;
  }
  return texts.get(personOf(viewer));
}

const findSame = ({ texts }: RenderEntry, { json, endsAtMs }: Rendering): Rendering | undefined =>
  texts.values().find((known) => known.json === json && known.endsAtMs === endsAtMs);

export interface RenderCache {
  find(viewer: Viewer, stamp: ArtifactStamp, formats: ValueFormats): Rendering | undefined;
  /** Gives what is stored, which may be an equal one; `dependencies` is undefined for a rendering that is this viewer's alone. */
  store(
    viewer: Viewer,
    stamp: ArtifactStamp,
    formats: ValueFormats,
    dependencies: DependencySet | undefined,
    rendering: Rendering,
  ): Rendering;
}

/** Of an artifact in one format. */
const keyOf = ({ id }: ArtifactStamp, { collection, byField }: ValueFormats): number =>
  id * 4 + (collection ? 2 : 0) + (byField ? 1 : 0);

export function createRenderCache(nowMs: () => number): RenderCache {
  const entries = createCache<number, RenderEntry>({
    name: 'renderings',
    maxBytes: 41_943_040,
    sizeOf: ({ bytes, texts }) => 300 + bytes + 100 * texts.size,
  });
  const shareDependencies = createDependencySharing();
  const nameClass = createClassNames();

  const put = (entry: RenderEntry): void => {
    // The same object may have grown.
    entries.delete(entry.key);
    entries.set(entry.key, entry);
  };

  const countXml = (entry: RenderEntry, bytes: number): void => {
    entry.bytes += bytes;
    if (entries.peek(entry.key) === entry) put(entry);
  };

  const findEntry = (versions: Versions, key: number): RenderEntry | undefined => {
    const former = entries.peek(key);
    if (former !== undefined && !hasSameVersions(former, versions)) entries.delete(key);
    return entries.get(key);
  };

  return {
    find(viewer, stamp, formats) {
      const entry = findEntry(versionsOf(viewer, stamp), keyOf(stamp, formats));
      const found = entry === undefined ? undefined : findText(entry, viewer, nameClass);
      return found === undefined || isOver(found, nowMs) ? undefined : found;
    },
    store(viewer, stamp, formats, dependencies, rendering) {
      const [key, versions] = [keyOf(stamp, formats), versionsOf(viewer, stamp)];
      const name = dependencies === undefined ? personOf(viewer) : classWithin(viewer, dependencies);
      const known = findEntry(versions, key);
      const replaced = known?.texts.get(name);
      const isOutdated = replaced !== undefined && isOver(replaced, nowMs);
      const entry = known === undefined || isOutdated ? createEntry(key, versions) : known;
      const shared = dependencies === undefined ? undefined : shareDependencies(versions.siteVersion, dependencies);
      if (shared !== undefined && !entry.dependencySets.includes(shared[0]))
        entry.dependencySets = entry.dependencySets.length === 0 ? shared : [...entry.dependencySets, ...shared];
      const same = findSame(entry, rendering);
      entry.texts.set(name, same ?? rendering);
      if (same === undefined) {
        rendering.countXml(entry, countXml);
        entry.bytes += rendering.json.length;
      }
      put(entry);
      return same ?? rendering;
    },
  };
}

const everywhere = ['every project'] as const;

/** Makes what gives the same list of one for the same projects at one version of the site. */
function createDependencySharing(): (siteVersion: number, dependencies: DependencySet) => readonly [DependencySet] {
  const known = new Map<string, readonly [DependencySet]>();
  let version = -1;
  return (siteVersion, dependencies) => {
    if (dependencies === 'every project') return everywhere;
    if (siteVersion !== version) known.clear();
    version = siteVersion;
    const key = [...dependencies.keys()].toSorted((one, other) => one - other).join(' ');
    const shared = known.get(key) ?? ([dependencies] as const);
    known.set(key, shared);
    return shared;
  };
}
