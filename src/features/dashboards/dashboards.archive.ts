// Dashboards in project archives. What of a widget is not understood stays with it as its text, and exports have it again.
import type { Reader } from '../../platform/database/index.ts';
import { says } from '../../platform/texts/said.ts';
import { element, findChildren, kept, loadNames, parseXml } from '../archive/index.ts';
import type { ElementPart, ImportContext, ImportedTracker, RawBlock, XmlElement } from '../archive/index.ts';
import { importQueries, listProjectQueries, putQueries, takeQueries } from '../crosstracker/index.ts';
import { listKanbans } from '../kanban/index.ts';
import { readReportSettings, rendererIdOf } from '../reports/index.ts';
import { trackerRecords } from '../trackers/index.ts';
import { fitLayout, readContent } from './dashboard-content.ts';
import type { DashboardContent, StoredLine } from './dashboard-content.ts';
import * as store from './dashboards.store.ts';
import { readWidget, writeWidget } from './widget-xml.ts';
import type { RendererIds, WidgetNames, WidgetReferences } from './widget-xml.ts';

const blockName = 'dashboards';

/** What widgets may name: kanbans, reports and renderers of the trackers, each with the name that archives have for it. */
async function listNamed(db: Reader, trackerIds: readonly number[]) {
  const kanbans = (await listKanbans(db, trackerIds)).map(({ id, archive_id: ref }) => ({ id, ref: ref ?? `K${id}` }));
  const reports: { id: number; ref: string }[] = [];
  const renderers: (RendererIds & { ref: string })[] = [];
  for (const trackerId of trackerIds)
    for (const row of await trackerRecords.listSharedReports(db, trackerId)) {
      const settings = readReportSettings(row);
      if (settings.archiveId !== null) reports.push({ id: row.id, ref: settings.archiveId });
      for (const [index, renderer] of settings.renderers.entries()) {
        const ref = /^<renderer\b[^>]*?\sID="([^"]+)"/.exec(renderer.xml)?.[1];
        if (ref !== undefined) renderers.push({ report_id: row.id, renderer_id: rendererIdOf(renderer, index), ref });
      }
    }
  return { kanbans, reports, renderers };
}

async function resolveReferences(
  db: Reader,
  trackers: ReadonlyMap<string, ImportedTracker>,
): Promise<WidgetReferences> {
  const { kanbans, reports, renderers } = await listNamed(
    db,
    [...trackers.values()].map(({ id }) => id),
  );
  return {
    tracker: (ref) => trackers.get(ref)?.id,
    kanban: (ref) => kanbans.find((one) => one.ref === ref)?.id,
    report: (ref) => reports.find((one) => one.ref === ref)?.id,
    renderer(ref) {
      const found = renderers.find((one) => one.ref === ref);
      return found === undefined ? undefined : { report_id: found.report_id, renderer_id: found.renderer_id };
    },
  };
}

async function nameThings(db: Reader, projectId: number): Promise<WidgetNames> {
  const rows = await trackerRecords.listTrackerRows(db, projectId);
  const trackerIds = new Set(rows.flatMap((row) => (row.is_deleted === 1 ? [] : row.id)));
  const { kanbans, reports, renderers } = await listNamed(db, [...trackerIds]);
  const names = await loadNames(db, projectId, new Map());
  return {
    tracker: (id) => (trackerIds.has(id) ? names.tracker(id) : undefined),
    kanban: (id) => kanbans.find((one) => one.id === id)?.ref,
    report: (id) => reports.find((one) => one.id === id)?.ref,
    renderer: (ids) =>
      renderers.find((one) => one.report_id === ids.report_id && one.renderer_id === ids.renderer_id)?.ref,
  };
}

/** Widgets that name what the archive does not have are kept for exports, which is warned of. */
async function importDashboards(
  { tx, projectId, warn }: ImportContext,
  block: RawBlock,
  references: WidgetReferences,
): Promise<void> {
  const root = await parseXml([Buffer.from(block.xml)], {
    file: blockName,
    keepsSource: ({ name }) => name === 'widget',
  });
  for (const dashboard of findChildren(root, 'dashboard')) {
    let lastWidgetId = 0;
    const takeWidget = (widget: XmlElement) => {
      lastWidgetId += 1;
      const { settings, problem } = readWidget(widget, references);
      const line = block.line + widget.line - 1;
      if (problem !== undefined)
        warn(line, 'widget', says('left.widget')`${problem}; it is stored for exports but not shown`);
      const xml = settings === undefined ? (widget.source ?? null) : null;
      return {
        id: lastWidgetId,
        name: widget.attributes['name'] ?? '',
        isMinimized: false,
        settings: settings ?? {},
        xml,
      };
    };
    const lines = findChildren(dashboard, 'line').map((line): StoredLine => {
      const columns = findChildren(line, 'column').map((column) => findChildren(column, 'widget').map(takeWidget));
      const filled = columns.length === 0 ? [[]] : columns;
      return { layout: fitLayout(line.attributes['layout'], filled.length), columns: filled };
    });
    const content: DashboardContent = { lines, lastWidgetId };
    const name = dashboard.attributes['name'] ?? '';
    const row = { user_id: null, project_id: projectId, name, content_json: JSON.stringify(content) };
    await store.insertDashboard(tx, row);
  }
}

const writeLine = ({ layout, columns }: StoredLine, names: WidgetNames): string =>
  element(
    'line',
    { layout },
    columns.map((widgets) =>
      element(
        'column',
        {},
        widgets.flatMap(({ name, settings, xml }) => xml ?? writeWidget(name, settings, names) ?? []),
      ),
    ),
  );

/** Those that are kept since they came, before they could be shown, and those that there are. */
async function writeDashboards(db: Reader, projectId: number, former: RawBlock | undefined) {
  const rows = await store.listDashboards(db, { user_id: null, project_id: projectId });
  if (rows.length === 0) return former;
  const names = await nameThings(db, projectId);
  const written = rows.map((row) =>
    element(
      'dashboard',
      { name: row.name },
      readContent(row).lines.map((line) => writeLine(line, names)),
    ),
  );
  if (former === undefined || former.xml.endsWith('/>'))
    return { line: 0, ...former, name: blockName, xml: element(blockName, {}, written) };
  const end = /<\/dashboards\s*>$/;
  return { ...former, xml: former.xml.replace(end, (tag) => `${written.join('\n')}\n${tag}`) };
}

export const dashboardsArchive: ElementPart = {
  element: blockName,
  outcome: kept('the dashboards of the project; what is not understood of a widget is kept for exports'),
  leftByTemplates: [],
  read() {
    let waiting: { block: RawBlock; trackers: ReadonlyMap<string, ImportedTracker> } | undefined;
    return {
      async import(context, block, trackers) {
        const { rest, queries } = await takeQueries(block);
        await importQueries(context, queries);
        waiting = rest === undefined ? undefined : { block: rest, trackers };
        return undefined;
      },
      // Kanbans, which widgets name, stand after dashboards in an archive.
      async importItems(context) {
        if (waiting === undefined) return;
        await importDashboards(context, waiting.block, await resolveReferences(context.tx, waiting.trackers));
      },
    };
  },
  export: async (db, projectId, former) =>
    putQueries(await writeDashboards(db, projectId, former), await listProjectQueries(db, projectId)),
};
