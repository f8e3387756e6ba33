// What a part of a definition holds, in words, where it is told apart from what another person made of it.
import { t } from '../../../platform/i18n.ts';
import type { DefinitionDraft, DraftField } from './definition-draft.ts';
import type { Part } from './merge.ts';
import { describeTransition, moveName } from '../workflow/describe-transition.ts';

type Groups = readonly { id: string; label: string }[];

/** Ids of values or of fields, by their names. */
type NameOf = (id: number) => string;

const yesOrNo = (is: boolean): string => t(is ? 'design.rights.yes' : 'design.rights.no');

/** Keys are left out where things are told apart by their places. */
function spellOut(value: unknown, nameOf: NameOf): string {
  if (typeof value === 'boolean') return yesOrNo(value);
  if (typeof value === 'number') return nameOf(value);
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const parts = Object.values(value).map((one) => spellOut(one, nameOf));
  return parts.filter((text) => text !== '').join(', ');
}

function describeFieldPart(field: DraftField, key: string, groups: Groups): string {
  const groupName = (id: string): string => groups.find((group) => group.id === id)?.label ?? id;
  const valueName: NameOf = (id) => field.values.find((value) => value.id === id)?.label ?? String(id);
  if (key === 'values')
    return field.values
      .map(({ label, isHidden }) => (isHidden ? t('design.merge.hidden', { label }) : label))
      .join('\n');
  if (key === 'defaults') return field.defaults.map(valueName).join(', ');
  if (key === 'offered') return field.offered.map(groupName).join(', ');
  if (key === 'permissions')
    return Object.entries(field.permissions ?? {})
      .map(([right, ids]) => `${nameOfRight(right)} · ${ids.map(groupName).join(', ')}`)
      .join('\n');
  return spellOut(Reflect.get(field, key), String);
}

const nameOfRight = (right: string): string =>
  right === 'can_read' || right === 'can_submit' || right === 'can_update' ? t(`design.right.${right}`) : right;

function describeWorkflow({ fields, workflow }: DefinitionDraft, groups: Groups): string {
  const { fieldId, isUsed, isAdvanced, transitions } = workflow;
  if (fieldId === 0) return '';
  return [
    fields[fieldId]?.label ?? '',
    `${t('design.flow.isUsed')} · ${yesOrNo(isUsed)}`,
    t(isAdvanced ? 'design.flow.advanced' : 'design.flow.simple'),
    ...transitions.map((one) => `${moveName(fields, workflow, one)} · ${describeTransition(fields, groups, one)}`),
  ].join('\n');
}

/** Undefined for what takes more than words, such as places in the form and rules. */
export function describePartText(draft: DefinitionDraft, part: Part, groups: Groups): string | undefined {
  const { kind, key = '', fieldId = 0 } = part;
  const field = draft.fields[fieldId];
  if (kind === 'field-part') return field && describeFieldPart(field, key, groups);
  if (kind === 'workflow') return describeWorkflow(draft, groups);
  if (kind === 'head') return key === 'parent' ? undefined : spellOut(Reflect.get(draft.head, key), String);
  if (kind === 'permissions')
    return spellOut(
      listIds(draft, key).map((id) => groups.find((group) => group.id === id)?.label ?? id),
      String,
    );
  if (kind !== 'semantics') return undefined;
  const values = Object.values(draft.fields).flatMap((one) => one.values);
  const isOfValues = key === 'status' || key === 'done';
  return spellOut(Reflect.get(draft.semantics, key), (id) => {
    const value = isOfValues ? values.find((one) => one.id === id)?.label : undefined;
    return value ?? draft.fields[id]?.label ?? String(id);
  });
}

const listIds = ({ permissions }: DefinitionDraft, key: string): readonly string[] =>
  Object.entries(permissions).find(([right]) => right === key)?.[1] ?? [];
