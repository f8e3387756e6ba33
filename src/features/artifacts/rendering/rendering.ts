// Renders artifacts to JSON once for each version and class of viewers, and keeps the text.
import { requireShortPage } from '../../../platform/http/index.ts';
import { VersionConflictError } from '../../../platform/version-conflict.ts';
import { mapInSlices } from '../../../platform/concurrency/time-slices.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { mayField } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { listArtifactsByIds } from '../artifact/artifacts.store.ts';
import type { ArtifactRow, ArtifactStamp } from '../artifact/artifacts.store.ts';
import { viewArtifact } from './artifacts.view.ts';
import type { ValueFormats } from './artifacts.view.ts';
import { readLastChanges } from '../history/visible-history.ts';
import type { LastChanges } from '../history/visible-history.ts';
import { listLinkEnds } from '../links/link-ends.store.ts';
import type { LinkEnd } from '../links/link-ends.store.ts';
import { readRenderables } from './readable-artifacts.ts';
import type { ChartDeps } from '../computed/charts.ts';
import { createRenderCache, watchDependencies } from './render-cache.ts';
import { createJsonReader } from './rendered-json.ts';
import type { ReadJson } from './rendered-json.ts';
import type { DependencySet, Rendering } from './render-entries.ts';

export type { Rendering } from './render-entries.ts';
import { loadPeople, loadRelations, withCharts, withTexts } from './relations.ts';
import type { Relations } from './relations.ts';

export interface Renderer {
  /**
   * Renderings in the order of `stamps`, all of which the viewer must be allowed to see. Where whole rows are given they
   * are not read again. Throws VersionConflictError when one changed since its stamp was read, invalid for a page that is too long.
   */
  render(
    viewer: Viewer,
    stamps: readonly (ArtifactStamp | ArtifactRow)[],
    definitions: ReadonlyMap<number, Definition>,
    formats: ValueFormats,
  ): Promise<Rendering[]>;
  /** The cached rendering of one artifact, which the viewer must be allowed to see. */
  findCached(viewer: Viewer, stamp: ArtifactStamp, formats: ValueFormats): Rendering | undefined;
}

/** Artifacts whose values are read and rendered together: in the middle as long as this. */
const partBytes = 1_000_000;
const partFirst = 4;
/** Artifacts of one part, however short they are. */
const partMax = 250;

export function createRenderer(deps: ChartDeps, tagKey: string): Renderer {
  const readJson = createJsonReader(tagKey);
  const cache = createRenderCache(deps.nowMs);
  return {
    findCached: cache.find,
    async render(viewer, stamps, definitions, formats) {
      const found = stamps.map((stamp) => cache.find(viewer, stamp, formats));
      const missing = stamps.filter((_stamp, index) => found[index] === undefined);
      if (missing.length === 0) return found.filter((entry) => entry !== undefined);
      const entries = new Map<number, Rendering>();
      for await (const part of renderParts({ ...deps, readJson }, viewer, missing, definitions, formats)) {
        for (const { stamp, rendering } of part.made) {
          const shown = rendering.isSettled
            ? cache.store(viewer, stamp, formats, part.dependencies, rendering)
            : rendering;
          entries.set(stamp.id, shown);
        }
        const lengths = stamps.map((stamp, index) => (found[index] ?? entries.get(stamp.id))?.json.length);
        requireShortPage(lengths, viewer.site.settings.answer_limit);
      }
      return stamps.flatMap((stamp, index) => found[index] ?? entries.get(stamp.id) ?? []);
    },
  };
}

/** A part after the other, the smaller the longer the artifacts before were, so that few of them are held at a time. */
async function* renderParts(
  deps: ChartDeps & { readJson: ReadJson },
  viewer: Viewer,
  stamps: readonly (ArtifactStamp | ArtifactRow)[],
  definitions: ReadonlyMap<number, Definition>,
  formats: ValueFormats,
): AsyncGenerator<Awaited<ReturnType<typeof renderMissing>>, void> {
  for (let start = 0, size = partFirst; start < stamps.length;) {
    const part = await renderMissing(deps, viewer, stamps.slice(start, start + size), definitions, formats);
    start += size;
    let written = 0;
    for (const { rendering } of part.made) written += rendering.json.length;
    size = Math.min(partMax, Math.max(1, Math.floor((partBytes * size) / (written + 1))));
    yield part;
  }
}

