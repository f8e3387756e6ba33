// Kanbans in project archives: `<kanban_list>` inside of `<agiledashboard>` (reference page 81, section 10).
import type { Reader } from '../../platform/database/index.ts';
import { says } from '../../platform/texts/said.ts';
import {
  element,
  findChild,
  findChildren,
  findStatusField,
  kept,
  list,
  loadNames,
  stored,
  storedParts,
  readFilledAttribute,
  readSwitch,
} from '../archive/index.ts';
import type { ImportContext, ImportedTracker, XmlElement } from '../archive/index.ts';
import type { BoardPart } from '../planning/index.ts';
import { readReportSettings } from '../reports/index.ts';
import { trackerRecords } from '../trackers/index.ts';
import { columnsOf } from './kanban.access.ts';
import * as store from './kanban.store.ts';

interface ArchiveKanban {
  /** What widgets of the archive call it. */
  readonly archiveId: string | undefined;
  readonly trackerRef: string;
  readonly name: string;
  readonly isPromoted: boolean;
  readonly limits: readonly { readonly valueRef: string; readonly limit: number; readonly line: number }[];
  readonly reportRefs: readonly { readonly ref: string; readonly line: number }[];
  readonly line: number;
}

const reportsOf = (kanban: XmlElement): XmlElement[] => {
  const reports = findChild(kanban, 'tracker-reports');
  return reports === undefined ? [] : findChildren(reports, 'tracker-report');
};

const readKanban = (kanban: XmlElement): ArchiveKanban => ({
  archiveId: kanban.attributes['ID'],
  trackerRef: readFilledAttribute(kanban, 'tracker_id'),
  name: readFilledAttribute(kanban, 'name'),
  isPromoted: readSwitch(kanban, 'is_promoted', false),
  limits: findChildren(kanban, 'column').flatMap((column) => {
    const limit = Number(column.attributes['wip'] ?? '');
    const hasLimit = Number.isSafeInteger(limit) && limit > 0;
    return hasLimit ? [{ valueRef: readFilledAttribute(column, 'REF'), limit, line: column.line }] : [];
  }),
  reportRefs: reportsOf(kanban).map((report) => ({ ref: readFilledAttribute(report, 'id'), line: report.line })),
  line: kanban.line,
});

async function importKanban(context: ImportContext, kanban: ArchiveKanban, tracker: ImportedTracker): Promise<void> {
  const { tx, warn } = context;
  const { id } = await store.insertKanban(tx, {
    tracker_id: tracker.id,
    name: kanban.name,
    is_promoted: kanban.isPromoted ? 1 : 0,
    archive_id: kanban.archiveId ?? null,
  });
  for (const { valueRef, limit, line } of kanban.limits) {
    const valueId = findStatusField(tracker)?.valueIds.get(valueRef);
    if (valueId === undefined)
      warn(line, 'column', says('left.no-limit')`there is no value \`${valueRef}\` to limit; it is skipped`);
    else await store.saveLimit(tx, id, valueId, limit);
  }
  const reports = await trackerRecords.listSharedReports(tx, tracker.id);
  const chosen = kanban.reportRefs.flatMap(({ ref, line }) => {
    const report = reports.find((row) => readReportSettings(row).archiveId === ref);
    if (report === undefined)
      warn(line, 'tracker-report', says('left.no-report')`there is no report \`${ref}\`; it is skipped`);
    return report?.id ?? [];
  });
  await store.replaceReports(tx, id, chosen);
}

/** Kanbans as they are now; columns are told where they have a limit. */
async function writeKanbans(
  db: Reader,
  projectId: number,
  former: XmlElement | undefined,
): Promise<string | undefined> {
  const trackerIds = (await trackerRecords.listTrackerRows(db, projectId)).flatMap((row) =>
    row.is_deleted === 1 ? [] : row.id,
  );
  const rows = await store.listKanbans(db, trackerIds);
  if (rows.length === 0) return former?.source;
  const names = await loadNames(db, projectId, new Map());
  const kanbans: string[] = [];
  for (const row of rows) {
    const limits = await store.listLimits(db, row.id);
    const tracker = await trackerRecords.loadDefinition(db, row.tracker_id);
    const field = tracker && columnsOf(tracker)?.field;
    const chosen = new Set(await store.listReportIds(db, row.id));
    const reports = (await trackerRecords.listSharedReports(db, row.tracker_id)).flatMap((report) => {
      const { archiveId } = readReportSettings(report);
      return chosen.has(report.id) && archiveId !== null ? [element('tracker-report', { id: archiveId })] : [];
    });
    const attributes = {
      ID: row.archive_id ?? `K${row.id}`,
      tracker_id: names.tracker(row.tracker_id),
      name: row.name,
      is_promoted: row.is_promoted === 1,
    };
    kanbans.push(
      element('kanban', attributes, [
        ...[...limits].map(([valueId, wip]) => element('column', { REF: names.value(field, valueId), wip })),
        ...(reports.length === 0 ? [] : [element('tracker-reports', {}, reports)]),
      ]),
    );
  }
  return element('kanban_list', { title: former?.attributes['title'] }, kanbans);
}

const kanbanOutcome = kept('kanban', {
  ...storedParts({
    '@ID': 'what widgets call it',
    '@tracker_id': 'whose artifacts stand on it',
    '@name': 'its name',
    '@is_promoted': 'whether the side bar lists it',
  }),
  column: stored('limit of a column', storedParts({ '@REF': 'its list value', '@wip': 'how many items' })),
  'tracker-reports': list('tracker-report', stored('report that filters it', storedParts({ '@id': 'which one' }))),
});

export const kanbanArchive: BoardPart = {
  element: 'kanban_list',
  outcome: kept('list', { '@title': kept('its title'), kanban: kanbanOutcome }),
  read(block) {
    const kanbans = findChildren(block, 'kanban').map(readKanban);
    return {
      check({ warn }, hasTracker) {
        const taken = new Set<string>();
        for (const { name, trackerRef, line } of kanbans) {
          const what = says('left.kanban')`the kanban \`${name}\``;
          if (!hasTracker(trackerRef))
            warn(
              line,
              'kanban',
              says(
                'left.refers-tracker',
              )`${what} refers to the tracker \`${trackerRef}\`, which is not in the archive; skipped`,
            );
          if (taken.has(trackerRef))
            warn(line, 'kanban', says('left.second')`${what} is the second one of its tracker; it is skipped`);
          taken.add(trackerRef);
        }
      },
      async import(context, trackers) {
        const taken = new Set<number>();
        for (const kanban of kanbans) {
          const tracker = trackers.get(kanban.trackerRef);
          if (tracker === undefined || taken.has(tracker.id)) continue;
          taken.add(tracker.id);
          await importKanban(context, kanban, tracker);
        }
      },
    };
  },
  rest: ({ attributes }) => element('kanban_list', { title: attributes['title'] }),
  write: writeKanbans,
};
