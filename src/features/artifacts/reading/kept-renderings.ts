// Renderings of artifacts that are kept for viewers with the same rights. What an artifact shows is decided by rights in few
// projects, most often in its own alone, so people who differ elsewhere share a text. A kept text is valid for exactly one
// version of the artifact, of what surrounds it, and of the site.
import { classInProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { ArtifactStamp } from '../state/artifacts.store.ts';
import type { ChartDeps } from '../sums/charts.ts';
import { createDropOldest } from '../../../platform/drop-oldest.ts';

export interface Rendering {
  json: string;
  /** What stands inside the artifact's element in XML, in UTF-8. */
  xmlContent: () => Buffer;
  /** See tagOf. */
  tag: string;
  /** Second of the version that was rendered (spec ruling 18). */
  versionSecond: number;
  /** Whether it stays true for the viewer as long as the artifact's stamp and the site are the same. */
  isSettled: boolean;
  /** When time alone makes it untrue; Infinity for never. */
  endsAtMs: number;
}

/** Whose rights decide what a rendering shows, besides those of the site: in these projects, by their static groups. */
export type Reach = ReadonlyMap<number, ReadonlyMap<number, unknown>> | 'every project';

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

const personOf = (viewer: Viewer): string => `user ${viewer.user?.id ?? 0}`;

/** All that is kept of an artifact in one format, at one moment of it and of the site. */
interface Shelf {
  version: number;
  contextVersion: number;
  siteVersion: number;
  /** Each once. */
  reaches: Reach[];
  /** By class of viewers, or by viewer where it depends on who that is; those who are shown the same share one. */
  texts: Map<string, Rendering>;
  characters: number;
  /** Whether it was asked for since it was last looked at for leaving. */
  isWanted: boolean;
}

const startShelf = (viewer: Viewer, stamp: ArtifactStamp): Shelf => ({
  version: stamp.version,
  contextVersion: stamp.context_version,
  siteVersion: viewer.site.version,
  reaches: [],
  texts: new Map(),
  characters: 0,
  isWanted: false,
});

const isOfMoment = (shelf: Shelf, viewer: Viewer, stamp: ArtifactStamp): boolean =>
  shelf.version === stamp.version &&
  shelf.contextVersion === stamp.context_version &&
  shelf.siteVersion === viewer.site.version;

function findText({ reaches, texts }: Shelf, viewer: Viewer): Rendering | undefined {
  for (const reach of reaches) {
    const found = texts.get(classWithin(viewer, reach));
    if (found !== undefined) return found;
  }
  return texts.get(personOf(viewer));
}

const isSameReach = (one: Reach, other: Reach): boolean =>
  one === other ||
  (typeof one !== 'string' &&
    typeof other !== 'string' &&
    one.size === other.size &&
    [...one.keys()].every((id) => other.has(id)));

const findSame = ({ texts }: Shelf, { json, endsAtMs }: Rendering): Rendering | undefined =>
  texts.values().find((known) => known.json === json && known.endsAtMs === endsAtMs);

export interface KeptRenderings {
  find(viewer: Viewer, stamp: ArtifactStamp, format: string): Rendering | undefined;
  /** What is kept, which may be an equal one; `reach` is undefined for a rendering that is this viewer's alone. */
  keep(viewer: Viewer, stamp: ArtifactStamp, format: string, reach: Reach | undefined, rendering: Rendering): Rendering;
}

/** Keeps at most `maxCharacters` of text; what came first leaves first, unless it was asked for meanwhile. */
export function createKeptRenderings(maxCharacters: number, nowMs: () => number): KeptRenderings {
  const shelves = new Map<string, Shelf>();
  const dropOldest = createDropOldest(shelves);
  let characters = 0;

  const remove = (key: string): void => {
    characters -= shelves.get(key)?.characters ?? 0;
    shelves.delete(key);
  };

  const add = (shelf: Shelf, key: string, added: number): void => {
    if (shelves.get(key) !== shelf) return;
    shelf.characters += added;
    characters += added;
    while (characters > maxCharacters) {
      const [oldest, leaving] = dropOldest() ?? [key, shelf];
      if (leaving.isWanted) shelves.set(oldest, leaving);
      else characters -= leaving.characters;
      leaving.isWanted = false;
    }
  };

  const findShelf = (viewer: Viewer, stamp: ArtifactStamp, key: string): Shelf | undefined => {
    const shelf = shelves.get(key);
    return shelf !== undefined && isOfMoment(shelf, viewer, stamp) ? shelf : undefined;
  };

  const openShelf = (viewer: Viewer, stamp: ArtifactStamp, key: string): Shelf => {
    const known = findShelf(viewer, stamp, key);
    if (known !== undefined) return known;
    remove(key);
    const shelf = startShelf(viewer, stamp);
    shelves.set(key, shelf);
    return shelf;
  };

  return {
    find(viewer, stamp, format) {
      const shelf = findShelf(viewer, stamp, `${stamp.id} ${format}`);
      const found = shelf === undefined ? undefined : findText(shelf, viewer);
      if (shelf === undefined || found === undefined || nowMs() >= found.endsAtMs) return undefined;
      shelf.isWanted = true;
      return found;
    },
    keep(viewer, stamp, format, reach, rendering) {
      const key = `${stamp.id} ${format}`;
      const name = reach === undefined ? personOf(viewer) : classWithin(viewer, reach);
      const replaced = findShelf(viewer, stamp, key)?.texts.get(name);
      if (replaced !== undefined && nowMs() >= replaced.endsAtMs) remove(key);
      const shelf = openShelf(viewer, stamp, key);
      if (reach !== undefined && !shelf.reaches.some((known) => isSameReach(known, reach))) shelf.reaches.push(reach);
      const same = findSame(shelf, rendering);
      const kept = same ?? {
        ...rendering,
        xmlContent: noteBytes(rendering.xmlContent, (bytes) => add(shelf, key, bytes)),
      };
      shelf.texts.set(name, kept);
      if (same === undefined) add(shelf, key, rendering.json.length);
      return kept;
    },
  };
}

/** Tells once how much was made. */
function noteBytes(make: () => Buffer, note: (bytes: number) => void): () => Buffer {
  let isNoted = false;
  return () => {
    const content = make();
    if (!isNoted) note(content.length);
    isNoted = true;
    return content;
  };
}
