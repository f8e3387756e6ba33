// What reports show: the artifacts that they find, a page of them in the formats of the wire, or all as CSV.
import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { storedJson } from '../../platform/database/index.ts';
import type { Database, Reader } from '../../platform/database/index.ts';
import { invalid, tooManyRequests } from '../../platform/errors.ts';
import { createPageMeter } from '../../platform/http/index.ts';
import { mapInSlices } from '../../platform/concurrency/time-slices.ts';
import { VersionConflictError } from '../../platform/version-conflict.ts';
import { says } from '../../platform/texts/said.ts';
import { artifactFilters, artifactReads, artifactViews, listStamps } from '../artifacts/index.ts';
import type { Artifacts, Condition } from '../artifacts/index.ts';
import { listPreferencesOf } from '../people/index.ts';
import { projectViewers } from '../projects/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import { fieldIs } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';
import { writeCsv } from './csv.ts';
import type { CsvForm } from './csv.ts';
import { findReadable, readReportCondition } from './report-criteria.ts';
import type { Reports, SeenReport } from './reports.service.ts';
import { findTable } from './submitted-report.ts';
import { listTables, withStandard } from './table-renderer.ts';
import type { Table } from './table-renderer.ts';

export interface ShownTable {
  /** All that the viewer may read, or the columns of one of the report's tables, in whose order artifacts then come. */
  values: 'none' | 'all' | 'table';
  /** Which table, where the report has several. */
  tableId: number | undefined;
  /** Whether the table's sorting is passed over, which any number of artifacts allows. */
  isInOrderOfId: boolean;
}

export interface ReportPage {
  /** JSON texts. */
  items: string[];
  size: number;
}

export interface ReportArtifacts {
  /** Artifacts as elsewhere, `values` narrowed to what is asked for. Throws as Reports.read, Queries.list and Listings.sort, or invalid. */
  list(viewer: Viewer, id: number, shown: ShownTable, page: Page): Promise<ReportPage>;
  /** The same as flat maps; see viewFlat. Throws invalid where no values are asked for. */
  listFlat(viewer: Viewer, id: number, shown: ShownTable, page: Page, joinsLists: boolean): Promise<ReportPage>;
  /**
   * All artifacts as CSV, a piece at a time. Throws as `list` before the first piece; rate-limited where too many are
   * written. Later pieces throw VersionConflictError, or as Reports.read, where the viewer may not see the same any more.
   */
  export(viewer: Viewer, id: number, shown: ExportedTable): Promise<AsyncGenerator<string, void>>;
}

export interface ExportedTable extends Omit<ShownTable, 'values'>, Omit<CsvForm, 'separator'> {
  /** undefined: what the viewer prefers. */
  separator: CsvForm['separator'] | undefined;
  /** undefined: the table, where the report has one. */
  values: 'all' | 'table' | undefined;
}

interface Deps {
  database: Database;
  site: SiteService;
  artifacts: Artifacts;
  reports: Reports;
}

const { standardField } = artifactFilters;

const csvSeparatorPreference = 'user_csv_separator';

/** Rows that are read at a time. */
const exportBatch = 100;

/** Artifacts of a flat page whose values are held at a time. */
const rowsAtOnce = 10;

