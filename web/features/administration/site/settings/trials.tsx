// A trial of what a group of settings is about: the real thing is done once.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { beginSentence, namesIn } from '../../../../platform/errors/begin-sentence.ts';
import { useI18nMessage } from '../../../../platform/errors/use-i18n-message.ts';
import { useSelf } from '../../../../platform/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/forms/fields.tsx';
import { Notice } from '../../../../ui/feedback/async-states.tsx';
import ui from '../../../../ui/ui.module.css';
import css from '../../administration.module.css';
import { useSubmit } from '../../../../ui/forms/use-submit.ts';
import type { SettingGroup } from './setting-groups.ts';

type Kind = 'mail' | 'directory' | 'storage' | 'webhook';

type Outcome = Awaited<ReturnType<typeof askTrial>>;

const askTrial = (kind: Kind, target: string) => take(api.POST('/admin/trials', { body: { kind, target } }));

const trials: Partial<Record<SettingGroup, Kind>> = {
  mail: 'mail',
  directory: 'directory',
  files: 'storage',
  programs: 'webhook',
};

export function Trial({ group }: { group: SettingGroup }): ReactNode {
  const self = useSelf();
  const kind = trials[group];
  const [target, setTarget] = useState(kind === 'mail' ? (self?.email ?? '') : '');
  const [outcome, setOutcome] = useState<Outcome>();
  const { submit, isSending, problem } = useSubmit();
  const sayI18n = useI18nMessage();
  if (kind === undefined) return null;
  const needsTarget = kind === 'mail' || kind === 'webhook';
  const run = (): void =>
    void submit(async () => {
      setOutcome(undefined);
      setOutcome(await askTrial(kind, target));
    }, t('admin.tried'));
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) run();
      }}
    >
      <div className={css.addRow}>
        {needsTarget && (
          <TextField label={t(`admin.trial.${kind}.target`)} isRequired value={target} onChange={setTarget} />
        )}
        <Button type="submit" isDisabled={isSending || (needsTarget && target === '')}>
          {t(`admin.trial.${kind}`)}
        </Button>
      </div>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {outcome !== undefined && (
        <Notice kind={outcome.is_good ? 'success' : 'error'}>
          {beginSentence(sayI18n(outcome.i18n, outcome.finding), namesIn(outcome.i18n))}
        </Notice>
      )}
    </form>
  );
}