interface Part {
  made: { stamp: ArtifactStamp; rendering: Rendering }[];
  /** Whose rights decided what is shown; undefined where it depends on who the viewer is. */
  dependencies: DependencySet | undefined;
}

/** Artifacts with what is read together with them. */
interface ReadRows {
  rows: readonly ArtifactRow[];
  lastChanges: LastChanges;
  /** None where no values are shown. */
  linkEnds: readonly LinkEnd[];
}

const showsValues = ({ collection, byField }: ValueFormats): boolean => collection || byField;

async function renderMissing(
  deps: ChartDeps & { readJson: ReadJson },
  viewer: Viewer,
  stamps: readonly (ArtifactStamp | ArtifactRow)[],
  definitions: ReadonlyMap<number, Definition>,
  formats: ValueFormats,
): Promise<Part> {
  const whole = stamps.filter((stamp) => 'values_json' in stamp);
  const unread = stamps.filter((stamp) => !('values_json' in stamp)).map((stamp) => stamp.id);
  // None waits for another, so that where the database is far all travel together.
  const [read, lastChanges, linkEnds] = await Promise.all([
    listArtifactsByIds(deps.db, unread),
    readLastChanges(deps.db, stamps),
    showsValues(formats)
      ? listLinkEnds(
          deps.db,
          stamps.map(({ id }) => id),
        )
      : [],
  ]);
  const rows = [...whole, ...read];
  const versions = new Map(stamps.map((stamp) => [stamp.id, stamp.version]));
  if (rows.some((row) => row.version !== versions.get(row.id))) throw new VersionConflictError();
  const { texts, dependencies, unsettled, endsAtMs } = await renderRows(
    deps,
    viewer,
    { rows, lastChanges, linkEnds },
    definitions,
    formats,
  );
  const made = texts.map(({ row, json }) => ({
    stamp: row,
    rendering: deps.readJson(row, json, {
      versionSecond: row.version_second,
      isSettled: !unsettled.has(row.id),
      endsAtMs,
    }),
  }));
  return { made, dependencies };
}

async function renderRows(
  deps: ChartDeps,
  viewer: Viewer,
  read: ReadRows,
  definitions: ReadonlyMap<number, Definition>,
  formats: ValueFormats,
): Promise<{
  texts: { row: ArtifactRow; json: string }[];
  dependencies: DependencySet | undefined;
  unsettled: ReadonlySet<number>;
  endsAtMs: number;
}> {
  const { watched, listDependencies } = watchDependencies(deps, definitions.values());
  const { renderables, isPersonal, unsettled, relations } = await readAll(watched, viewer, read, definitions, formats);
  const baseUrl = publicUrl(viewer.site.settings);
  const texts = await mapInSlices(renderables, (renderable) => {
    const isReadable = (field: Field): boolean => mayField(viewer, renderable.tracker, field, 'read');
    const view = viewArtifact(renderable, formats, { relations, baseUrl, isReadable });
    return { row: renderable.row, json: JSON.stringify(view) };
  });
  const dependencies = isPersonal || relations.isPersonal ? undefined : listDependencies();
  return { texts, dependencies, unsettled, endsAtMs: relations.charts.endsAtMs };
}

/** The artifacts with what their representations mention, of which those without values need little. */
async function readAll(
  deps: ChartDeps,
  viewer: Viewer,
  { rows, lastChanges, linkEnds }: ReadRows,
  definitions: ReadonlyMap<number, Definition>,
  formats: ValueFormats,
): Promise<Awaited<ReturnType<typeof readRenderables>> & { relations: Relations }> {
  const read = await readRenderables(deps, viewer, rows, definitions, lastChanges);
  if (!showsValues(formats)) return { ...read, relations: await loadPeople(deps, viewer, read.renderables) };
  const { renderables } = read;
  const plain = await withTexts(deps, renderables, await loadRelations(deps, viewer, renderables, [], linkEnds), {
    isShown: (field, tracker) => mayField(viewer, tracker, field, 'read'),
  });
  return { ...read, relations: await withCharts(deps, viewer, formats.collection ? renderables : [], plain) };
}
