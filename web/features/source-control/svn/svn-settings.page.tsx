// Settings of a Subversion repository, for those who administer the project's Subversion.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/forms/fields.tsx';
import { PeopleField, personChoice } from '../../../ui/pickers/people-pickers.tsx';
import type { PersonChoice } from '../../../ui/pickers/people-pickers.tsx';
import { TagsField } from '../../../ui/pickers/pickers.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { groupsQuery } from '../../projects/index.ts';
import { DeletePart } from '../settings/delete-part.tsx';
import css from '../settings/settings.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import type { SvnRepository } from './svn.queries.ts';
import { SvnRepositoryPage } from './svn-repository-page.tsx';

const route = getRouteApi('/subversion/$id/settings');

type Settings = NonNullable<SvnRepository['settings']>;

interface Choice {
  id: string;
  label: string;
}

/** Who is told of changes below a path. */
interface PathRecipients {
  key: number;
  path: string;
  emails: string;
  people: readonly PersonChoice[];
  groups: readonly Choice[];
}

interface Draft {
  mustRefer: boolean;
  mayChangeMessages: boolean;
  tags: string;
  notTags: string;
  accessFile: string;
  hasDefaults: boolean;
  recipients: readonly PathRecipients[];
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const draftOf = (settings: Settings): Draft => ({
  mustRefer: settings.commit_rules.is_reference_mandatory,
  mayChangeMessages: settings.commit_rules.is_commit_message_change_allowed,
  tags: settings.immutable_tags.paths.join('\n'),
  notTags: settings.immutable_tags.whitelist.join('\n'),
  accessFile: settings.access_file,
  hasDefaults: settings.has_default_permissions,
  recipients: settings.email_notifications.map((one, key) => ({
    key,
    path: one.path,
    emails: one.emails.join('\n'),
    people: one.users.flatMap((person) => (person.id === null ? [] : [personChoice({ ...person, id: person.id })])),
    groups: one.user_groups.map(({ id, label }) => ({ id, label })),
  })),
});

const bodyOf = (draft: Draft): Schemas['SvnSettingsUpdate'] => ({
  settings: {
    commit_rules: {
      is_reference_mandatory: draft.mustRefer,
      is_commit_message_change_allowed: draft.mayChangeMessages,
    },
    immutable_tags: { paths: linesOf(draft.tags), whitelist: linesOf(draft.notTags) },
    access_file: draft.accessFile,
    has_default_permissions: draft.hasDefaults,
    email_notifications: draft.recipients.map((one) => ({
      path: one.path,
      emails: linesOf(one.emails),
      users: one.people.map(({ id }) => Number(id)),
      user_groups: one.groups.map(({ id }) => id),
    })),
  },
});

interface RecipientProps {
  recipients: readonly PathRecipients[];
  groups: readonly Choice[];
  onChange(recipients: readonly PathRecipients[]): void;
}

function RecipientFields({ recipients, groups, onChange }: RecipientProps): ReactNode {
  const change = (key: number, part: Partial<PathRecipients>): void =>
    onChange(recipients.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = (): void => {
    const key = Math.max(-1, ...recipients.map((one) => one.key)) + 1;
    onChange([...recipients, { key, path: '/trunk', emails: '', people: [], groups: [] }]);
  };
  return (
    <>
      {recipients.map((one) => (
        <section key={one.key} className={css.pattern} aria-label={one.path}>
          <TextField
            label={t('svn.toldPath')}
            value={one.path}
            onChange={(path) => change(one.key, { path })}
            isRequired
          />
          <PeopleField
            label={t('svn.notifiedPeople')}
            people={one.people}
            onChange={(people) => change(one.key, { people })}
          />
          <TagsField
            label={t('svn.toldGroups')}
            choices={groups}
            chosen={one.groups}
            onChange={(chosen) => change(one.key, { groups: chosen })}
          />
          <TextField
            label={t('svn.toldEmails')}
            value={one.emails}
            onChange={(emails) => change(one.key, { emails })}
            rows={2}
          />
          <div>
            <Button tone="quiet" onPress={() => onChange(recipients.filter(({ key }) => key !== one.key))}>
              {t('svn.tellNoMore')}
            </Button>
          </div>
        </section>
      ))}
      <div>
        <Button onPress={add}>{t('svn.tellMore')}</Button>
      </div>
    </>
  );
}

function Form({ repository, settings }: { repository: SvnRepository; settings: Settings }): ReactNode {
  const { id, project } = repository;
  const [draft, setDraft] = useState(() => draftOf(settings));
  const { submit, isSending, problem } = useSubmit({ invalidates: [['svn']], toast: t('ui.saved') });
  const groups = useQuery(groupsQuery(project.id));
  const change = (part: Partial<Draft>): void => setDraft((now) => ({ ...now, ...part }));
  if (groups.error !== null) return <ErrorState error={groups.error} />;
  if (groups.data === undefined) return <Loading />;
  return (
    <form
      className={`${ui.card} ${css.part}`}
      aria-label={t('code.settings')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending)
          void submit(() => settle(api.PUT('/svn/{id}', { params: { path: { id } }, body: bodyOf(draft) })));
      }}
    >
      <h2>{t('svn.rules')}</h2>
      <Checkbox isSelected={draft.mustRefer} onChange={(mustRefer) => change({ mustRefer })}>
        {t('svn.mustRefer')}
      </Checkbox>
      <Checkbox isSelected={draft.mayChangeMessages} onChange={(mayChangeMessages) => change({ mayChangeMessages })}>
        {t('svn.mayChangeMessages')}
      </Checkbox>
      <TextField
        label={t('svn.tags')}
        hint={t('svn.tagsHint')}
        value={draft.tags}
        onChange={(tags) => change({ tags })}
        rows={2}
      />
      <TextField
        label={t('svn.notTags')}
        hint={t('svn.notTagsHint')}
        value={draft.notTags}
        onChange={(notTags) => change({ notTags })}
        rows={2}
      />
      <h2>{t('svn.access')}</h2>
      <Checkbox isSelected={draft.hasDefaults} onChange={(hasDefaults) => change({ hasDefaults })}>
        {t('svn.accessDefault')}
      </Checkbox>
      <TextField
        label={t('svn.accessFile')}
        hint={t('svn.accessFileHint')}
        value={draft.accessFile}
        onChange={(accessFile) => change({ accessFile })}
        rows={8}
        spellCheck={false}
      />
      <h2>{t('svn.told')}</h2>
      <p className={`${ui.faint} ${ui.small}`}>{t('svn.toldHint')}</p>
      <RecipientFields
        recipients={draft.recipients}
        groups={groups.data.map(({ id: groupId, label }) => ({ id: groupId, label }))}
        onChange={(recipients) => change({ recipients })}
      />
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.row}>
        <Button type="submit" tone="primary" isDisabled={isSending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

function Content({ repository }: { repository: SvnRepository }): ReactNode {
  const { id, name, project, settings } = repository;
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  if (settings === undefined) return <Notice>{t('svn.administrators')}</Notice>;
  const remove = async (): Promise<void> => {
    await settle(api.DELETE('/svn/{id}', { params: { path: { id } } }));
    await navigate({ to: '/projects/$project/subversion', params: { project: project.shortname } });
    queryClient.removeQueries({ queryKey: ['svn', id] });
    await queryClient.invalidateQueries({ queryKey: ['svn'] });
  };
  return (
    <div className={ui.stack}>
      <Form key={JSON.stringify(settings)} repository={repository} settings={settings} />
      <DeletePart name={name} hint={t('svn.deleteHint')} remove={remove} />
    </div>
  );
}

export function SvnSettingsPage(): ReactNode {
  const { id } = route.useParams();
  return (
    <SvnRepositoryPage id={id} title={t('code.settings')}>
      {(repository) => <Content repository={repository} />}
    </SvnRepositoryPage>
  );
}
