// Saves something of a repository, says how it went, and reads anew what it touched.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../platform/i18n.ts';
import { say } from '../../../ui/messages.tsx';
import { describeError } from '../../../ui/states.tsx';

/** `save` answers whether it went well; where not, `problem` says why. What `touched` begins the keys of is read anew. */
export function useSaving(touched: 'code' | 'svn' = 'code') {
  const queryClient = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async (work: () => Promise<unknown>): Promise<boolean> => {
    setSaving(true);
    setProblem(undefined);
    try {
      await work();
      say('success', t('admin.saved'));
      return true;
    } catch (error) {
      setProblem(describeError(error));
      return false;
    } finally {
      setSaving(false);
      await queryClient.invalidateQueries({ queryKey: [touched] });
    }
  };
  return { save, isSaving, problem };
}
