// Sends a form or a change: whether it is on its way, what went wrong and where, what is said of it, what is read again.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RefObject } from 'react';
import { isRefusedWith } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { say } from '../feedback/toasts.tsx';
import { describeError } from '../feedback/async-states.tsx';
import { submission } from './submission.ts';
import type { SubmitOptions } from './submission.ts';

export interface Submission {
  /** Resolves once what `invalidates` names is read again, with whether it went well. Never rejects; always the same function. */
  submit(work: () => Promise<unknown>, toast?: string): Promise<boolean>;
  isSending: boolean;
  /** What went wrong with the last attempt, where no field is to blame. */
  problem: string | undefined;
  /** What is wrong with a field, by the part of the request that `explain` names. */
  errorOf(part: string): string | undefined;
  /** Forgets what went wrong; not for use while something is on its way. */
  reset(): void;
}

interface Options extends SubmitOptions {
  /** Takes the focus at once, where the button that was pressed may go. */
  focusRef?: RefObject<HTMLElement | null>;
}

const speech = {
  toast: say,
  describe: (error: unknown): string => (isRefusedWith(error, 412) ? t('ui.conflict') : describeError(error)),
};

export function useSubmit({ focusRef, ...options }: Options = {}): Submission {
  const { mutateAsync, isPending, error, reset } = useMutation(submission(useQueryClient(), options, speech));
  const submit = useCallback<Submission['submit']>(
    (work, toast) => {
      focusRef?.current?.focus({ preventScroll: true });
      return mutateAsync({ work, toast }).then(
        () => true,
        () => false,
      );
    },
    [mutateAsync, focusRef],
  );
  const fault = error?.fault;
  return {
    submit,
    isSending: isPending,
    problem: fault?.part === '' ? fault.text : undefined,
    errorOf: (part) => (fault?.part === part ? fault.text : undefined),
    reset,
  };
}
