// Which fields somebody of a group sees in the form. Pure.
import type { DraftField } from '../definition-draft.ts';
import { isFilled, isLayout } from '../field-kinds.ts';

/** Whose form is shown, and whether it is that of a new artifact. */
export interface Viewing {
  groupId: string;
  isNew: boolean;
}

/** Everybody of a project's group is signed in, and so on down to anybody at all. */
function includedIn(groupId: string): readonly string[] {
  const own = /_(\d+)$/.exec(groupId)?.[1];
  const everybody = ['1'];
  const signedIn = [...everybody, '5', '2'];
  if (groupId === '1' || groupId === '100') return groupId === '1' ? everybody : [];
  if (groupId === '5') return ['1', '5'];
  if (groupId === '2') return signedIn;
  const project = groupId.slice(0, -(own?.length ?? 0));
  if (own === '4') return [...signedIn, `${project}3`, groupId];
  return [...signedIn, groupId];
}

/** `edit`: fills it; `read`: sees it; undefined: neither. */
export function howSeen(field: DraftField, { groupId, isNew }: Viewing): 'edit' | 'read' | undefined {
  const { permissions } = field;
  if (isLayout(field.type) || permissions === undefined) return 'read';
  const groups = includedIn(groupId);
  const has = (granted: readonly string[]): boolean => granted.some((id) => groups.includes(id));
  const fills = isFilled(field.type) && has(isNew ? permissions.can_submit : permissions.can_update);
  if (fills) return 'edit';
  const reads = has(permissions.can_read) || has(permissions.can_update);
  return reads && !isNew ? 'read' : undefined;
}
