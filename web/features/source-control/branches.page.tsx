// Branches, with how far each is from the default branch, and tags.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { describeError, Empty, ErrorState, Loading, Notice } from '../../ui/states.tsx';
import { Badge, When } from '../../ui/things.tsx';
import ui from '../../ui/ui.module.css';
import css from './code.module.css';
import { RefChooser } from './files/ref-chooser.tsx';
import { BuildState } from './commit-list.tsx';
import { RepositoryPage } from './repository-page.tsx';
import { branchesQuery, divergencesQuery, tagsQuery } from './source-control.queries.ts';
import type { Commit, Repository } from './source-control.queries.ts';

const route = getRouteApi('/repositories/$id/branches');

interface Ref {
  name: string;
  commit: Commit;
}

const Refs = ({
  id,
  label,
  refs,
  more,
  mayDelete,
  onDelete,
}: {
  id: number;
  label: string;
  refs: readonly Ref[];
  more: (name: string) => ReactNode;
  mayDelete: (name: string) => boolean;
  onDelete: (name: string) => void;
}): ReactNode => (
  <ul className={css.commits} aria-label={label}>
    {refs.map(({ name, commit }) => (
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
        {mayDelete(name) && (
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
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const remove = async (): Promise<void> => {
    try {
      const params = { path: { id, name } };
      await settle(
        kind === 'branches'
          ? api.DELETE('/git/{id}/branches/{name}', { params })
          : api.DELETE('/git/{id}/tags/{name}', { params }),
      );
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['code', id] });
    } catch (error) {
      setProblem(describeError(error));
    }
  };
  return (
    <Dialog title={t('code.deleteRef', { name })} isOpen onClose={onClose}>
      <p>{t('code.deleteRefText')}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('pulls.cancel')}</Button>
        <Button tone="danger" onPress={() => void remove()}>
          {t('code.delete')}
        </Button>
      </div>
    </Dialog>
  );
}

/** A branch that begins where another one, or a tag, is. */
function NewBranch({ id, base, onClose }: { id: number; base: string; onClose(): void }): ReactNode {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [from, setFrom] = useState(base);
  const [problem, setProblem] = useState<string>();
  const make = async (): Promise<void> => {
    try {
      const body = { branch_name: name.trim(), reference: from };
      await take(api.POST('/git/{id}/branches', { params: { path: { id } }, body }));
      await queryClient.invalidateQueries({ queryKey: ['code', id] });
      onClose();
    } catch (error) {
      setProblem(describeError(error));
    }
  };
  return (
    <Dialog title={t('code.newBranch')} isOpen onClose={onClose} isHeld>
      <form
        className={ui.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <TextField label={t('code.branchName')} value={name} onChange={setName} isRequired autoFocus />
        <div>
          <span className={ui.label}>{t('code.branchFrom')}</span>
          <RefChooser id={id} label={t('code.branchFrom')} value={from} onChange={setFrom} />
        </div>
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <div className={ui.actions}>
          <Button onPress={onClose}>{t('pulls.cancel')}</Button>
          <Button type="submit" tone="primary" isDisabled={name.trim() === ''}>
            {t('code.newBranch')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Lists({ repository }: { repository: Repository }): ReactNode {
  const { id, default_branch: base } = repository;
  const branches = useQuery(branchesQuery(id));
  const tags = useQuery(tagsQuery(id));
  const isMember = useSelf() !== undefined;
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
        mayDelete={(name) => isMember && name !== base}
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
            mayDelete={() => isMember}
            onDelete={(name) => setDeleting({ kind: 'tags', name })}
          />
        </>
      )}
      {deleting !== undefined && <DeleteRef id={id} {...deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

/** Who may not push is told so by the server. */
function MakeBranch({ id, base }: { id: number; base: string }): ReactNode {
  const [isMaking, setMaking] = useState(false);
  if (useSelf() === undefined) return null;
  return (
    <>
      <Button tone="primary" onPress={() => setMaking(true)}>
        {t('code.newBranch')}
      </Button>
      {isMaking && <NewBranch id={id} base={base} onClose={() => setMaking(false)} />}
    </>
  );
}

export function BranchesPage(): ReactNode {
  const { id } = route.useParams();
  return (
    <RepositoryPage
      id={id}
      title={t('code.branches')}
      actions={({ id: repository, default_branch: base }) =>
        base === null ? undefined : <MakeBranch id={repository} base={base} />
      }
    >
      {(repository) => <Lists repository={repository} />}
    </RepositoryPage>
  );
}
