// Keywords that are links in the texts of the project.
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { LinkTypes } from '../../tracker-administration/index.ts';
import { useProject } from './project-administration.layout.tsx';

type Pattern = Schemas['ReferencePattern'];

function Editor({ pattern, onClose }: { pattern: Pattern | undefined; onClose(): void }): ReactNode {
  const { id } = useProject();
  const [keyword, setKeyword] = useState(pattern?.keyword ?? '');
  const [link, setLink] = useState(pattern?.link ?? '');
  const [description, setDescription] = useState(pattern?.description ?? '');
  const body = { keyword: keyword.trim(), link: link.trim(), description: description.trim() };
  const save = (): Promise<unknown> =>
    take(
      pattern === undefined
        ? api.POST('/projects/{id}/reference_patterns', { params: { path: { id } }, body })
        : api.PATCH('/projects/{id}/reference_patterns/{pattern_id}', {
            params: { path: { id, pattern_id: pattern.id } },
            body,
          }),
    );
  return (
    <FormDialog
      title={pattern === undefined ? t('services.newKeyword') : t('admin.changeOne', { name: pattern.keyword })}
      action={t('ui.save')}
      isReady={body.keyword !== '' && body.link !== ''}
      invalidates={[['/projects', id, 'references'], ['/artifacts']]}
      onClose={onClose}
      send={save}
    >
      <TextField
        label={t('services.keyword')}
        hint={t('services.keywordHint')}
        isRequired
        autoFocus
        value={keyword}
        onChange={setKeyword}
      />
      <TextField
        label={t('services.leadsTo')}
        hint={t('services.leadsToHint')}
        isRequired
        value={link}
        onChange={setLink}
      />
      <TextField label={t('admin.description')} value={description} onChange={setDescription} />
    </FormDialog>
  );
}

function Removal({ pattern, onClose }: { pattern: Pattern; onClose(): void }): ReactNode {
  const { id } = useProject();
  const params = { path: { id, pattern_id: pattern.id } };
  return (
    <FormDialog
      title={t('services.removeKeyword', { name: pattern.keyword })}
      action={t('admin.removeIt')}
      isDangerous
      invalidates={[['/projects', id, 'references'], ['/artifacts']]}
      onClose={onClose}
      send={() => settle(api.DELETE('/projects/{id}/reference_patterns/{pattern_id}', { params }))}
    >
      <p>{t('services.removeKeywordText')}</p>
    </FormDialog>
  );
}

type Asked = { kind: 'edit'; pattern: Pattern | undefined } | { kind: 'remove'; pattern: Pattern } | undefined;

function Keywords(): ReactNode {
  const { id } = useProject();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useQuery({
    queryKey: ['/projects', id, 'references'],
    queryFn: () => take(api.GET('/projects/{id}/reference_patterns', { params: { path: { id } } })),
  });
  const close = (): void => setAsked(undefined);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={4} />;
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('services.references')}>
      <p className={ui.soft}>{t('services.referencesText')}</p>
      <div>
        <Button tone="primary" onPress={() => setAsked({ kind: 'edit', pattern: undefined })}>
          {t('services.newKeyword')}
        </Button>
      </div>
      {data.length === 0 ? (
        <Empty title={t('services.noKeywords')} />
      ) : (
        <ul className={css.people}>
          {data.map((pattern) => (
            <li key={pattern.id}>
              <span className={`${ui.grow} ${css.details}`}>
                <strong>{pattern.keyword} #1</strong> {pattern.description}
                <br />
                {pattern.link}
              </span>
              <Button
                tone="quiet"
                isIcon
                aria-label={t('admin.changeOne', { name: pattern.keyword })}
                onPress={() => setAsked({ kind: 'edit', pattern })}
              >
                <Pencil />
              </Button>
              <Button
                tone="quiet"
                isIcon
                aria-label={t('services.removeKeyword', { name: pattern.keyword })}
                onPress={() => setAsked({ kind: 'remove', pattern })}
              >
                <Trash2 />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked?.kind === 'edit' && <Editor pattern={asked.pattern} onClose={close} />}
      {asked?.kind === 'remove' && <Removal pattern={asked.pattern} onClose={close} />}
    </section>
  );
}

export const ReferencesPage = (): ReactNode => (
  <>
    <Keywords />
    <LinkTypes place={{ kind: 'projects', id: useProject().id }} />
  </>
);
