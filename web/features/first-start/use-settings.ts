// Live settings of a step: as they are, as they are typed, and saved together.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, settle, take } from '../../platform/api.ts';
import { siteQuery } from '../../platform/session.ts';
import { describeError } from '../../ui/states.tsx';

export interface TypedSettings<Name extends string> {
  isRead: boolean;
  valueOf(name: Name): string;
  set(change: Partial<Record<Name, string>>): void;
  isBusy: boolean;
  problem: string | undefined;
  save(): Promise<void>;
}

/** `proposals` stand for what nobody has set yet; secrets are sent where something was typed. */
export function useSettings<Name extends string>(
  names: readonly Name[],
  proposals: Partial<Record<Name, string>>,
  onSaved: () => void,
): TypedSettings<Name> {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { data, error } = useQuery({
    queryKey: ['/admin/settings', 'first start'],
    queryFn: async () => (await take(api.GET('/admin/settings'))).settings,
  });
  const valueOf = (name: Name): string => {
    const setting = data?.find((one) => one.name === name);
    const isUnset = setting?.source === 'default';
    return typed[name] ?? (isUnset ? proposals[name] : undefined) ?? setting?.value ?? '';
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const isSent = (name: Name): boolean =>
        data?.find((one) => one.name === name)?.is_secret !== true || valueOf(name) !== '';
      const settings = names.filter(isSent).map((name) => ({ name, value: valueOf(name) }));
      await settle(api.PATCH('/admin/settings', { body: { settings } }));
      await queryClient.invalidateQueries({ queryKey: ['/admin/settings'] });
      await queryClient.invalidateQueries({ queryKey: siteQuery.queryKey });
      onSaved();
    } catch (refusal) {
      setProblem(describeError(refusal));
    } finally {
      setBusy(false);
    }
  };
  return {
    isRead: data !== undefined,
    valueOf,
    set: (change) => setTyped((now) => ({ ...now, ...change })),
    isBusy,
    problem: problem ?? (error === null ? undefined : describeError(error)),
    save,
  };
}
