// What only Tepal knows of a tracker, apart from its definition, for copies and archives.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import type { TrackerSettings } from './definition.ts';
import { loadDefinition } from './definition-loader.ts';
import { updateTracker } from './definition.store.ts';
import { copyUnusedLinkTypes } from './link-types.store.ts';

/** The switch by which mails say in their subject that the artifact is assigned to who gets them. */
export const assignedSubjectFlag = 'assigned_to_in_subject';

/** Part of what only Tepal keeps among the settings of a tracker. */
interface OwnSettings {
  saysAssigned: boolean;
  /** One emoji; empty: none. */
  icon: string;
  /** What one artifact is called; empty: made of its names. */
  singularLabel: string;
}

const ownOf = ({ flags, icon = '', singularLabel = '' }: TrackerSettings): OwnSettings => ({
  saysAssigned: flags[assignedSubjectFlag] === '1',
  icon,
  singularLabel,
});

async function readOwnSettings(db: Reader, trackerId: number): Promise<OwnSettings> {
  const tracker = await loadDefinition(db, trackerId);
  return tracker === undefined ? { saysAssigned: false, icon: '', singularLabel: '' } : ownOf(tracker.settings);
}

/** Gives them to a tracker that is new; what is left out stays. */
async function giveOwnSettings(tx: Writer, trackerId: number, given: Partial<OwnSettings>): Promise<void> {
  const tracker = await loadDefinition(tx, trackerId);
  if (tracker === undefined) return;
  const { settings } = tracker;
  const { saysAssigned, ...texts } = { ...ownOf(settings), ...given };
  const flags = { ...settings.flags, ...(saysAssigned ? { [assignedSubjectFlag]: '1' } : {}) };
  await updateTracker(tx, trackerId, { settings_json: JSON.stringify({ ...settings, flags, ...texts }) });
}

/** Gives the one tracker what the other one has of it. */
async function copyOwnSettings(
  tx: Writer,
  { sourceId, targetId }: { sourceId: number; targetId: number },
): Promise<void> {
  await copyUnusedLinkTypes(tx, { sourceId, targetId });
  await giveOwnSettings(tx, targetId, await readOwnSettings(tx, sourceId));
}

export const ownSettings = { read: readOwnSettings, give: giveOwnSettings, copy: copyOwnSettings, assignedSubjectFlag };
