// How parts of a definition are called.
import { t } from '../../../platform/i18n.ts';
import type { PlainKey } from '../../../platform/i18n.ts';
import type { Part } from './merge.ts';

const names: Readonly<Record<string, PlainKey>> = {
  label: 'design.part.label',
  name: 'design.part.name',
  description: 'design.part.description',
  isRequired: 'design.part.required',
  notifies: 'design.part.notifies',
  isUsed: 'design.part.used',
  properties: 'design.part.properties',
  offered: 'design.part.people',
  values: 'design.part.values',
  defaults: 'design.part.defaults',
  permissions: 'design.permissions',
  singularLabel: 'design.part.singular',
  itemName: 'design.part.name',
  colour: 'design.part.colour',
  icon: 'admin.icon',
  mails: 'design.part.mails',
  parent: 'design.parent',
  dates: 'design.rules.dates',
  lists: 'design.rules.lists',
  can_access: 'design.right.can_access',
  can_access_submitted_by_group: 'design.right.can_access_submitted_by_group',
  can_access_assigned_to_group: 'design.right.can_access_assigned_to_group',
  can_access_submitted_by_user: 'design.right.can_access_submitted_by_user',
  can_admin: 'design.right.can_admin',
  title: 'design.semantic.title',
  contributor: 'design.semantic.contributor',
  initial_effort: 'design.semantic.initial_effort',
  velocity: 'design.semantic.velocity',
  status: 'design.semantic.status',
  done: 'design.semantic.done',
  tooltip: 'design.semantic.tooltip',
  plugin_cardwall_card_fields: 'design.semantic.plugin_cardwall_card_fields',
  timeframe: 'design.semantic.timeframe',
  progress: 'design.semantic.progress',
};

const nameOf = (key: string | undefined): string => {
  const text = key === undefined ? undefined : names[key];
  return text === undefined ? (key ?? '') : t(text);
};

/** Such as `“Status”: values`. */
export function describePart({ kind, key, label = '' }: Part): string {
  if (kind === 'places') return t('design.part.places');
  if (kind === 'workflow') return t('design.workflow');
  if (kind === 'triggers') return t('design.triggers');
  if (kind === 'field') return t('design.part.field', { label });
  if (kind === 'field-part') return t('design.part.ofField', { label, part: nameOf(key) });
  if (kind === 'semantics') return t('design.part.meaning', { part: nameOf(key) });
  return nameOf(key);
}
