// Something that is sent by itself, outside of the draft of the definition: whether it runs, and why it failed.
import { useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusedWith } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { describeError } from '../../../ui/states.tsx';

export interface Task {
  isBusy: boolean;
  problem: string | undefined;
  /** Gives whether it went well; what the keys name is read again in any case. */
  run(work: () => Promise<unknown>): Promise<boolean>;
}

export function useTask(...keys: readonly QueryKey[]): Task {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    isBusy,
    problem,
    async run(work) {
      setBusy(true);
      setProblem(undefined);
      try {
        await work();
        return true;
      } catch (error) {
        setProblem(isRefusedWith(error, 412) ? t('design.around.conflict') : describeError(error));
        return false;
      } finally {
        await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
        setBusy(false);
      }
    },
  };
}
