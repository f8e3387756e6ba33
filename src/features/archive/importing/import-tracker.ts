// Makes the trackers of an archive, and what each concept has to say of them.
import { trackerWrites } from '../../trackers/index.ts';
import { trackerConcepts } from '../concepts/tracker-concepts.ts';
import { importTrackerFacts } from '../concepts/tracker-facts.ts';
import { importTriggers } from '../concepts/triggers.ts';
import type { ArchiveTracker, RawBlock } from '../model/archive-model.ts';
import { insertBlock } from '../model/archive.store.ts';
import type { ImportContext, ImportedTracker } from '../model/import-context.ts';
import type { TriggerRule } from '../model/workflow-model.ts';
import { importFields, linkSharedFields } from '../concepts/form-elements.ts';
import type { Originals } from '../concepts/form-elements.ts';

const isTimeframeInherited = (tracker: ArchiveTracker): boolean =>
  tracker.semantics.some((semantic) => semantic.type === 'timeframe' && semantic.timeframe.kind === 'inherited');

/**
 * Writes all trackers in document order, those that inherit their timeframe last, with fields, permissions, semantics,
 * rules, reports, workflows, hierarchy and triggers. Keys are the archive's references.
 */
export async function importTrackers(
  context: ImportContext,
  models: readonly ArchiveTracker[],
  triggers: readonly TriggerRule[],
  originals: Originals,
): Promise<Map<string, ImportedTracker>> {
  const trackers = new Map<string, ImportedTracker>();
  const late = models.filter(isTimeframeInherited);
  for (const model of [...models.filter((candidate) => !late.includes(candidate)), ...late])
    trackers.set(model.ref, await importTracker(context, model, originals));
  await linkSharedFields(context, trackers.values(), originals);
  for (const tracker of trackers.values()) {
    for (const concept of trackerConcepts) await concept.import(context, tracker, trackers);
    const parent = trackers.get(tracker.model.parentRef ?? '');
    if (parent !== undefined) await trackerWrites.setTrackerParent(context.tx, tracker.id, parent.id);
    await keepBlocks(context, tracker.id, [...tracker.model.otherSemantics, ...tracker.model.otherBlocks]);
  }
  await importTriggers(context, [...trackers.values()], triggers);
  return trackers;
}

async function importTracker(
  context: ImportContext,
  model: ArchiveTracker,
  originals: Originals,
): Promise<ImportedTracker> {
  const row = {
    project_id: context.projectId,
    ...importTrackerFacts(model),
    parent_id: null,
    last_number: 0,
  };
  const id = await insertNamed(context, model, row);
  const fields = await importFields(context, id, model, originals);
  return {
    id,
    model,
    fieldsByRef: new Map(fields.map((field) => [field.element.ref, field])),
    fieldsByName: new Map(fields.map((field) => [field.element.name, field])),
  };
}

async function insertNamed(
  { tx }: ImportContext,
  model: ArchiveTracker,
  row: Parameters<typeof trackerWrites.insertTracker>[1],
): Promise<number> {
  try {
    return await trackerWrites.insertTracker(tx, row);
  } catch (error) {
    const place = model.line === 0 ? '' : `project.xml, line ${model.line}, <tracker>: \`${model.itemName}\`: `;
    throw trackerWrites.mapTakenName(error, place);
  }
}

async function keepBlocks(context: ImportContext, trackerId: number, blocks: readonly RawBlock[]): Promise<void> {
  for (const { name, xml } of blocks)
    await insertBlock(context.tx, { project_id: context.projectId, tracker_id: trackerId, name, xml });
}
