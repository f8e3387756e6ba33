// What a change of one field makes of others, and what a form must ask before it is sent. Pure.
import type { Schemas } from '../../../platform/schemas.ts';
import type { Entries, Entry } from './keeping/drafts.ts';
import { chosen, isChosen, noneId } from '../../fields/index.ts';
import { isEmpty, problemOf } from './edits.ts';
import type { Edit, Field, Problem as EditProblem } from '../../fields/index.ts';
import { allowedIds, chosenIn, governedField, needsOf } from './rules.ts';

type Tracker = Schemas['Tracker'];
export type CurrentOf = (fieldId: number) => Edit | undefined;

/** The entries with a field changed. Lists that depend on it lose what does not go with it, and take what is left to choose. */
export function withChange(
  entries: Entries,
  { tracker, nowOf }: { tracker: Tracker; nowOf: CurrentOf },
  fieldId: number,
  edit: Edit,
): Entries {
  const next = new Map(entries);
  const put = (id: number, changed: Edit): void => {
    const base = next.get(id)?.base ?? nowOf(id) ?? changed;
    next.set(id, { base, edit: changed, isOpen: true });
  };
  put(fieldId, edit);
  const waiting = [fieldId];
  const seen = new Set(waiting);
  const currentOf: CurrentOf = (id) => next.get(id)?.edit ?? nowOf(id);
  for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
    for (const target of targetsOf(tracker, source)) {
      const narrowed = narrow(tracker, target, currentOf);
      if (narrowed === undefined || seen.has(target)) continue;
      seen.add(target);
      put(target, narrowed);
      waiting.push(target);
    }
  }
  return next;
}

const targetsOf = ({ workflow }: Tracker, source: number): ReadonlySet<number> =>
  new Set(
    (workflow?.rules.lists ?? [])
      .filter((rule) => rule.source_field_id === source)
      .map(({ target_field_id: target }) => target),
  );

/** What a list becomes; undefined where what it has is allowed. */
function narrow(tracker: Tracker, fieldId: number, currentOf: CurrentOf): Edit | undefined {
  const allowed = allowedIds(tracker, fieldId, (id) => chosenIn(currentOf(id)));
  const current = currentOf(fieldId);
  if (allowed === undefined || !isChosen(current)) return undefined;
  const kept = current.ids.filter((id) => allowed.has(id));
  if (kept.length === current.ids.length && (kept.length > 0 || allowed.has(noneId))) return undefined;
  const [only] = allowed.size === 1 ? allowed : [];
  return chosen(kept.length === 0 && only !== undefined && only !== noneId ? [only] : kept);
}

/** These fields with all that depend on them, which the server judges together. */
export function withDependents(tracker: Tracker, fieldIds: readonly number[]): ReadonlySet<number> {
  const all = new Set(fieldIds);
  // A set goes on over what is added meanwhile.
  for (const source of all) for (const target of targetsOf(tracker, source)) all.add(target);
  return all;
}

/** Lists that must have a value beside what the lists that they depend on have, and have none. */
export const findUnchosen = (tracker: Tracker, fieldIds: Iterable<number>, currentOf: CurrentOf): readonly number[] =>
  [...fieldIds].filter((id) => {
    const allowed = allowedIds(tracker, id, (source) => chosenIn(currentOf(source)));
    const current = currentOf(id);
    return (
      allowed !== undefined && !allowed.has(noneId) && allowed.size > 0 && current !== undefined && isEmpty(current)
    );
  });

export type Problem = EditProblem | 'step';

/** What is wrong before the server is asked, by field; what a step of the workflow needs is `step`. */
export function findProblems(
  sent: ReadonlyMap<number, Entry>,
  fields: ReadonlyMap<number, Field>,
  {
    tracker,
    actions,
    currentOf,
  }: { tracker: Tracker; actions: Schemas['AllowedActions'] | undefined; currentOf: CurrentOf },
): { problems: ReadonlyMap<number, Problem>; isCommentNeeded: boolean } {
  const problems = new Map<number, Problem>();
  for (const [id, { edit }] of sent) {
    const field = fields.get(id);
    const problem = field === undefined ? undefined : problemOf(field, edit);
    if (problem !== undefined) problems.set(id, problem);
  }
  for (const id of findUnchosen(tracker, withDependents(tracker, [...sent.keys()]), currentOf))
    problems.set(id, 'required');
  const governed = governedField(tracker);
  const step = governed === undefined ? undefined : sent.get(governed)?.edit;
  const needs = needsOf(actions, chosenIn(step)[0] ?? noneId);
  if (step === undefined) return { problems, isCommentNeeded: false };
  for (const id of needs.fieldIds) {
    const current = currentOf(id);
    if (current === undefined || isEmpty(current)) problems.set(id, 'step');
  }
  return { problems, isCommentNeeded: needs.isCommentNeeded };
}
