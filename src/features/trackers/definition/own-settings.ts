// What only Tepal knows of a tracker, apart from its definition, for copies and archives.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import { loadDefinition } from './definition-loader.ts';
import { updateTracker } from './definition.store.ts';
import { copyUnusedLinkTypes } from './link-types.store.ts';

/** The switch by which mails say in their subject that the artifact is assigned to who gets them. */
export const assignedSubjectFlag = 'assigned_to_in_subject';

/** Switches it on in a tracker that is new. */
export async function switchAssignedSubjectOn(tx: Writer, trackerId: number): Promise<void> {
  const tracker = await loadDefinition(tx, trackerId);
  if (tracker === undefined) return;
  const flags = { ...tracker.settings.flags, [assignedSubjectFlag]: '1' };
  await updateTracker(tx, trackerId, { settings_json: JSON.stringify({ ...tracker.settings, flags }) });
}

export const saysAssigned = async (db: Reader, trackerId: number): Promise<boolean> =>
  (await loadDefinition(db, trackerId))?.settings.flags[assignedSubjectFlag] === '1';

/** Gives the one tracker what the other one has of it. */
export async function copyOwnSettings(
  tx: Writer,
  { sourceId, targetId }: { sourceId: number; targetId: number },
): Promise<void> {
  await copyUnusedLinkTypes(tx, { sourceId, targetId });
  if (await saysAssigned(tx, sourceId)) await switchAssignedSubjectOn(tx, targetId);
}
