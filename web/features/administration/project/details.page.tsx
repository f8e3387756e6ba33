// What a project is called, what it is for, and who sees it: a change of that is shown before it is made.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, settle, take, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { RadioCards } from '../../../ui/forms/radio-cards.tsx';
import { describeError, ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { ProjectBackground } from './background.tsx';
import { ProjectCategories } from './categories.tsx';
import { ProjectFieldValues } from './field-values.tsx';
import { Opening } from './rights/opening.tsx';
import { useProject } from './project-administration.layout.tsx';
import { ProjectStorage } from './storage.tsx';

type Visibility = Schemas['ProjectVisibility'];
type Access = Visibility['access'];
type Group = Visibility['possible'][number]['groups'][number];

/** Members keep what they have; where they lose sight, they lose all of it. */
const isOutside = (who: Group['who']): boolean => who !== 'members' && who !== 'restricted_members';

/** What changes for whom. */
function Consequences({ visibility, access }: { visibility: Visibility; access: Access }): ReactNode {
  const groupsOf = (name: Access) => visibility.possible.find((one) => one.access === name)?.groups ?? [];
  const now = new Map(groupsOf(visibility.access).map(({ who, sees }) => [who, sees]));
  const changing = groupsOf(access).filter(({ who, sees }) => sees !== (now.get(who) === true));
  const [opening, closing] = [true, false].map((isOpening) =>
    changing.filter(({ sees }) => sees === isOpening).map(({ who }) => who),
  );
  return (
    <>
      <ConsequenceTable groups={groupsOf(access)} now={now} />
      {opening?.some(isOutside) === true && <Opening isOpening who={opening} />}
      {closing?.some(isOutside) === true && <Opening isOpening={false} who={closing} />}
    </>
  );
}

function ConsequenceTable({ groups, now }: { groups: readonly Group[]; now: ReadonlyMap<string, boolean> }): ReactNode {
  return (
    <table className={css.table} aria-label={t('admin.sight')}>
      <thead>
        <tr>
          <th scope="col">{t('admin.who')}</th>
          <th scope="col">{t('admin.sight.now')}</th>
          <th scope="col">{t('admin.sight.then')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ who, count, sees }) => {
          const saw = now.get(who) === true;
          return (
            <tr key={who}>
              <th scope="row">
                {t(`admin.sight.${who}`)} {count !== null && <span className={ui.faint}>({count})</span>}
              </th>
              <td>{t(saw ? 'admin.sight.yes' : 'admin.sight.no')}</td>
              <td data-change={saw === sees ? undefined : sees ? 'gains' : 'loses'}>
                {t(
                  saw === sees
                    ? sees
                      ? 'admin.sight.yes'
                      : 'admin.sight.no'
                    : sees
                      ? 'admin.sight.gains'
                      : 'admin.sight.loses',
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface Facts {
  label: string;
  icon: string;
  description: string;
  access: Access;
}

interface DetailsProps {
  project: Schemas['Project'];
  etag: string | undefined;
  visibility: Visibility;
}

const readFacts = (project: Schemas['Project'], visibility: Visibility): Facts => ({
  label: project.label_without_icon,
  icon: project.icon,
  description: project.description,
  access: visibility.access,
});

function DetailsForm({ project, etag, visibility }: DetailsProps): ReactNode {
  const start = readFacts(project, visibility);
  const { values, change, drop, dropSent } = useDraft<Record<keyof Facts, string>>(`project-${project.id}`, {
    ...start,
  });
  const accessOf = (name: string): Access =>
    visibility.possible.find(({ access }) => access === name)?.access ?? start.access;
  const facts: Facts = { ...values, access: accessOf(values.access) };
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/projects']], toast: t('ui.saved') });
  const changed = {
    ...(facts.label === start.label ? {} : { label: facts.label }),
    ...(facts.icon.trim() === start.icon ? {} : { icon: facts.icon.trim() }),
    ...(facts.description === start.description ? {} : { description: facts.description }),
    ...(facts.access === start.access ? {} : { access: facts.access }),
  };
  const isChanged = Object.keys(changed).length > 0;
  const save = async (): Promise<void> => {
    const header = etag === undefined ? {} : { header: { 'If-Match': etag } };
    const params = { path: { id: project.id }, ...header };
    if (await submit(() => settle(api.PATCH('/projects/{id}', { params, body: changed })))) dropSent(values);
  };
  return (
    <form
      className={`${ui.card} ${css.section}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isSending) void save();
      }}
    >
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <TextField label={t('admin.name')} isRequired value={facts.label} onChange={(label) => change({ label })} />
      <TextField
        label={t('admin.icon')}
        hint={t('admin.iconHint')}
        value={facts.icon}
        onChange={(icon) => change({ icon })}
      />
      <TextField
        label={t('admin.description')}
        rows={3}
        value={facts.description}
        onChange={(description) => change({ description })}
      />
      <RadioCards
        label={t('admin.sight')}
        choices={visibility.possible.map(({ access }) => ({
          id: access,
          label: t(`admin.access.${access}`),
          text: t(`admin.access.${access}.text`),
        }))}
        value={facts.access}
        onChange={(access) => change({ access })}
      />
      {facts.access !== start.access && <Consequences visibility={visibility} access={facts.access} />}
      <div className={ui.actions}>
        {isChanged && <Button onPress={drop}>{t('ui.cancel')}</Button>}
        <Button type="submit" tone="primary" isDisabled={!isChanged || isSending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

/** What stands above the pages of the project. */
function ProjectBanner({ id, banner }: { id: number; banner: string | null }): ReactNode {
  const { values, change, dropSent } = useDraft(`banner-${id}`, { message: banner ?? '' });
  const { message } = values;
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/projects', id]], toast: t('ui.saved') });
  const params = { path: { id } };
  const announce = async (): Promise<void> => {
    if (await submit(() => settle(api.PUT('/projects/{id}/banner', { params, body: { message } })))) dropSent(values);
  };
  return (
    <form
      className={`${ui.card} ${css.section}`}
      aria-label={t('admin.banner')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void announce();
      }}
    >
      <h2>{t('admin.banner')}</h2>
      <p className={ui.soft}>{t('admin.projectBannerText')}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <TextField label={t('admin.message')} rows={2} value={message} onChange={(text) => change({ message: text })} />
      <div className={ui.actions}>
        {banner !== null && (
          <Button
            tone="danger"
            isDisabled={isSending}
            onPress={() => void submit(() => settle(api.DELETE('/projects/{id}/banner', { params })))}
          >
            {t('admin.takeAway')}
          </Button>
        )}
        <Button
          type="submit"
          tone="primary"
          isDisabled={isSending || message.trim() === '' || message === (banner ?? '')}
        >
          {t('admin.announce')}
        </Button>
      </div>
    </form>
  );
}

export function DetailsPage(): ReactNode {
  const { id } = useProject();
  const { data, error, refetch } = useQuery({
    queryKey: ['/projects', id, 'details'],
    queryFn: async () => {
      const params = { path: { id } };
      const [{ data: project, etag }, visibility, { banner, header_background: background }] = await Promise.all([
        takeTagged(api.GET('/projects/{id}', { params })),
        take(api.GET('/projects/{id}/visibility', { params })),
        take(api.GET('/projects/{id}/summary', { params })),
      ]);
      return { project, etag, visibility, banner, background };
    },
    refetchOnWindowFocus: false,
  });
  if (data === undefined)
    return error === null ? <Loading lines={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  const { banner, background, ...details } = data;
  return (
    <>
      {error !== null && <Notice kind="error">{describeError(error)}</Notice>}
      <DetailsForm key={`form ${id}`} {...details} />
      <ProjectFieldValues />
      <ProjectCategories />
      <ProjectBackground saved={background} />
      <ProjectBanner key={`banner ${id}`} id={id} banner={banner} />
      <ProjectStorage />
    </>
  );
}
