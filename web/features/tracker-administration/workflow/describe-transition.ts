// Transitions in words.
import { t } from '../../../platform/i18n.ts';
import type { DefinitionDraft, DraftTransition, DraftWorkflow } from '../definition/definition-draft.ts';
import { actionLabels } from './action-labels.ts';

type Fields = DefinitionDraft['fields'];

const labelsOf = (fields: Fields, ids: unknown): string[] =>
  Array.isArray(ids) ? ids.flatMap((id) => (typeof id === 'number' ? (fields[id]?.label ?? []) : [])) : [];

/** Of the list that the workflow moves; null is a new artifact. */
export const stateName = (fields: Fields, { fieldId }: Pick<DraftWorkflow, 'fieldId'>, id: number | null): string =>
  id === null ? t('design.flow.new') : (fields[fieldId]?.values.find((one) => one.id === id)?.label ?? '');

/** Such as `To do → Done`. */
export const moveName = (
  fields: Fields,
  workflow: Pick<DraftWorkflow, 'fieldId'>,
  { from, to }: Pick<DraftTransition, 'from' | 'to'>,
): string => t('design.flow.edit', { from: stateName(fields, workflow, from), to: stateName(fields, workflow, to) });

/** Such as `Freeze fields: Title, Points`. */
export function describeAction(fields: Fields, action: DraftTransition['actions'][number]): string {
  const type = String(action['type']);
  const name = actionLabels[type]?.() ?? type;
  const things = [
    ...labelsOf(fields, action['field_ids'] ?? action['fieldset_ids'] ?? [action['field_id']]),
    ...(typeof action['job_url'] === 'string' ? [action['job_url']] : []),
  ];
  return things.length === 0 ? name : t('design.flow.about', { name, things: things.join(', ') });
}

/** Who may make it, what it asks for, what it does. */
export function describeTransition(
  fields: Fields,
  groups: readonly { id: string; label: string }[],
  { groups: allowed, notEmpty, needsComment, actions }: DraftTransition,
): string {
  const names = allowed.map((id) => groups.find((group) => group.id === id)?.label ?? id);
  const part = (name: string, things: readonly string[]): string[] =>
    things.length === 0 ? [] : [t('design.flow.about', { name, things: things.join(', ') })];
  return [
    ...part(t('design.flow.groups'), names),
    ...part(t('design.flow.notEmpty'), labelsOf(fields, notEmpty)),
    ...(needsComment ? [t('design.flow.comment')] : []),
    ...actions.map((action) => describeAction(fields, action)),
  ].join(' · ');
}
