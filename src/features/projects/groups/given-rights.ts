// What a project gives to groups of people. Features after this one tell what is theirs.
import type { Reader } from '../../../platform/database/index.ts';

export const givenRightKinds = [
  'project',
  'service',
  'tracker',
  'artifact',
  'comment',
  'dashboard',
  'planning',
  'program',
  'git',
  'svn',
] as const;

export const rightNames = [
  'read',
  'read-submitted-by-group',
  'read-assigned-to-group',
  'read-submitted',
  'write',
  'rewind',
  'merge',
  'delete',
  'prioritize',
  'administrate',
] as const;

export interface GivenRight {
  kind: (typeof givenRightKinds)[number];
  /** Of what the right is on: the tracker of artifacts and comments, the project where the kind says all. */
  id: number;
  label: string;
  right: (typeof rightNames)[number];
  /** Ids of groups that have it; undefined: whoever enters the project. */
  groupIds: readonly number[] | undefined;
  /** Of artifacts or comments; absent where the right is on one thing. */
  count?: number;
  /** Of refs; absent: all of them. */
  pattern?: string;
}

export type ListGivenRights = (db: Reader, projectId: number) => Promise<readonly GivenRight[]>;

/** How many artifacts of each tracker, by its id, are for all who see the tracker. */
export type CountOpenArtifacts = (db: Reader, projectId: number) => Promise<ReadonlyMap<number, number>>;

interface GrantRow {
  id: number;
  label: string;
  right: GivenRight['right'];
  groupId: number;
  pattern?: string;
}

/** Puts rows of one kind together that differ in the group alone; each thing's rights stand in the order of their names above. */
export function gatherRights(kind: GivenRight['kind'], rows: readonly GrantRow[]): GivenRight[] {
  const byThing = Map.groupBy(rows, ({ id, pattern }) => JSON.stringify([id, pattern]));
  return [...byThing.values()].flatMap((ofThing) =>
    rightNames.flatMap((right) => {
      const held = ofThing.filter((row) => row.right === right);
      const [first] = held;
      if (first === undefined) return [];
      const { groupId: _, ...what } = first;
      return [{ kind, ...what, groupIds: [...new Set(held.map(({ groupId }) => groupId))] }];
    }),
  );
}
