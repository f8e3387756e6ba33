// Rules between two fields of a tracker: which values of lists go together, and how dates stand to each other.
import { startOfDayMs } from '../../../platform/texts/dates.ts';
import { invalid } from '../../../platform/errors.ts';
import { both, says, several } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { DomainError } from '../../../platform/errors.ts';
import { fieldIs, listValues } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { StoredValues } from '../artifact/change.ts';
import { pathOf, valueAfter, workflowItself } from './workflow.ts';
import type { Mover, Proposal } from './workflow.ts';

type DateRule = Definition['dateRules'][number];
type ListRule = Definition['listRules'][number];

/** Stands for no value in rules. */
const noneId = 100;

interface Judgement {
  mover: Mover;
  tracker: Definition;
  proposal: Proposal;
  /** Fields that the change touches; rules between others are not looked at. */
  changed: ReadonlySet<number>;
  nowMs: number;
  submittedAtMs: number;
}

interface Pair {
  source: Field;
  target: Field;
}

/** The rule that the change breaks. Rules between fields that keep their values are not asked. */
export const refuseByRules = (judgement: Judgement): DomainError | undefined =>
  refuseByLists(judgement) ?? refuseByDates(judgement);

/** Whether the rules between lists let one of them have this value, 100 for none, while all others are as they are. */
export function areListsKept(tracker: Definition, before: StoredValues, fieldId: number, valueId: number): boolean {
  const isAsked = tracker.listRules.some(
    (rule) => rule.source_field_id === fieldId || rule.target_field_id === fieldId,
  );
  if (!isAsked) return true;
  const proposal: Proposal = { before, values: new Map([[fieldId, [valueId]]]), paths: new Map() };
  const changed = new Set([fieldId]);
  return refuseByLists({ mover: workflowItself, tracker, proposal, changed, nowMs: 0, submittedAtMs: 0 }) === undefined;
}

function findPair(
  { tracker, changed }: Judgement,
  rule: { source_field_id: number; target_field_id: number },
): Pair | undefined {
  const source = tracker.fieldById.get(rule.source_field_id);
  const target = tracker.fieldById.get(rule.target_field_id);
  if (source?.isUsed !== true || target?.isUsed !== true) return undefined;
  return changed.has(source.id) || changed.has(target.id) ? { source, target } : undefined;
}

function refuseByLists(judgement: Judgement): DomainError | undefined {
  const keyOf = (rule: ListRule): string => `${rule.source_field_id} ${rule.target_field_id}`;
  for (const [first, ...others] of Map.groupBy(judgement.tracker.listRules, keyOf).values()) {
    const pair = first === undefined ? undefined : findPair(judgement, first);
    const refusal =
      first === undefined || pair === undefined ? undefined : refuseByList(judgement, pair, [first, ...others]);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

const chosenIn = (stored: unknown): number[] => {
  const ids = Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
  return ids.length === 0 ? [noneId] : ids;
};

/** Each value of the target must go with one of the source. With a value that no rule names, only none goes. */
function refuseByList(
  { mover, proposal }: Judgement,
  { source, target }: Pair,
  rules: readonly ListRule[],
): DomainError | undefined {
  const chosen = chosenIn(valueAfter(proposal, source.id));
  const allowed = new Set(
    chosen.flatMap((id) => {
      const named = rules.filter((rule) => rule.source_value_id === id).map((rule) => rule.target_value_id);
      return named.length === 0 ? [noneId] : named;
    }),
  );
  const wrong = chosenIn(valueAfter(proposal, target.id)).find((id) => !allowed.has(id));
  if (wrong === undefined) return undefined;
  const path = pathOf(proposal, target.id, source.id);
  if (!mover.reads(source) || !mover.reads(target)) return invalid(unnamed, path);
  const offered = [...allowed].map((id) =>
    id === noneId ? nothing : `${id} (${listValues.findValue(target, id)?.label ?? ''})`,
  );
  return invalid(
    says(
      'rules.lists',
    )`the field "${target.label}" can't be ${listLabels(target, [wrong])} while "${source.label}" is ${listLabels(source, chosen)}; use ${several(offered)}`,
    path,
  );
}

const unnamed = says('rules.unnamed')`violates a rule between two fields that you don't have access to`;
const nothing = says('value.none')`no value`;

const listLabels = (field: Field, ids: readonly number[]): Said =>
  both(ids.map((id) => (id === noneId ? nothing : `"${listValues.findValue(field, id)?.label ?? id}"`)));

function refuseByDates(judgement: Judgement): DomainError | undefined {
  const { mover, proposal, tracker } = judgement;
  for (const rule of tracker.dateRules) {
    const pair = findPair(judgement, rule);
    if (pair === undefined || isDateRuleKept(judgement, pair, rule)) continue;
    const { source, target } = pair;
    const path = pathOf(proposal, source.id, target.id);
    if (!mover.reads(source) || !mover.reads(target)) return invalid(unnamed, path);
    return invalid(
      says('rules.dates')`the date "${source.label}" must be ${meanings[rule.comparator]} "${target.label}"`,
      path,
    );
  }
  return undefined;
}

const meanings: Readonly<Record<DateRule['comparator'], Said>> = {
  '<': says('rules.before')`before (<)`,
  '≤': says('rules.at-or-before')`at or before (≤)`,
  '=': says('rules.same')`the same as (=)`,
  '≥': says('rules.at-or-after')`at or after (≥)`,
  '>': says('rules.after')`after (>)`,
  '≠': says('rules.other')`different from (≠)`,
};

/** Dates that are not both there satisfy every rule; where one of them is a day, days are compared. */
function isDateRuleKept(judgement: Judgement, { source, target }: Pair, { comparator }: DateRule): boolean {
  const left = dateOf(judgement, source);
  const right = dateOf(judgement, target);
  if (left === undefined || right === undefined) return true;
  const difference =
    left.isDay || right.isDay ? startOfDay(left.ms) - startOfDay(right.ms) : Math.sign(left.ms - right.ms);
  switch (comparator) {
    case '<':
      return difference < 0;
    case '≤':
      return difference <= 0;
    case '=':
      return difference === 0;
    case '≥':
      return difference >= 0;
    case '>':
      return difference > 0;
    case '≠':
      return difference !== 0;
  }
}

const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

function dateOf(judgement: Judgement, field: Field): { ms: number; isDay: boolean } | undefined {
  if (fieldIs.submissionDate(field)) return { ms: judgement.submittedAtMs, isDay: false };
  if (fieldIs.updateDate(field)) return { ms: judgement.nowMs, isDay: false };
  const stored = fieldIs.date(field) ? valueAfter(judgement.proposal, field.id) : undefined;
  if (typeof stored === 'string') return { ms: startOfDayMs(stored), isDay: true };
  return typeof stored === 'number' ? { ms: stored * 1000, isDay: false } : undefined;
}
