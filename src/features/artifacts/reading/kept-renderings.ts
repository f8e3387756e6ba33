// Renderings of artifacts that are kept for viewers with the same rights. What an artifact shows is decided by rights in few
// projects, most often in its own alone, so people who differ elsewhere share a text. A kept text is valid for exactly one
// version of the artifact, of what surrounds it, and of the site. Those that memory has no room for leave it for a file.
import { createCache } from '../../../platform/cache/index.ts';
import { classInProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { ArtifactStamp } from '../state/artifacts.store.ts';
import type { ChartDeps } from '../sums/charts.ts';
import type { ValueFormats } from './artifacts.view.ts';
import type { FiledShelves } from './filed-shelves.ts';
import { isSameMoment, momentOf, startShelf } from './shelves.ts';
import type { Moment, Reach, Rendering, Shelf } from './shelves.ts';

/**
 * Notes in which projects rights decide while something is rendered: those of the trackers that are shown and of all that
 * are looked up, without which nobody is shown or refused an artifact, and of what refers to artifacts from outside.
 */
export function watchReach(deps: ChartDeps, shown: Iterable<Definition>): { watched: ChartDeps; reached(): Reach } {
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
  return { watched, reached: () => (isEverywhere ? 'every project' : projects) };
}

/** The same for viewers with the same rights within reach. */
const classWithin = (viewer: Viewer, reach: Reach): string =>
  reach === 'every project'
    ? viewer.rightsClass
    : [...reach].map(([id, groups]) => `${id}:${classInProject(viewer, id, groups)}`).join(' ');

/** The same; of one viewer and reach it knows the answer, as entries of a list ask for it one after the other. */
function createClassNames(): typeof classWithin {
  let last: { viewer: Viewer; reach: Reach; name: string } | undefined;
  return (viewer, reach) => {
    if (last?.viewer !== viewer || last.reach !== reach) last = { viewer, reach, name: classWithin(viewer, reach) };
    return last.name;
  };
}

/** Most never are, and need no clock. */
const isOver = ({ endsAtMs }: Rendering, nowMs: () => number): boolean => endsAtMs !== Infinity && nowMs() >= endsAtMs;

const personOf = (viewer: Viewer): string => `user ${viewer.user?.id ?? 0}`;

function findText({ reaches, texts }: Shelf, viewer: Viewer, nameClass: typeof classWithin): Rendering | undefined {
  for (const reach of reaches) {
    const found = texts.get(nameClass(viewer, reach));
    if (found !== undefined) return found;
  }
  return texts.get(personOf(viewer));
}

const findSame = ({ texts }: Shelf, { json, endsAtMs }: Rendering): Rendering | undefined =>
  texts.values().find((known) => known.json === json && known.endsAtMs === endsAtMs);

export interface KeptRenderings {
  find(viewer: Viewer, stamp: ArtifactStamp, formats: ValueFormats): Rendering | undefined;
  /** What is kept, which may be an equal one; `reach` is undefined for a rendering that is this viewer's alone. */
  keep(
    viewer: Viewer,
    stamp: ArtifactStamp,
    formats: ValueFormats,
    reach: Reach | undefined,
    rendering: Rendering,
  ): Rendering;
}

interface KeptOptions {
  filed: FiledShelves;
  nowMs(): number;
}

/** Of an artifact in one format. */
const keyOf = ({ id }: ArtifactStamp, { collection, byField }: ValueFormats): number =>
  id * 4 + (collection ? 2 : 0) + (byField ? 1 : 0);

export function createKeptRenderings({ filed, nowMs }: KeptOptions): KeptRenderings {
  const shelves = createCache<number, Shelf>({
    name: 'renderings',
    maxBytes: 41_943_040,
    sizeOf: ({ bytes, texts }) => 300 + bytes + 100 * texts.size,
    onEvict: (key, shelf) => filed.put(key, shelf),
  });
  const shareReach = createReachSharing();
  const nameClass = createClassNames();

  const store = (shelf: Shelf): void => {
    // The same object may have grown.
    shelves.delete(shelf.key);
    shelves.set(shelf.key, shelf);
  };

  const countXml = (shelf: Shelf, bytes: number): void => {
    shelf.bytes += bytes;
    if (shelves.peek(shelf.key) === shelf) store(shelf);
  };

  const add = (shelf: Shelf, rendering: Rendering): void => {
    rendering.countXml(shelf, countXml);
    shelf.bytes += rendering.json.length;
  };

  const findShelf = (moment: Moment, stamp: ArtifactStamp, key: number): Shelf | undefined => {
    const former = shelves.peek(key);
    if (former !== undefined && !isSameMoment(former, moment)) shelves.delete(key);
    const shelf = shelves.get(key);
    if (shelf !== undefined) return shelf;
    const taken = filed.take(key, stamp, moment);
    if (taken === undefined) return undefined;
    for (const rendering of new Set(taken.texts.values())) add(taken, rendering);
    store(taken);
    return taken;
  };

  return {
    find(viewer, stamp, formats) {
      const shelf = findShelf(momentOf(viewer, stamp), stamp, keyOf(stamp, formats));
      const found = shelf === undefined ? undefined : findText(shelf, viewer, nameClass);
      return found === undefined || isOver(found, nowMs) ? undefined : found;
    },
    keep(viewer, stamp, formats, reach, rendering) {
      const [key, moment] = [keyOf(stamp, formats), momentOf(viewer, stamp)];
      const name = reach === undefined ? personOf(viewer) : classWithin(viewer, reach);
      const known = findShelf(moment, stamp, key);
      const replaced = known?.texts.get(name);
      const isOutdated = replaced !== undefined && isOver(replaced, nowMs);
      const shelf = known === undefined || isOutdated ? startShelf(key, moment) : known;
      const shared = reach === undefined ? undefined : shareReach(moment.siteVersion, reach);
      if (shared !== undefined && !shelf.reaches.includes(shared[0]))
        shelf.reaches = shelf.reaches.length === 0 ? shared : [...shelf.reaches, ...shared];
      const same = findSame(shelf, rendering);
      shelf.texts.set(name, same ?? rendering);
      shelf.isFiled = false;
      if (same === undefined) add(shelf, rendering);
      store(shelf);
      return same ?? rendering;
    },
  };
}

const everywhere = ['every project'] as const;

/** Makes what gives the same list of one for reaches into the same projects at one moment of the site. */
function createReachSharing(): (siteVersion: number, reach: Reach) => readonly [Reach] {
  const known = new Map<string, readonly [Reach]>();
  let version = -1;
  return (siteVersion, reach) => {
    if (reach === 'every project') return everywhere;
    if (siteVersion !== version) known.clear();
    version = siteVersion;
    const key = [...reach.keys()].toSorted((one, other) => one - other).join(' ');
    const shared = known.get(key) ?? ([reach] as const);
    known.set(key, shared);
    return shared;
  };
}
