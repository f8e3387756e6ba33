// Reads what a project is, without its artifacts, as the content of an archive.
import type { Reader } from '../../../platform/database/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { trackerRecords } from '../../trackers/index.ts';
import type { ArchiveTracker } from '../model/archive-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import type { ExportContext, TrackerSource } from '../model/export-context.ts';
import { loadNames } from '../model/export-names.ts';
import { createExportPeople } from '../model/export-people.ts';
import { exportProject } from './export-project.ts';
import { exportTracker } from './export-tracker.ts';
import { exportTriggers } from '../concepts/triggers.ts';
import type { ElementPart } from '../model/element-parts.ts';

export interface ExportedStructure {
  readonly content: ProjectContent;
  readonly context: ExportContext;
}

/**
 * The project's facts, groups, services and trackers, in order of their ids; those that are marked as deleted, and
 * such fields, only `withDeletedTrackers`. References that the project's
 * archive had are kept. The content says that links have types, because every link does.
 */
export async function exportStructure(
  db: Reader,
  row: ProjectRow,
  parts: readonly ElementPart[],
  withDeletedTrackers: boolean,
): Promise<ExportedStructure> {
  const people = createExportPeople();
  const exported = await exportProject(db, row, people, parts);
  const { groupNames } = exported;
  await people.loadNamed(db, [...exported.trackerBlocks.values()].flat());
  const names = await loadNames(db, row.id, groupNames);
  const trackers = new Map<number, TrackerSource>();
  for (const tracker of await trackerRecords.listTrackerRows(db, row.id)) {
    if (tracker.is_deleted === 1 && !withDeletedTrackers) continue;
    const rows = await trackerRecords.loadDefinitionRows(db, tracker.id);
    trackers.set(tracker.id, { rows, definition: trackerRecords.buildDefinition(tracker, row, rows, groupNames) });
  }
  const context: ExportContext = { db, names, people, trackers, hasDeletedFields: withDeletedTrackers };
  const models: ArchiveTracker[] = [];
  for (const [id, source] of trackers)
    models.push(await exportTracker(context, source, exported.trackerBlocks.get(id) ?? []));
  return {
    context,
    content: {
      project: exported.project,
      natures: exported.natures,
      useNatures: true,
      trackers: models,
      triggers: exportTriggers(context),
      elements: new Map(),
      otherBlocks: exported.otherBlocks,
    },
  };
}
