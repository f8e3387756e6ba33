// Whether a user name is free, asked a moment after the last key.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';

const restMs = 400;

/** The name once nobody has typed for a moment. */
function useRested(name: string): string {
  const [rested, setRested] = useState(name);
  useEffect(() => {
    const timer = setTimeout(() => setRested(name), restMs);
    return () => clearTimeout(timer);
  }, [name]);
  return rested;
}

export function useNameCheck(name: string): { hint: string; problem: string | undefined } {
  const rested = useRested(name);
  const { data } = useQuery({
    queryKey: ['name-check', rested],
    queryFn: () => {
      const invitation = window.location.hash.slice(1);
      const body = { username: rested, ...(invitation === '' ? {} : { invitation }) };
      return take(api.POST('/user_registrations/check', { body }));
    },
    enabled: rested.length > 1,
    // A question too many is answered by the registration itself.
    retry: false,
  });
  const current = rested === name ? data : undefined;
  const problems = {
    malformed: t('account.nameMalformed'),
    reserved: t('account.nameReserved'),
    taken: t('account.nameTaken'),
  };
  const problem = current === undefined || current.problem === null ? undefined : problems[current.problem];
  return { hint: current?.is_free === true ? t('account.nameFree') : t('account.nameHint'), problem };
}
