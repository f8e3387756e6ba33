// Renderings of artifacts that are kept for viewers with the same rights. What an artifact shows is decided by rights in few
// projects, most often in its own alone, so people who differ elsewhere share a text. A kept text is valid for exactly one
// version of the artifact, of what surrounds it, and of the site. Those that memory has no room for leave it for a file.
import { createDropOldest } from '../../../platform/drop-oldest.ts';
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
  /** Of text, in memory; what came first leaves first, unless it was asked for meanwhile. */
  maxCharacters: number;
  filed: FiledShelves;
  nowMs(): number;
}

/** Of an artifact in one format. */
const keyOf = ({ id }: ArtifactStamp, { collection, byField }: ValueFormats): number =>
  id * 4 + (collection ? 2 : 0) + (byField ? 1 : 0);

export function createKeptRenderings({ maxCharacters, filed, nowMs }: KeptOptions): KeptRenderings {
  const shelves = new Map<number, Shelf>();
  const dropOldest = createDropOldest(shelves);
  const shareReach = createReachSharing();
  const nameClass = createClassNames();
  let characters = 0;

  const add = (shelf: Shelf, added: number): void => {
    if (shelves.get(shelf.key) !== shelf) return;
    shelf.characters += added;
    characters += added;
    while (characters > maxCharacters) {
      const [oldest, leaving] = dropOldest() ?? [shelf.key, shelf];
      if (leaving.isWanted) shelves.set(oldest, leaving);
      else {
        characters -= leaving.characters;
        filed.put(oldest, leaving);
      }
      leaving.isWanted = false;
    }
  };

  const count = (shelf: Shelf, rendering: Rendering): void => {
    rendering.countXml(shelf, add);
    add(shelf, rendering.json.length);
  };

  const replace = (shelf: Shelf): Shelf => {
    characters -= shelves.get(shelf.key)?.characters ?? 0;
    return putLast(shelves, shelf);
  };

  const findShelf = (moment: Moment, stamp: ArtifactStamp, key: number): Shelf | undefined => {
    const shelf = shelves.get(key);
    if (shelf !== undefined && isSameMoment(shelf, moment)) return shelf;
    const taken = filed.take(key, stamp, moment);
    if (taken === undefined) return undefined;
    replace(taken);
    for (const rendering of new Set(taken.texts.values())) count(taken, rendering);
    return taken;
  };

  return {
    find(viewer, stamp, formats) {
      const shelf = findShelf(momentOf(viewer, stamp), stamp, keyOf(stamp, formats));
      const found = shelf === undefined ? undefined : findText(shelf, viewer, nameClass);
      if (shelf === undefined || found === undefined || isOver(found, nowMs)) return undefined;
      shelf.isWanted = true;
      return found;
    },
    keep(viewer, stamp, formats, reach, rendering) {
      const [key, moment] = [keyOf(stamp, formats), momentOf(viewer, stamp)];
      const name = reach === undefined ? personOf(viewer) : classWithin(viewer, reach);
      const known = findShelf(moment, stamp, key);
      const replaced = known?.texts.get(name);
      const isOutdated = replaced !== undefined && isOver(replaced, nowMs);
      const shelf = known === undefined || isOutdated ? replace(startShelf(key, moment)) : known;
      const shared = reach === undefined ? undefined : shareReach(moment.siteVersion, reach);
      if (shared !== undefined && !shelf.reaches.includes(shared[0]))
        shelf.reaches = shelf.reaches.length === 0 ? shared : [...shelf.reaches, ...shared];
      const same = findSame(shelf, rendering);
      shelf.texts.set(name, same ?? rendering);
      shelf.isFiled = false;
      if (same !== undefined) return same;
      count(shelf, rendering);
      return rendering;
    },
  };
}

function putLast(shelves: Map<number, Shelf>, shelf: Shelf): Shelf {
  shelves.delete(shelf.key);
  shelves.set(shelf.key, shelf);
  return shelf;
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