/** Writes at most so many CSVs at a time. */
export function createReportArtifacts(deps: Deps, exportsMax = 20): ReportArtifacts {
  const { artifacts } = deps;
  let exportCount = 0;
  async function* counted(pieces: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
    exportCount += 1;
    try {
      yield* pieces;
    } finally {
      exportCount -= 1;
    }
  }
  return {
    async list(viewer, id, shown, place) {
      const found = await find(deps, viewer, id, shown, place);
      const formats = { collection: shown.values !== 'none', byField: false };
      const stamps = new Map((await listStamps(artifacts.reading.db, found.ids)).map((stamp) => [stamp.id, stamp]));
      const page = found.ids.flatMap((one) => stamps.get(one) ?? []);
      const renderings = await artifacts.renderer.render(viewer, page, definitionsOf(found), formats);
      const items = await mapInSlices(renderings, ({ json }) =>
        found.columns === undefined ? json : narrow(json, found.columns),
      );
      return { items, size: found.size };
    },
    async listFlat(viewer, id, shown, page, joinsLists) {
      if (shown.values === 'none')
        throw invalid(
          says('report.flat')`no values are requested, and a flat response contains only values; use values=all`,
          'values',
        );
      const found = await find(deps, viewer, id, shown, page);
      const fields = found.columns ?? found.seen.tracker.fields;
      const meter = createPageMeter(viewer.site.settings.answer_limit);
      const items: string[] = [];
      for (let start = 0; start < found.ids.length; start += rowsAtOnce) {
        const ids = found.ids.slice(start, start + rowsAtOnce);
        const subjects = await artifactReads.loadCompleteArtifacts(
          artifacts.reading,
          viewer,
          ids,
          definitionsOf(found),
          fields,
        );
        items.push(
          ...(await mapInSlices(subjects, (subject) =>
            JSON.stringify(artifactViews.viewFlat(subject, fields, joinsLists)),
          )),
        );
        for (const item of items.slice(start)) meter.add(item.length);
      }
      return { items, size: found.size };
    },
    async export(viewer, id, shown) {
      const seen = await deps.reports.read(viewer, id);
      const values = shown.values ?? (hasTable(seen) ? 'table' : 'all');
      const table = tableOf(seen, { ...shown, values });
      const condition = await conditionOf(deps, viewer, seen);
      const ofForm = columnsOf(viewer, seen, table) ?? valueFields(viewer, seen.tracker);
      const fields = withStandard(ofForm, table?.standardColumns ?? [], ({ name }) =>
        standardField(seen.tracker, name),
      );
      const steps = shown.isInOrderOfId ? [] : stepsOf(viewer, seen, table);
      const found = await inOrder(deps, viewer, seen.tracker, condition, steps);
      const batches = whileAllowed(found, watchRights(deps, viewer, seen, ofForm));
      if (exportCount >= exportsMax)
        throw tooManyRequests(says('report.busy')`too many reports are being exported; try again later`);
      const separator = shown.separator ?? (await preferredSeparator(deps.database.read, viewer));
      const form = { ...shown, separator };
      return counted(writeCsv({ artifacts, viewer, tracker: seen.tracker, fields, batches, form }));
    },
  };
}

async function preferredSeparator(db: Reader, { user }: Viewer): Promise<CsvForm['separator']> {
  const chosen =
    user === undefined ? undefined : (await listPreferencesOf(db, [user.id], csvSeparatorPreference)).get(user.id);
  return chosen === 'semicolon' || chosen === 'tab' ? chosen : 'comma';
}

interface Found {
  seen: SeenReport;
  /** undefined: all fields. */
  columns: readonly Field[] | undefined;
  ids: readonly number[];
  size: number;
}

const definitionsOf = ({ seen: { tracker } }: Found): ReadonlyMap<number, Definition> =>
  new Map([[tracker.id, tracker]]);

async function find(deps: Deps, viewer: Viewer, id: number, shown: ShownTable, page: Page): Promise<Found> {
  const { queries, listings } = deps.artifacts;
  const seen = await deps.reports.read(viewer, id);
  const table = tableOf(seen, shown);
  const condition = await conditionOf(deps, viewer, seen);
  const steps = shown.isInOrderOfId ? [] : stepsOf(viewer, seen, table);
  const columns = columnsOf(viewer, seen, table);
  if (steps.length === 0) {
    const { stamps, size } = await queries.list(
      viewer,
      seen.tracker,
      condition,
      { ...page, isDescending: false },
      'id',
    );
    return { seen, columns, ids: stamps.map((stamp) => stamp.id), size };
  }
  const list = { tracker: seen.tracker, condition, steps, parameter: 'order' };
  const { stamps, size } = await listings.sortPage(viewer, list, page);
  return { seen, columns, ids: stamps.map((stamp) => stamp.id), size };
}

const conditionOf = ({ database, artifacts }: Deps, viewer: Viewer, seen: SeenReport): Promise<Condition> =>
  readReportCondition({ database, queries: artifacts.queries }, viewer, seen.tracker, seen.settings);

