// The workflow of a tracker: which moves of its field are allowed, and to whom.
import { invalid } from '../../platform/errors.ts';
import type { Viewer } from '../projects/index.ts';
import { findValue, mayField, mayMakeTransition } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';

/** The chosen value of a list; null for none, which is also where a new artifact starts. */
const valueIn = (stored: unknown): number | null => {
  const first: unknown = Array.isArray(stored) ? stored[0] : undefined;
  return typeof first === 'number' ? first : null;
};

/**
 * Throws invalid, at `path`, when the workflow is in use for the field and has no transition from the stored value
 * `before` to `after`, or none that the viewer may make. An artifact that has no value yet moves as a new one does.
 */
export function requireTransition(
  viewer: Viewer,
  tracker: Definition,
  move: { field: Field; before: unknown; after: unknown; path: string },
): void {
  const { workflow } = tracker;
  const { field, path } = move;
  if (workflow === undefined || !workflow.isUsed || workflow.fieldId !== field.id) return;
  const from = valueIn(move.before);
  const to = valueIn(move.after);
  const open = workflow.transitions.filter(
    (transition) => transition.fromValueId === from && mayMakeTransition(viewer, tracker, transition),
  );
  if (to === from || open.some((transition) => transition.toValueId === to)) return;
  if (!mayField(viewer, tracker, field, 'read')) throw invalid('is not a value that can be set here', path);
  const labelOf = (id: number | null): string => (id === null ? 'no value' : `"${findValue(field, id)?.label ?? id}"`);
  const allowed = open.map(({ toValueId }) => `${toValueId} (${findValue(field, toValueId)?.label ?? ''})`);
  throw invalid(
    `the workflow does not let you move the field "${field.label}" from ${labelOf(from)} to ${labelOf(to)}; ` +
      (allowed.length === 0 ? 'you may not move it from there' : `you may move it to ${allowed.join(', ')}`),
    path,
  );
}
