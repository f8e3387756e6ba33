// What of the draft needs a field or a value, as the server would find it at the save. Pure.
import type { Schemas } from '../../../platform/schemas.ts';
import type { DefinitionDraft, DraftTransition, DraftTrigger } from '../definition/definition-draft.ts';

export type Use = Pick<Schemas['FieldUse'], 'kind' | 'name' | 'days'> & {
  /** Of transitions. */
  moves?: readonly DraftTransition[];
};

/** A field, or a value of it. */
export interface Needed {
  fieldId: number;
  valueId?: number | undefined;
}

const use = (kind: Use['kind'], is: boolean): Use[] => (is ? [{ kind, name: null, days: null }] : []);

function names(value: unknown, isKey: (key: string) => boolean, id: number, key = ''): boolean {
  if (typeof value === 'number') return value === id && isKey(key);
  if (Array.isArray(value)) return value.some((one) => names(one, isKey, id, key));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => names(member, isKey, id, name));
}

const isFieldKey = (key: string): boolean => /field(?:set)?_ids?$/.test(key);

const isInTrigger = ({ sources, target }: DraftTrigger, { fieldId, valueId }: Needed): boolean =>
  [...sources, target].some((one) => one.fieldId === fieldId && (valueId === undefined || one.valueId === valueId));

function listSemantics({ semantics }: DefinitionDraft, { fieldId, valueId }: Needed): Use[] {
  const isStatus = semantics.status?.field_id === fieldId;
  return Object.entries(semantics).flatMap(([name, settings]): Use[] => {
    const isNamed =
      valueId === undefined
        ? names(settings, isFieldKey, fieldId)
        : isStatus && names(settings, (key) => key === 'value_ids', valueId);
    return isNamed ? [{ kind: 'semantic', name, days: null }] : [];
  });
}

function listMoves({ workflow }: DefinitionDraft, { fieldId, valueId }: Needed): Use[] {
  const moves = workflow.transitions.filter(({ from, to, notEmpty, actions }) =>
    valueId === undefined
      ? notEmpty.includes(fieldId) || names(actions, isFieldKey, fieldId)
      : workflow.fieldId === fieldId && (from === valueId || to === valueId),
  );
  return moves.length === 0 ? [] : [{ kind: 'transition', name: null, days: null, moves }];
}

/** Of all that is saved with the draft. */
export function listDraftUses(draft: DefinitionDraft, needed: Needed): Use[] {
  const { fieldId, valueId } = needed;
  const { dates, lists } = draft.rules;
  const isThat = (field: number, value: number): boolean =>
    field === fieldId && (valueId === undefined || value === valueId);
  return [
    ...listSemantics(draft, needed),
    ...use('workflow', valueId === undefined && draft.workflow.fieldId === fieldId),
    ...listMoves(draft, needed),
    ...use(
      'rule',
      (valueId === undefined && dates.some(({ source, target }) => source === fieldId || target === fieldId)) ||
        lists.some((rule) => isThat(rule.source, rule.sourceValue) || isThat(rule.target, rule.targetValue)),
    ),
    ...use(
      'trigger',
      draft.triggers.some((trigger) => isInTrigger(trigger, needed)),
    ),
  ];
}

/** `saved` is what the server finds: of that counts what no save of the draft can end. */
export function listUsesAtSave(
  base: DefinitionDraft,
  draft: DefinitionDraft,
  saved: readonly Use[],
  needed: Needed,
): Use[] {
  const drafted = listDraftUses(draft, needed);
  const isTriggerHere = base.triggers.some((trigger) => isInTrigger(trigger, needed));
  const elsewhere = saved.filter(
    ({ kind, name }) =>
      kind === 'shared' ||
      kind === 'reminder' ||
      (kind === 'trigger' && !isTriggerHere) ||
      (kind === 'semantic' && !Object.hasOwn(base.semantics, name ?? '')),
  );
  const isDrafted = (use: Use): boolean => drafted.some(({ kind, name }) => kind === use.kind && name === use.name);
  return [...drafted, ...elsewhere.filter((one) => !isDrafted(one))];
}
