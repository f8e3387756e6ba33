// What a draft of a definition changes, as the server takes it. Pure.
import type { Schemas } from '../../../platform/schemas.ts';
import { isColour } from '../colours.ts';
import { fieldSemantics, isListType, isSame, rights, top, trackerRights } from './definition-draft.ts';
import type { DefinitionDraft, DraftField, DraftTransition, FieldValue } from './definition-draft.ts';
import { listInOrder } from '../form/layout-moves.ts';
import { isTypeCode } from '../../fields/index.ts';

type Document = Schemas['TrackerDocument'];
type SentField = NonNullable<Document['fields']>[number];
type SentWorkflow = NonNullable<Document['workflow']>;
type SentTransition = NonNullable<SentWorkflow['transitions']>[number];

const asGroups = (ids: readonly string[]) => ids.map((id) => ({ id }));

/** What differs from `was`; all that a new field has. */
function writeField(field: DraftField, was: DraftField | undefined): SentField {
  const isChanged = (key: keyof DraftField): boolean => was === undefined || !isSame(field[key], was[key]);
  const { originalId } = field;
  const isShared = originalId !== undefined;
  const { permissions } = field;
  return {
    field_id: field.id,
    type: requireTypeCode(field.type),
    label: field.label,
    ...(isShared ? { original_field_id: originalId } : {}),
    ...(isChanged('name') && field.name !== '' ? { name: field.name } : {}),
    ...(isChanged('description') ? { description: field.description } : {}),
    ...(isChanged('isRequired') ? { required: field.isRequired } : {}),
    ...(isChanged('notifies') ? { has_notifications: field.notifies } : {}),
    ...(isChanged('isUsed') ? { is_used: field.isUsed } : {}),
    ...(isChanged('properties') ? { specific_properties: changedProperties(field, was) } : {}),
    ...(isListType(field.type) && !isShared ? writeList(field, was, isChanged) : {}),
    ...(permissions !== undefined && isChanged('permissions')
      ? { permissions_for_groups: Object.fromEntries(rights.map((right) => [right, asGroups(permissions[right])])) }
      : {}),
  };
}

/** Those that the server did not show so. */
const changedProperties = (field: DraftField, was: DraftField | undefined): DraftField['properties'] =>
  Object.fromEntries(Object.entries(field.properties).filter(([key, value]) => was?.properties[key] !== value));

function writeList(
  field: DraftField,
  was: DraftField | undefined,
  isChanged: (key: keyof DraftField) => boolean,
): Partial<SentField> {
  const { bind = 'static' } = field;
  const isPeople = bind === 'users';
  return {
    ...(was === undefined || (isPeople && isChanged('offered'))
      ? { bindings: { type: bind, ...(isPeople ? { list: asGroups(field.offered) } : {}) } }
      : {}),
    ...(!isPeople && isChanged('values')
      ? {
          values: field.values.map(({ id, label, isHidden, colour, groupId }) =>
            bind === 'ugroups'
              ? { id, ...(groupId === undefined ? {} : { ugroup_reference: { id: groupId } }) }
              : { id, label, is_hidden: isHidden, value_color: colour },
          ),
        }
      : {}),
    ...(isChanged('defaults') ? { default_value: writeDefaults(field) } : {}),
  };
}

/** Groups are named by their own ids, everything else by those of values and people. */
const writeDefaults = (field: DraftField) =>
  field.defaults.map((id) => ({
    id: field.bind === 'ugroups' ? (field.values.find((value) => value.id === id)?.groupId ?? id) : id,
  }));

type SentType = SentField['type'];

function requireTypeCode(type: string): SentType {
  if (!isTypeCode(type)) throw new Error(`no type of field is called ${type}`);
  return type;
}

interface Node {
  id: number;
  content: Node[] | null;
}

const writeStructure = (draft: DefinitionDraft, parent = top): Node[] =>
  (draft.children[parent] ?? []).map((id) => ({
    id,
    content: draft.children[id] === undefined ? null : writeStructure(draft, id),
  }));

const writeTransition = ({ from, to, groups, notEmpty, needsComment, actions }: DraftTransition): SentTransition => ({
  from_id: from,
  to_id: to,
  ...(groups.length === 0 ? {} : { authorized_user_group_ids: [...groups] }),
  not_empty_field_ids: [...notEmpty],
  is_comment_required: needsComment,
  post_actions: actions.flatMap(({ type, ...action }) => (typeof type === 'string' ? [{ type, ...action }] : [])),
});

