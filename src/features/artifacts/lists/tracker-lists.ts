// Pages of a tracker's artifacts as they are shown. What was listed since anything was committed last is as it was, so it is cached.
import { mapInSlices } from '../../../platform/concurrency/time-slices.ts';
import { createCache } from '../../../platform/cache/index.ts';
import type { Page, Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { ArtifactDeps } from '../changes/admission.ts';
import { both, everything, readSortSteps } from '../query/index.ts';
import type { Condition, Listings, Queries } from '../query/index.ts';
import type { ValueFormats } from '../rendering/artifacts.view.ts';
import { asksRanks, narrowValues } from '../rendering/narrowed-values.ts';
import type { ShownItem } from '../rendering/narrowed-values.ts';
import type { Renderer, Rendering } from '../rendering/rendering.ts';
import type { StampPage } from '../artifact/tracker-page.store.ts';
import { hasFullAccess } from '../permissions/artifacts.access.ts';
import { rankOf } from '../ranking/rank.ts';
import { listRanks } from '../ranking/rank.store.ts';

/** A query as a client sends it. */
export interface ArtifactFilter {
  parameter: 'query' | 'expert_query' | 'criteria';
  text: string;
}

export interface AskedList {
  /** In order of id, or as `sort` says: see readSortSteps. */
  page: Page & { isDescending: boolean; sort: string | undefined };
  formats: ValueFormats;
  /** Narrows the values: see narrowValues. */
  fields: string | undefined;
  /** All of them must hold. */
  filters: readonly ArtifactFilter[];
}

export interface ShownList {
  items: readonly ShownItem[];
  /** How many the viewer sees in all. */
  size: number;
}

export interface TrackerLists {
  /**
   * A page of a tracker's visible artifacts, or of those that match; cached at `dataVersion`, see Database.readDataVersion. Throws as
   * Trackers.read, Queries, narrowValues and Listings.sort do.
   */
  listOfTracker(viewer: Viewer, trackerId: number, asked: AskedList, dataVersion?: number): Promise<ShownList>;
}

/** What filters of a client say; everything without one. Throws as Queries does. */
export async function readFilters(
  queries: Queries,
  viewer: Viewer,
  tracker: Definition,
  filters: readonly ArtifactFilter[],
): Promise<Condition> {
  const conditions: Condition[] = [];
  for (const { parameter, text } of filters) {
    const read = parameter === 'expert_query' ? queries.readTql : queries.readCriteria;
    conditions.push(await read(viewer, tracker, text, parameter));
  }
  return conditions.length === 1 ? (conditions[0] ?? everything) : both(everything, ...conditions);
}

interface Deps extends Pick<ArtifactDeps, 'database' | 'trackers'> {
  queries: Queries;
  listings: Listings;
  renderer: Renderer;
}

/** A page in order of id, or as `sort` says. */
async function listPage(
  { queries, listings }: Deps,
  viewer: Viewer,
  { tracker, condition }: { tracker: Definition; condition: Condition },
  { page, filters }: AskedList,
): Promise<StampPage> {
  if (page.sort === undefined) return queries.list(viewer, tracker, condition, page, filters[0]?.parameter ?? 'query');
  const steps = readSortSteps(tracker, page.sort);
  return listings.sortPage(viewer, { tracker, condition, steps, parameter: 'sort' }, page);
}

const isPlain = ({ page, fields, filters }: AskedList): boolean =>
  page.sort === undefined && fields === undefined && filters.length === 0;

const keyOf = (reader: string, trackerId: number, { page }: AskedList): string =>
  `${trackerId} ${page.limit} ${page.offset} ${page.isDescending} ${reader}`;

const personOf = ({ user, rightsClass }: Viewer): string => `user ${user?.id ?? 0} ${rightsClass}`;

/** Of plain lists, by the version of the data that they were read after. */
interface ListCache {
  set(dataVersion: number, viewer: Viewer, tracker: Definition, asked: AskedList, found: StampPage): void;
  get(dataVersion: number, viewer: Viewer, trackerId: number, asked: AskedList): StampPage | undefined;
}

/** Those who have the same rights share a list where rights alone decide what is in it. */
function createListCache(): ListCache {
  const known = createCache<string, StampPage & { siteVersion: number }>({
    name: 'artifact_lists',
    maxBytes: 4_194_304,
    sizeOf: ({ stamps }) => 300 * stamps.length,
  });
  return {
    set(dataVersion, viewer, tracker, asked, found) {
      const reader = hasFullAccess(viewer, tracker) ? viewer.rightsClass : personOf(viewer);
      known.set(keyOf(reader, tracker.id, asked), { ...found, siteVersion: viewer.site.version }, dataVersion);
    },
    get(dataVersion, viewer, trackerId, asked) {
      const found =
        known.get(keyOf(viewer.rightsClass, trackerId, asked), dataVersion) ??
        known.get(keyOf(personOf(viewer), trackerId, asked), dataVersion);
      return found?.siteVersion === viewer.site.version ? found : undefined;
    },
  };
}

export function createTrackerLists(deps: Deps): TrackerLists {
  const lists = createListCache();
  const findCached = (
    viewer: Viewer,
    trackerId: number,
    asked: AskedList,
    dataVersion: number,
  ): ShownList | undefined => {
    const found = isPlain(asked) ? lists.get(dataVersion, viewer, trackerId, asked) : undefined;
    if (found === undefined) return undefined;
    const items: Rendering[] = [];
    for (const stamp of found.stamps) {
      const rendering = deps.renderer.findCached(viewer, stamp, asked.formats);
      if (rendering === undefined) return undefined;
      items.push(rendering);
    }
    return { items, size: found.size };
  };
  return {
    async listOfTracker(viewer, trackerId, asked, dataVersion) {
      const cached = dataVersion === undefined ? undefined : findCached(viewer, trackerId, asked, dataVersion);
      if (cached !== undefined) return cached;
      const tracker = await deps.trackers.read(viewer, trackerId);
      const condition = await readFilters(deps.queries, viewer, tracker, asked.filters);
      const narrow = asked.fields === undefined ? undefined : narrowValues(viewer, tracker, asked.fields);
      const found = await listPage(deps, viewer, { tracker, condition }, asked);
      const definitions = new Map([[tracker.id, tracker]]);
      const renderings = await deps.renderer.render(viewer, found.stamps, definitions, asked.formats);
      if (dataVersion !== undefined && isPlain(asked)) lists.set(dataVersion, viewer, tracker, asked, found);
      if (narrow === undefined) return { items: renderings, size: found.size };
      const ids = asksRanks(asked.fields ?? '') ? found.stamps.map(({ id }) => id) : [];
      const ranks = new Map((await listRanks(deps.database.read, ids)).map((row) => [row.id, rankOf(row)]));
      return { items: await mapInSlices(renderings, (one) => narrow(one, ranks)), size: found.size };
    },
  };
}
