// What becomes of values in another tracker: what types share.
import { userGroupNames } from '../../projects/index.ts';
import type { Definition, Field } from '../definition/definition.ts';

/** A field with its counterpart in another tracker. */
export interface ValueMove {
  source: Field;
  target: Field;
  from: Definition;
  to: Definition;
  /** Ids of the people that the target offers; undefined: everybody. */
  offered: ReadonlySet<number> | undefined;
}

/** The group of the other project with the same name. */
export function findMovedGroup(id: number, { from, to }: ValueMove): number | undefined {
  if (userGroupNames.isBuiltInGroup(id)) return id;
  const name = from.groupNames.get(id);
  return [...to.groupNames].find(([, other]) => other === name)?.[0];
}

/** The same choice in the other field: a person, a user group, or the value with the same label. */
export function findMovedChoice(id: number, move: ValueMove): number | undefined {
  const { source, target, offered } = move;
  if (source.settings.bind?.kind === 'users') return offered === undefined || offered.has(id) ? id : undefined;
  const value = source.values.find((candidate) => candidate.id === id);
  if (value === undefined) return undefined;
  if (value.groupId === undefined) return target.values.find(({ label }) => label === value.label)?.id;
  const groupId = findMovedGroup(value.groupId, move);
  return target.values.find((candidate) => candidate.groupId === groupId)?.id;
}
