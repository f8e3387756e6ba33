// Describes the change of a field by what its type says of it.
import type { ShowContext } from './field-type.ts';
import type { Field } from '../definition/definition.ts';
import { scalarOf } from './cells.ts';
import { fieldTypeOf } from './index.ts';
import { changeKinds, changeOfItems, changeOfValue, otherChange, sayChange } from './value-change.ts';
import type { ValueChange } from './value-change.ts';

/** Labels of what the type shows without its structure. */
function listLabels(field: Field, stored: unknown, context: ShowContext): string[] {
  const { show, showCell, flatten } = fieldTypeOf(field.type);
  const shown = show(stored, context);
  if (shown === undefined) return [];
  const value = showCell?.(shown) ?? flatten?.(shown) ?? scalarOf(shown['value']);
  return (Array.isArray(value) ? value : [String(value ?? '')])
    .map((label) => label.trim())
    .filter((label) => label !== '');
}

/**
 * What changed between two stored values, as far as the context knows what they mention; undefined where that is nothing. Of links to
 * artifacts that the context does not know there is no trace.
 */
function describeChange(before: unknown, after: unknown, context: ShowContext): ValueChange | undefined {
  const { field } = context;
  const type = fieldTypeOf(field.type);
  const isEmpty = (stored: unknown): boolean => stored === undefined || type.isEmpty(stored);
  if (JSON.stringify(before) === JSON.stringify(after) || (isEmpty(before) && isEmpty(after))) return undefined;
  if (type.tellChange !== undefined)
    return type.tellChange(before, after, context) ?? (type.role === 'links' ? undefined : otherChange);
  const [old, now] = [listLabels(field, before, context), listLabels(field, after, context)];
  const toItem = (label: string) => ({ key: label, label });
  const change =
    type.list?.takesMany === true
      ? changeOfItems('items', old.map(toItem), now.map(toItem))
      : changeOfValue(old.join(', '), now.join(', '));
  return change ?? otherChange;
}

/** Changes of fields, for histories, mails, inboxes and activity. */
export const fieldChanges = { kinds: changeKinds, other: otherChange, describeChange, sayChange };
