// Turns the definition of a tracker into the archive's model.
import type { ArchiveTracker, RawBlock } from '../model/archive-model.ts';
import { createSummary } from '../model/artifact-summary.ts';
import type { ExportContext, TrackerSource } from '../model/export-context.ts';
import { exportFields } from '../concepts/form-elements.ts';
import { fieldRulesConcept } from '../concepts/field-rules.ts';
import { permissionsConcept } from '../concepts/permissions.ts';
import { reportsConcept } from '../concepts/reports.ts';
import { semanticsConcept } from '../concepts/semantics.ts';
import { exportTrackerFacts } from '../concepts/tracker-facts.ts';
import { workflowConcept } from '../concepts/workflow.ts';

/** The tracker without its artifacts; `blocks` are those that were kept of it. */
export async function exportTracker(
  context: ExportContext,
  source: TrackerSource,
  blocks: readonly RawBlock[],
): Promise<ArchiveTracker> {
  const { definition } = source;
  const { db, names, people, trackers } = context;
  await people.load(
    db,
    [...definition.fieldById.values()].flatMap((field) => field.settings.bind?.defaultUserIds ?? []),
  );
  const { parentId } = definition;
  return {
    ref: names.tracker(definition.id),
    parentRef: parentId === null || !trackers.has(parentId) ? undefined : names.tracker(parentId),
    ...exportTrackerFacts(definition),
    formElements: exportFields(context, source),
    ...(await semanticsConcept.export(context, source)),
    otherSemantics: blocks.filter((block) => block.name === 'semantic'),
    ...(await fieldRulesConcept.export(context, source)),
    ...(await reportsConcept.export(context, source)),
    ...(await workflowConcept.export(context, source)),
    ...(await permissionsConcept.export(context, source)),
    artifacts: createSummary(),
    otherBlocks: blocks.filter((block) => block.name !== 'semantic'),
  };
}
