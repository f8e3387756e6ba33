// Badges beside the label of a field: what the tracker uses it for. Pure.
import type { Definition, Field } from '../definition/definition.ts';
import type { PostAction } from '../definition/post-actions.ts';

export interface LabelDecorator {
  label: string;
  description: string;
  icon: string | null;
  url: string | null;
  action: string | null;
}

/** Names of semantics as badges show them. */
const carried = [
  ['title', 'Title'],
  ['description', 'Description'],
  ['status', 'Status'],
  ['contributor', 'Contributor/assignee'],
  ['initial_effort', 'Initial Effort'],
  ['velocity', 'Velocity'],
] as const;

/** In the order in which clients know them. */
export function decorate(field: Field, tracker: Definition): LabelDecorator[] {
  const { semantics, workflow } = tracker;
  const admin = (part: string): string => `/plugins/tracker/?tracker=${tracker.id}&func=admin-${part}`;
  const badge = (label: string, description: string, part: string): LabelDecorator => ({
    label,
    description,
    icon: null,
    url: admin(part),
    action: null,
  });
  const carries = (name: string, label: string, role = ''): LabelDecorator =>
    badge(
      label,
      `This field carries ${role === '' ? 'the ' : `${role} of `}"${label}" semantic.`,
      `semantic&semantic=${name}`,
    );
  const found: LabelDecorator[] = [];
  for (const [name, label] of carried) {
    if (semantics[name]?.field_id !== field.id) continue;
    found.push(carries(name, label));
    if (name === 'status') found.push(carries('done', 'Done'));
  }
  found.push(...timeframeRoles(field, tracker).map((role) => carries('timeframe', 'Timeframe', role)));
  if (semantics.progress !== undefined && Object.values(semantics.progress).includes(field.id))
    found.push(carries('progress', 'Progress'));
  for (const [name, label, title] of [
    ['tooltip', 'Tooltip', 'Tooltip'],
    ['plugin_cardwall_card_fields', 'Cards fields', 'Cards'],
  ] as const) {
    if (semantics[name]?.field_ids.includes(field.id) === true)
      found.push(badge(label, `This field is part of fields of "${title}" semantic.`, `semantic&semantic=${name}`));
  }
  if (semantics.plugin_cardwall_card_fields?.background_color_field_id === field.id)
    found.push(
      badge(
        'Cards background color',
        'This field gives the background color of "Cards" semantic.',
        'semantic&semantic=plugin_cardwall_card_fields',
      ),
    );
  if (workflow?.fieldId === field.id)
    found.push(badge('Workflow transition', 'This field is used by workflow transitions', 'workflow-transitions'));
  const transitions = workflow?.transitions ?? [];
  if (transitions.some(({ notEmptyFieldIds }) => notEmptyFieldIds.includes(field.id)))
    found.push(badge('Workflow condition', 'This field is used by workflow conditions', 'workflow-transitions'));
  if (transitions.some(({ actions }) => actions.some((action) => fieldsOf(action).includes(field.id))))
    found.push(badge('Workflow action', 'This field is used by workflow actions', 'workflow-transitions'));
  if (tracker.listRules.some((rule) => rule.source_field_id === field.id || rule.target_field_id === field.id))
    found.push(badge('Field dependency', 'This field is used by field dependencies', 'dependencies'));
  if (field.hasNotifications)
    found.push({
      label: 'Notifications',
      description: 'People selected in this field may receive notifications.',
      icon: 'fa-solid fa-bell',
      url: null,
      action: 'field-edition',
    });
  return found;
}

function fieldsOf(action: PostAction): readonly (number | null)[] {
  if ('fieldIds' in action) return action.fieldIds;
  return 'fieldId' in action ? [action.fieldId] : [];
}

function timeframeRoles(field: Field, { semantics: { timeframe } }: Definition): string[] {
  if (timeframe === undefined || !('start_date_field_id' in timeframe)) return [];
  if (timeframe.start_date_field_id === field.id) return ['the start date'];
  if ('duration_field_id' in timeframe) return timeframe.duration_field_id === field.id ? ['the duration'] : [];
  return timeframe.end_date_field_id === field.id ? ['the end date'] : [];
}
