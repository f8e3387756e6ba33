// Branches, with how far each is from the default branch, and tags.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Badge } from '../../ui/badge.tsx';
import { When } from '../../ui/dates/when.tsx';
import ui from '../../ui/ui.module.css';
import css from './code.module.css';
import { RefChooser } from './files/ref-chooser.tsx';
import { BuildState } from './commit-list.tsx';
import { RepositoryPage } from './repository-page.tsx';
import { branchesQuery, divergencesQuery, tagsQuery } from './source-control.queries.ts';
import type { Commit, Repository } from './source-control.queries.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Link } from '../../ui/link.tsx';

const route = getRouteApi('/repositories/$id/branches');

interface Ref {
  name: string;
  commit: Commit;
  user_can_delete: boolean;
}

const Refs = ({
  id,
  label,
  refs,
  more,
  onDelete,
}: {
  id: number;
  label: string;
  refs: readonly Ref[];
  more: (name: string) => ReactNode;
  onDelete: (name: string) => void;
}): ReactNode => (
  <ul className={css.commits} aria-label={label}>
    {refs.map(({ name, commit, user_can_delete: mayDelete }) => (
      <li key={name} className={css.commit}>
        <span className={css.what}>
          <Link to="/repositories/$id" params={{ id: String(id) }} search={{ ref: name }}>
            {name}
          </Link>
          <span className={`${ui.faint} ${ui.small}`}>
            {commit.title} · <When iso={commit.committed_date} />
          </span>
        </span>
        <BuildState name={commit.commit_status?.name} />
        {more(name)}
        {mayDelete && (
          <Button tone="quiet" isIcon aria-label={t('code.deleteRef', { name })} onPress={() => onDelete(name)}>
            <Trash2 />
          </Button>
        )}
      </li>
    ))}
  </ul>
);

interface Deleting {
  kind: 'branches' | 'tags';
  name: string;
}

function DeleteRef({ id, kind, name, onClose }: Deleting & { id: number; onClose(): void }): ReactNode {
  const params = { path: { id, name } };
  return (
    <FormDialog
      title={t('code.deleteRef', { name })}
      action={t('code.delete')}
      isDangerous
      invalidates={[['code', id]]}
      toast=""
      onClose={onClose}
      send={() =>
        settle(
          kind === 'branches'
            ? api.DELETE('/git/{id}/branches/{name}', { params })
            : api.DELETE('/git/{id}/tags/{name}', { params }),
        )
      }
    >
      <p>{t('code.deleteRefText')}</p>
    </FormDialog>
  );
}

type RefKind = 'branch' | 'tag';

const words = {
  branch: { title: 'code.newBranch', name: 'code.branchName', from: 'code.branchFrom' },
  tag: { title: 'code.newTag', name: 'code.tagName', from: 'code.tagFrom' },
} as const;

interface Making {
  id: number;
  kind: RefKind;
  /** What is chosen at first. */
  base: string;
}

/** A branch or tag that is where another one is. */
function NewRef({ id, kind, base, onClose }: Making & { onClose(): void }): ReactNode {
  const [name, setName] = useState('');
  const [from, setFrom] = useState(base);
  const make = (): Promise<unknown> => {
    const params = { path: { id } };
    const called = name.trim();
    return kind === 'branch'
      ? take(api.POST('/git/{id}/branches', { params, body: { branch_name: called, reference: from } }))
      : take(api.POST('/git/{id}/tags', { params, body: { tag_name: called, reference: from } }));
  };
  return (
    <FormDialog
      title={t(words[kind].title)}
      action={t(words[kind].title)}
      isHeld
      isReady={name.trim() !== ''}
      invalidates={[['code', id]]}
      toast=""
      onClose={onClose}
      send={make}
    >
      <TextField label={t(words[kind].name)} value={name} onChange={setName} isRequired autoFocus />
      <div>
        <span className={ui.label}>{t(words[kind].from)}</span>
        <RefChooser id={id} label={t(words[kind].from)} value={from} onChange={setFrom} />
      </div>
    </FormDialog>
  );
}

function Lists({ repository }: { repository: Repository }): ReactNode {
  const { id, default_branch: base } = repository;
  const branches = useQuery(branchesQuery(id));
  const tags = useQuery(tagsQuery(id));
  const [deleting, setDeleting] = useState<Deleting>();
  const { data: divergences = [] } = useQuery({ ...divergencesQuery(id, base ?? ''), enabled: base !== null });
  const problem = branches.error ?? tags.error;
  if (problem !== null) return <ErrorState error={problem} />;
  if (branches.data === undefined || tags.data === undefined) return <Loading lines={6} />;
  if (branches.data.length + tags.data.length === 0) return <Empty title={t('code.empty')} />;
  const apart = new Map(divergences.map((one) => [one.name, one]));
  return (
    <>
      <h2>{t('code.branches')}</h2>
      <Refs
        id={id}
        label={t('code.branches')}
        refs={branches.data}
        onDelete={(name) => setDeleting({ kind: 'branches', name })}
        more={(name) => {
          if (name === base || base === null) return <Badge>{t('code.default')}</Badge>;
          const { ahead, behind } = apart.get(name) ?? {};
          return (
            <Link
              to="/repositories/$id/compare"
              params={{ id: String(id) }}
              search={{ base, head: name }}
              className={css.apart}
            >
              {ahead === undefined || behind === undefined ? t('code.compare') : t('code.apart', { ahead, behind })}
            </Link>
          );
        }}
      />
      {tags.data.length > 0 && (
        <>
          <h2>{t('code.tags')}</h2>
          <Refs
            id={id}
            label={t('code.tags')}
            refs={tags.data}
            more={() => null}
            onDelete={(name) => setDeleting({ kind: 'tags', name })}
          />
        </>
      )}
      {deleting !== undefined && <DeleteRef id={id} {...deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

/** Rights of single branches and tags are told by the server once one is made. */
function MakeRefs({ id, base }: Omit<Making, 'kind'>): ReactNode {
  const [kind, setKind] = useState<RefKind>();
  return (
    <>
      <Button onPress={() => setKind('tag')}>{t('code.newTag')}</Button>
      <Button tone="primary" onPress={() => setKind('branch')}>
        {t('code.newBranch')}
      </Button>
      {kind !== undefined && <NewRef id={id} kind={kind} base={base} onClose={() => setKind(undefined)} />}
    </>
  );
}

export function BranchesPage(): ReactNode {
  const { id } = route.useParams();
  return (
    <RepositoryPage
      id={id}
      title={t('code.branches')}
      actions={({ id: repository, default_branch: base, user_can_push: mayPush }) =>
        base !== null && mayPush ? <MakeRefs id={repository} base={base} /> : undefined
      }
    >
      {(repository) => <Lists repository={repository} />}
    </RepositoryPage>
  );
}