/** undefined where no table is asked for. Throws invalid where the report has none, or not that. */
function tableOf({ settings }: SeenReport, { values, tableId }: ShownTable): Table | undefined {
  if (values !== 'table') return undefined;
  const table = findTable(settings, tableId);
  if (table === undefined) throw invalid(says('report.tableless')`the report has no table; use values=all`, 'values');
  return table;
}

const hasTable = ({ settings }: SeenReport): boolean => listTables(settings).length > 0;

const columnsOf = (viewer: Viewer, { tracker }: SeenReport, table: Table | undefined): Field[] | undefined =>
  table?.columnFieldIds.flatMap((id) => findReadable(viewer, tracker, id) ?? []);

const valueFields = (viewer: Viewer, tracker: Definition): Field[] =>
  tracker.fields.filter((field) => findReadable(viewer, tracker, field.id) !== undefined && !fieldIs.structure(field));

type SortStep = Parameters<Artifacts['listings']['sort']>[1]['steps'][number];

const stepsOf = (viewer: Viewer, { tracker }: SeenReport, table: Table | undefined): SortStep[] =>
  withStandard(
    (table?.sort ?? []).flatMap(({ fieldId, isDescending }): SortStep[] => {
      const field = findReadable(viewer, tracker, fieldId);
      return field === undefined ? [] : [{ field, isDescending }];
    }),
    table?.standardSort ?? [],
    ({ name, isDescending }) => {
      const field = standardField(tracker, name);
      return field && { field, isDescending };
    },
  );

const readObject = storedJson(
  Type.Object(
    { values: Type.Array(Type.Object({ field_id: Type.Integer() }, { additionalProperties: true })) },
    { additionalProperties: true },
  ),
);

/** A rendering with the values of the columns alone, in their order. */
function narrow(json: string, columns: readonly Field[]): string {
  const whole = readObject(json, 'rendering of an artifact');
  const byField = new Map(whole.values.map((value) => [value.field_id, value]));
  return JSON.stringify({ ...whole, values: columns.flatMap(({ id }) => byField.get(id) ?? []) });
}

/** Batches of ids; sorted ones are all found before. */
async function inOrder(
  { artifacts: { listings } }: Deps,
  viewer: Viewer,
  tracker: Definition,
  condition: Condition,
  steps: readonly SortStep[],
): Promise<AsyncGenerator<number[], void>> {
  const all =
    steps.length === 0
      ? listings.walk(viewer, tracker, condition)
      : [await listings.sort(viewer, { tracker, condition, steps, parameter: 'order' })];
  return cut(all);
}

/**
 * Throws VersionConflictError, or as Reports.read, as soon as the viewer or the tracker's permissions are others than at the
 * start, or the viewer may not read the report or one of the fields. Asks for no more than the site's version while
 * nothing has changed.
 */
function watchRights(
  { database, site, reports }: Deps,
  viewer: Viewer,
  seen: SeenReport,
  fields: readonly Field[],
): () => Promise<void> {
  let provenVersion = viewer.site.version;
  return async () => {
    if (await site.isCurrent(provenVersion)) return;
    const now = { ...viewer, site: await site.current() };
    if (!(await projectViewers.hasSameRights(database, now))) throw new VersionConflictError();
    const { tracker } = await reports.read(now, seen.row.id);
    const isSame = isDeepStrictEqual(tracker.permissions, seen.tracker.permissions);
    if (!isSame || fields.some(({ id }) => findReadable(now, tracker, id) === undefined))
      throw new VersionConflictError();
    provenVersion = now.site.version;
  };
}

/** The batches, before each of which `requireAllowed` passed. */
async function* whileAllowed(
  batches: AsyncIterable<number[]>,
  requireAllowed: () => Promise<void>,
): AsyncGenerator<number[], void> {
  for await (const ids of batches) {
    await requireAllowed();
    yield ids;
  }
}

async function* cut(
  batches: AsyncIterable<readonly number[]> | Iterable<readonly number[]>,
): AsyncGenerator<number[], void> {
  for await (const ids of batches) {
    for (let start = 0; start < ids.length; start += exportBatch) yield ids.slice(start, start + exportBatch);
  }
}
