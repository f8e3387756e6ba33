// Files of a repository: a folder or a file of a branch, a tag or a commit.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Menu } from '../../../ui/overlays/overlays.tsx';
import { Empty } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { projectQuery } from '../../projects/index.ts';
import css from '../code.module.css';
import { PathTrail } from '../path-trail.tsx';
import { RepositoryPage } from '../repository-page.tsx';
import { archiveUrl, descriptionOf, repositoryQuery } from '../source-control.queries.ts';
import type { Repository } from '../source-control.queries.ts';
import { FileFinder } from './file-finder.tsx';
import { FileView } from './file-view.tsx';
import { PathView } from './folder-view.tsx';
import { RefChooser } from './ref-chooser.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Link } from '../../../ui/link.tsx';

const route = getRouteApi('/repositories/$id');

const copy = (text: string): void => void copyText(text, t('code.copied'));

const Nothing = ({ repository }: { repository: Repository }): ReactNode => (
  <Empty title={t('code.empty')}>
    <p>{t('code.emptyText')}</p>
    {repository.clone_http_url !== null && (
      <pre className={css.commands}>
        {[`git remote add origin ${repository.clone_http_url}`, 'git push -u origin main'].join('\n')}
      </pre>
    )}
  </Empty>
);

function Files({ repository }: { repository: Repository }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isFinding, setFinding] = useState(false);
  const { data: project } = useQuery(projectQuery(repository.path.split('/', 1)[0] ?? ''));
  const reference = search.ref ?? repository.default_branch;
  const path = search.path ?? '';
  const shortcuts = useMemo(() => [{ keys: 't', label: 'code.key.find' as const, run: () => setFinding(true) }], []);
  useShortcuts(shortcuts);
  if (reference === null) return <Nothing repository={repository} />;
  const go = (next: { ref?: string; path?: string }): void =>
    void navigate({ search: { ref: reference, ...(path === '' ? {} : { path }), ...next } });
  const props = { id: repository.id, projectId: project?.id, reference, path };
  return (
    <>
      <div className={css.tools}>
        <RefChooser id={repository.id} value={reference} onChange={(ref) => go({ ref })} />
        <PathTrail
          path={path}
          link={(own, label) => (
            <Link
              to="/repositories/$id"
              params={{ id: String(repository.id) }}
              search={{ ref: reference, ...(own === '' ? {} : { path: own }) }}
              activeProps={{}}
            >
              {label}
            </Link>
          )}
        />
        <Button onPress={() => setFinding(true)}>
          {t('code.findFile')} <kbd>t</kbd>
        </Button>
      </div>
      {search.view === undefined ? <PathView {...props} /> : <FileView {...props} view={search.view} />}
      {isFinding && (
        <FileFinder
          id={repository.id}
          reference={reference}
          onClose={() => setFinding(false)}
          onFound={(found) => {
            setFinding(false);
            go({ path: found });
          }}
        />
      )}
    </>
  );
}

/** Makes a personal fork and goes there; what stands in the way is said. */
function useFork(): (repository: Repository) => Promise<boolean> {
  const navigate = route.useNavigate();
  const { submit } = useSubmit({ invalidates: [['code', 'of']], errors: 'toast' });
  return ({ id }) =>
    submit(async () => {
      const made = await take(api.POST('/git/{id}/forks', { params: { path: { id } }, body: {} }));
      await navigate({ params: { id: String(made.id) }, search: {} });
    });
}

/** What it was copied from, for who may see that. */
function Origin({ id }: { id: number }): ReactNode {
  const { data } = useQuery({ ...repositoryQuery(id), retry: false });
  if (data === undefined) return null;
  return (
    <p className={ui.soft}>
      <Link to="/repositories/$id" params={{ id: String(id) }} search={{}} activeProps={{}}>
        {t('code.forkOf', { name: data.name })}
      </Link>
    </p>
  );
}

export function FilesPage(): ReactNode {
  const { id } = route.useParams();
  const fork = useFork();
  const { path, ref } = route.useSearch();
  return (
    <RepositoryPage
      id={id}
      title={path === undefined ? '' : path.slice(path.lastIndexOf('/') + 1)}
      actions={(repository) => {
        const reference = ref ?? repository.default_branch;
        const url = repository.clone_http_url;
        if (url === null || reference === null) return undefined;
        return (
          <Menu
            label={t('code.get')}
            trigger={<Button tone="primary">{t('code.get')}</Button>}
            actions={[
              { id: 'clone', label: t('code.copyClone'), why: `git clone ${url}`, run: () => copy(`git clone ${url}`) },
              ...(['zip', 'tar.gz'] as const).map((format) => ({
                id: format,
                label: t('code.archive', { format }),
                run: () => window.location.assign(archiveUrl(repository.id, reference, format)),
              })),
              ...(repository.user_can_fork
                ? [{ id: 'fork', label: t('code.fork'), why: t('code.forkWhy'), run: () => void fork(repository) }]
                : []),
            ]}
          />
        );
      }}
    >
      {(repository) => (
        <>
          {descriptionOf(repository) !== '' && path === undefined && (
            <p className={ui.soft}>{descriptionOf(repository)}</p>
          )}
          {repository.parent_id !== null && path === undefined && <Origin id={repository.parent_id} />}
          <Files repository={repository} />
        </>
      )}
    </RepositoryPage>
  );
}
