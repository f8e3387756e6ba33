// What a repository is called, its default branch, and whether its commits close things.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/forms/fields.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { branchesQuery, descriptionOf } from '../source-control.queries.ts';
import type { Repository } from '../source-control.queries.ts';
import css from './settings.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

/** Those that files of repositories have besides UTF-8; others may be set over REST. */
const encodings = [
  'big5',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'gbk',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'shift_jis',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
];

export function GeneralPart({ repository }: { repository: Repository }): ReactNode {
  const { id } = repository;
  const { data: branches = [] } = useQuery(branchesQuery(id));
  const [name, setName] = useState(repository.name);
  const [description, setDescription] = useState(descriptionOf(repository));
  const [branch, setBranch] = useState(repository.default_branch ?? undefined);
  const own = repository.text_encoding === '' ? [] : [repository.text_encoding];
  const [encoding, setEncoding] = useState<string | undefined>(own[0] ?? 'default');
  const [closes, setCloses] = useState(repository.allow_artifact_closure);
  const { submit, isSending, problem } = useSubmit({ invalidates: [['code']], toast: t('ui.saved') });
  const send = (): Promise<boolean> =>
    submit(() =>
      settle(
        api.PATCH('/git/{id}', {
          params: { path: { id } },
          body: {
            allow_artifact_closure: closes,
            ...(encoding === undefined ? {} : { text_encoding: encoding === 'default' ? '' : encoding }),
            ...(description === descriptionOf(repository) ? {} : { description }),
            ...(name === repository.name ? {} : { name }),
            ...(branch === undefined || branch === repository.default_branch ? {} : { default_branch: branch }),
          },
        }),
      ),
    );
  return (
    <form
      className={`${ui.card} ${css.part}`}
      aria-label={t('repo.general')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void send();
      }}
    >
      <h2>{t('repo.general')}</h2>
      <TextField label={t('repo.name')} hint={t('repo.nameHint')} isRequired value={name} onChange={setName} />
      <TextField label={t('repo.description')} value={description} onChange={setDescription} rows={2} />
      {branches.length > 0 && (
        <PickField
          label={t('repo.defaultBranch')}
          choices={branches.map((one) => ({ id: one.name, label: one.name }))}
          value={branch}
          onChange={setBranch}
        />
      )}
      <PickField
        label={t('repo.encoding')}
        hint={t('repo.encodingHint')}
        choices={[
          { id: 'default', label: t('repo.encodingDefault') },
          ...[...new Set([...own, ...encodings])].map((name) => ({ id: name, label: name })),
        ]}
        value={encoding}
        onChange={setEncoding}
      />
      <Checkbox isSelected={closes} onChange={setCloses}>
        {t('repo.closes')}
      </Checkbox>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.row}>
        <Button type="submit" tone="primary" isDisabled={isSending || name.trim() === ''}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}
