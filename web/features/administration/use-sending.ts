// Sends a change, says how it went, and reads again what it touched.
import { useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusedWith } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { say } from '../../ui/messages.tsx';
import { describeError } from '../../ui/states.tsx';

/** `send` answers whether it went well; where not, `problem` says why. What is `said` then is nothing where it is empty. */
export function useSending(...touched: readonly QueryKey[]) {
  const queryClient = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (work: () => Promise<unknown>, said: string = t('admin.saved')): Promise<boolean> => {
    setSending(true);
    setProblem(undefined);
    try {
      await work();
      if (said !== '') say('success', said);
      return true;
    } catch (error) {
      setProblem(isRefusedWith(error, 412) ? t('admin.conflict') : describeError(error));
      return false;
    } finally {
      await Promise.all(touched.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      setSending(false);
    }
  };
  return { send, isSending, problem };
}
