// Why a definition was not saved, with the name of what the server tells by its place alone.
import { ApiError, readFault } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { describeError } from '../../../ui/feedback/async-states.tsx';
import type { DefinitionDraft } from '../definition/definition-draft.ts';
import { actionLabels } from './action-labels.ts';
import { moveName } from './describe-transition.ts';

/** `sent` is the draft that was refused. */
export function describeRefusal(error: unknown, { fields, workflow }: DefinitionDraft): string {
  const reason = describeError(error);
  const part = error instanceof ApiError ? readFault(error.message).part : '';
  const [, place, actionPlace] = /^workflow\.transitions\[(\d+)\](?:\.post_actions\[(\d+)\])?/.exec(part) ?? [];
  const transition = workflow.transitions[Number(place)];
  if (transition === undefined) return reason;
  const move = moveName(fields, workflow, transition);
  const type = actionPlace === undefined ? undefined : transition.actions[Number(actionPlace)]?.['type'];
  const action = typeof type === 'string' ? (actionLabels[type]?.() ?? type) : undefined;
  return action === undefined
    ? t('design.flow.refused', { move, reason })
    : t('design.flow.actionRefused', { move, action, reason });
}
