// What gives a user group something, or names it. Features after this one tell, and let go of the group when it is deleted.
import type { Reader, Writer } from '../../../platform/database/index.ts';

export const groupUseKinds = [
  'tracker-permission',
  'field-permission',
  'transition',
  'list-value',
  'artifact',
  'comment',
  'planning',
  'program',
  'git',
  'svn',
  'notification',
  'directory',
] as const;

export interface GroupUse {
  kind: (typeof groupUseKinds)[number];
  /** What uses the group, such as the name of a tracker. */
  label: string;
  /** Of what `kind` counts: permissions, artifacts, …. */
  count: number;
}

export interface GroupUser {
  /** Every use of a static group of a project. */
  list(db: Reader, projectId: number, groupId: number): Promise<GroupUse[]>;
  /**
   * Takes the group out of rights and settings, where what only this group might is for the project's administrators then. What
   * artifacts and comments say of the group stays, so that nobody else sees them.
   */
  release(tx: Writer, projectId: number, groupId: number): Promise<void>;
}
