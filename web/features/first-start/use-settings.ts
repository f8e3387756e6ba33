// Live settings of a step: as they are, as they are typed, and saved together.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, settle, take } from '../../platform/api.ts';
import { siteQuery } from '../../platform/session.ts';
import { describeError } from '../../ui/feedback/async-states.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';

export interface TypedSettings<Name extends string> {
  isRead: boolean;
  valueOf(name: Name): string;
  /** Empty until the settings are read. */
  defaultOf(name: Name): string;
  set(change: Partial<Record<Name, string>>): void;
  isSending: boolean;
  problem: string | undefined;
  save(): Promise<void>;
}

/** `proposals` stand for what nobody has set yet; secrets are sent where something was typed. */
export function useSettings<Name extends string>(
  names: readonly Name[],
  proposals: Partial<Record<Name, string>>,
  onSaved: () => void,
): TypedSettings<Name> {
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/admin/settings'], siteQuery.queryKey] });
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
    const isSent = (name: Name): boolean =>
      data?.find((one) => one.name === name)?.is_secret !== true || valueOf(name) !== '';
    const settings = names.filter(isSent).map((name) => ({ name, value: valueOf(name) }));
    if (await submit(() => settle(api.PATCH('/admin/settings', { body: { settings } })))) onSaved();
  };
  return {
    isRead: data !== undefined,
    valueOf,
    defaultOf: (name) => data?.find((one) => one.name === name)?.default ?? '',
    set: (change) => setTyped((now) => ({ ...now, ...change })),
    isSending,
    problem: problem ?? (error === null ? undefined : describeError(error)),
    save,
  };
}
