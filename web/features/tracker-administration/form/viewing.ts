// Which fields somebody sees in the form. Pure.
import { top } from '../definition/definition-draft.ts';
import type { DefinitionDraft, DraftField } from '../definition/definition-draft.ts';
import { isContainer, isFilled, isLayout } from './field-kinds.ts';
import { fieldIs } from '../../fields/index.ts';

/** A person, or anybody of a group. */
export interface Subject {
  label: string;
  /** Ids of all groups that they belong to. */
  groups: readonly string[];
  /** Administrators of the site may do everything. */
  isAllowedAll: boolean;
}

/** Whose form is shown, and whether it is that of a new artifact. */
interface Viewing {
  subject: Subject;
  isNew: boolean;
}

/** Everybody of a project's group is signed in, and so on down to anybody at all. */
export function groupsWithin(groupId: string): readonly string[] {
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

/** Whether they are in one of the groups that have a right. */
export const isGranted = ({ groups, isAllowedAll }: Subject, granted: readonly string[]): boolean =>
  isAllowedAll || granted.some((id) => groups.includes(id));

/** What they may do with a field. */
export function rightsOn(
  { type, permissions }: DraftField,
  subject: Subject,
): Record<'reads' | 'submits' | 'updates', boolean> {
  if (isLayout(type) || permissions === undefined) return { reads: true, submits: false, updates: false };
  const updates = isFilled(type) && isGranted(subject, permissions.can_update);
  const submits = isFilled(type) && isGranted(subject, permissions.can_submit);
  return { reads: isGranted(subject, [...permissions.can_read, ...permissions.can_update]), submits, updates };
}

/** `edit`: fills it; `read`: sees it; undefined: neither. */
export function howSeen(field: DraftField, { subject, isNew }: Viewing): 'edit' | 'read' | undefined {
  if (isLayout(field.type) || field.permissions === undefined) return 'read';
  const { reads, submits, updates } = rightsOn(field, subject);
  if (isNew ? submits : updates) return 'edit';
  return reads && !isNew ? 'read' : undefined;
}

/** How elements are seen, by id. */
export type Seen = ReadonlyMap<number, 'edit' | 'read'>;

/** What somebody sees; containers only where they hold more than separators, as forms of artifacts have it. */
export function listSeen({ fields, children }: Pick<DefinitionDraft, 'fields' | 'children'>, viewing: Viewing): Seen {
  const seen = new Map<number, 'edit' | 'read'>();
  const walk = (parent: number): boolean => {
    let holdsSomething = false;
    for (const id of children[parent] ?? []) {
      const field = fields[id];
      const how = field && howSeen(field, viewing);
      if (field === undefined || how === undefined || (isContainer(field.type) && !walk(id))) continue;
      seen.set(id, how);
      holdsSomething ||= !fieldIs.decoration(field);
    }
    return holdsSomething;
  };
  walk(top);
  return seen;
}