const writeFieldValue = ({ fieldId, valueId }: FieldValue) => ({ field_id: fieldId, field_value_id: valueId });

/** The workflow, rules and triggers that changed. */
function writeBehaviour(base: DefinitionDraft, draft: DefinitionDraft): SentWorkflow {
  const { rules, triggers } = draft;
  return {
    ...(isSame(draft.workflow, base.workflow) ? {} : writeWorkflow(draft)),
    ...(isSame(rules, base.rules)
      ? {}
      : {
          rules: {
            dates: rules.dates.map(({ source, comparator, target }) => ({
              source_field_id: source,
              comparator,
              target_field_id: target,
            })),
            lists: rules.lists.map((rule) => ({
              source_field_id: rule.source,
              source_value_id: rule.sourceValue,
              target_field_id: rule.target,
              target_value_id: rule.targetValue,
            })),
          },
        }),
    ...(isSame(triggers, base.triggers)
      ? {}
      : {
          triggers: triggers.map(({ condition, sources, target }) => ({
            condition,
            triggering_fields: sources.map(writeFieldValue),
            target: writeFieldValue(target),
          })),
        }),
  };
}

function writeWorkflow({ workflow }: DefinitionDraft): SentWorkflow {
  if (workflow.fieldId === 0) return { field_id: 0 };
  return {
    field_id: workflow.fieldId,
    is_used: workflow.isUsed ? '1' : '0',
    is_advanced: workflow.isAdvanced,
    transitions: workflow.transitions.map(writeTransition),
  };
}

export const semanticNames = [
  ...fieldSemantics,
  'status',
  'done',
  'tooltip',
  'plugin_cardwall_card_fields',
  'timeframe',
  'progress',
] as const;

function changedSemantics(base: DefinitionDraft, draft: DefinitionDraft): NonNullable<Document['semantics']> {
  const changed = { ...draft.semantics };
  for (const name of semanticNames) {
    const now = draft.semantics[name] ?? null;
    if (isSame(now, base.semantics[name] ?? null)) delete changed[name];
    else if (now === null) changed[name] = null;
  }
  return changed;
}

/** What of `draft` differs from `base`, which the server showed. Empty where nothing does. */
export function writeDocument(base: DefinitionDraft, draft: DefinitionDraft): Document {
  const inOrder = listInOrder(draft);
  const ids = [...new Set([...inOrder, ...Object.keys(draft.fields).map(Number)])];
  const fields = ids.flatMap((id) => {
    const field = draft.fields[id];
    const was = base.fields[id];
    return field === undefined || isSame(field, was) ? [] : [writeField(field, was)];
  });
  const { head } = draft;
  const changed = (key: keyof DefinitionDraft['head']): boolean => head[key] !== base.head[key];
  const permissions = trackerRights.filter((right) => !isSame(draft.permissions[right], base.permissions[right]));
  const semantics = changedSemantics(base, draft);
  const workflow = writeBehaviour(base, draft);
  return {
    ...(fields.length > 0 ? { fields } : {}),
    ...(isSame(draft.children, base.children) ? {} : { structure: writeStructure(draft) }),
    ...(draft.removed.length > 0 ? { removed_fields: [...draft.removed] } : {}),
    ...(changed('label') ? { label: head.label } : {}),
    ...(changed('singularLabel') ? { singular_label: head.singularLabel } : {}),
    ...(changed('itemName') ? { item_name: head.itemName } : {}),
    ...(changed('description') ? { description: head.description } : {}),
    ...(changed('colour') && isColour(head.colour) ? { color_name: head.colour } : {}),
    ...(changed('icon') ? { icon: head.icon.trim() } : {}),
    ...(changed('parent') ? { parent: head.parent === 0 ? null : { id: head.parent } } : {}),
    ...(changed('mails') ? { notifications: { enabled: head.mails } } : {}),
    ...(permissions.length > 0
      ? {
          permissions_for_groups: Object.fromEntries(
            permissions.map((right) => [right, asGroups(draft.permissions[right])]),
          ),
        }
      : {}),
    ...(Object.keys(semantics).length > 0 ? { semantics } : {}),
    ...(Object.keys(workflow).length > 0 ? { workflow } : {}),
  };
}
