// What is chosen from lists, as archives have it.
import { findOpenValue, findValue } from '../../definition/definition.ts';
import type { ArchivedListValue, ArchiveNames } from '../archived.ts';
import { bindKind } from '../bind.ts';

export function archiveChosen(ids: readonly number[], { field, user, value }: ArchiveNames): ArchivedListValue[] {
  if (bindKind(field) === 'users') return ids.map((id) => ({ kind: 'user', user: user(id) }));
  return ids.filter((id) => findValue(field, id) !== undefined).map((id) => ({ kind: 'ref', ref: value(id) }));
}

/** Where people are offered, what somebody wrote instead stands where an address would. */
export function archiveAdded(ids: readonly number[], { field, user }: ArchiveNames): ArchivedListValue[] {
  const labels = ids.flatMap((id) => findOpenValue(field, id)?.label ?? []);
  return labels.map((label) =>
    bindKind(field) === 'users' ? { kind: 'user', user: user(0, label) } : { kind: 'label', label },
  );
}
