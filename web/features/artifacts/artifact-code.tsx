// Branches, pull requests and commits that are about an artifact, and a branch for it.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { GitBranch, GitCommitHorizontal, GitPullRequest } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { pageOf } from '../../platform/addresses.ts';
import { api, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/forms/fields.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/overlays/overlays.tsx';
import { Notice } from '../../ui/feedback/async-states.tsx';
import { Badge } from '../../ui/badge.tsx';
import { When } from '../../ui/dates/when.tsx';
import ui from '../../ui/ui.module.css';
import css from './artifact-code.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Link } from '../../ui/link.tsx';

type Code = Schemas['ArtifactCode'];

const codeQuery = (id: number) =>
  queryOptions({
    queryKey: ['/artifacts', id, 'code'],
    queryFn: () => take(api.GET('/artifacts/{id}/code', { params: { path: { id } } })),
    retry: false,
  });

const states = { review: 'pulls.open', merge: 'pulls.merged', abandon: 'pulls.abandoned' } as const;
const isState = (name: string): name is keyof typeof states => Object.hasOwn(states, name);

function Found({ code }: { code: Code }): ReactNode {
  return (
    <ul className={css.list}>
      {code.pull_requests.map(({ id, title, status }) => (
        <li key={`pull ${id}`}>
          <GitPullRequest size={15} aria-label={t('pulls.one')} />
          <Link to="/pull-requests/$id" params={{ id: String(id) }}>
            {title} <span className={ui.faint}>#{id}</span>
          </Link>
          {isState(status) && <Badge>{t(states[status])}</Badge>}
        </li>
      ))}
      {code.branches.map(({ name, repository }) => (
        <li key={`branch ${repository.id} ${name}`}>
          <GitBranch size={15} aria-label={t('code.about.branches')} />
          <Link to="/repositories/$id" params={{ id: String(repository.id) }} search={{ ref: name }}>
            {name}
          </Link>
          <span className={`${ui.faint} ${ui.small}`}>{repository.name}</span>
        </li>
      ))}
      {code.commits.map(({ ref, url, title, author_name: author, date }) => (
        <li key={ref}>
          <GitCommitHorizontal size={15} aria-label={t('code.about.commits')} />
          <Link to={pageOf(url)}>{title === '' ? ref : title}</Link>
          <span className={`${ui.faint} ${ui.small}`}>
            {author} · <When iso={date} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function NewBranch({ id, code, onClose }: { id: number; code: Code; onClose(): void }): ReactNode {
  const [place, setPlace] = useState(code.repositories[0]);
  const [name, setName] = useState(code.suggested_branch);
  const { submit, problem } = useSubmit({ invalidates: [['/artifacts', id, 'code']], toast: t('code.about.made') });
  const base = place?.default_branch ?? '';
  const command = `git fetch origin && git checkout -b ${name} origin/${base}`;
  const make = async (): Promise<void> => {
    if (place === undefined) return;
    const params = { path: { id: place.id } };
    const body = { branch_name: name, reference: base };
    if (await submit(() => take(api.POST('/git/{id}/branches', { params, body })))) onClose();
  };
  return (
    <Dialog title={t('code.about.make')} isOpen onClose={onClose}>
      <TextField label={t('code.about.name')} value={name} onChange={setName} isRequired autoFocus />
      {code.repositories.length > 1 && (
        <Select
          label={t('code.about.repository')}
          choices={code.repositories.map((one) => ({ id: String(one.id), label: one.name }))}
          value={String(place?.id ?? '')}
          onChange={(wanted) => setPlace(code.repositories.find((one) => String(one.id) === wanted))}
        />
      )}
      <p className={ui.small}>{t('code.about.command')}</p>
      <pre className={css.command}>{command}</pre>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.actions}>
        <Button onPress={() => void copyText(command, t('code.copied'))}>{t('code.about.copy')}</Button>
        <Button tone="primary" isDisabled={name.trim() === ''} onPress={() => void make()}>
          {t('code.about.make')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Nothing where there is no such code, and the reader can make no branch. */
export function ArtifactCode({ id }: { id: number }): ReactNode {
  const { data: code } = useQuery(codeQuery(id));
  const [isMaking, setMaking] = useState(false);
  if (code === undefined) return null;
  const isEmpty = code.branches.length + code.pull_requests.length + code.commits.length === 0;
  if (isEmpty && code.repositories.length === 0) return null;
  return (
    <section className={css.code} aria-label={t('code.about')}>
      <div className={css.head}>
        <h3>{t('code.about')}</h3>
        {code.repositories.length > 0 && (
          <Button tone="quiet" onPress={() => setMaking(true)}>
            {t('code.about.make')}
          </Button>
        )}
      </div>
      {isEmpty ? <p className={ui.faint}>{t('code.about.none')}</p> : <Found code={code} />}
      {isMaking && <NewBranch id={id} code={code} onClose={() => setMaking(false)} />}
    </section>
  );
}
