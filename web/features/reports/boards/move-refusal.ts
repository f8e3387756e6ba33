// Why a card of a wall or a board went back.
import { isRefusedWith } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { describeError } from '../../../ui/feedback/async-states.tsx';

/** A move that is not asked for, because what the card shows is no longer so, or can't become so; its message is for people. */
export class MoveRefusal extends Error {}

export const movedMeanwhile = (): MoveRefusal => new MoveRefusal(t('reports.movedMeanwhile'));

export const describeRefusal = (error: unknown): string => {
  if (error instanceof MoveRefusal) return error.message;
  return isRefusedWith(error, 412) ? t('reports.movedMeanwhile') : describeError(error);
};
