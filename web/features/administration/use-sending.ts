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
    const readAgain = () => Promise.all(touched.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    try {
      await work();
      if (said !== '') say('success', said);
      await readAgain();
      return true;
    } catch (error) {
      const isOutdated = isRefusedWith(error, 412);
      setProblem(isOutdated ? t('admin.conflict') : describeError(error));
      // What was refused for itself can be mended and sent at once.
      const reading = readAgain();
      if (isOutdated) await reading;
      return false;
    } finally {
      setSending(false);
    }
  };
  return { send, isSending, problem };
}
