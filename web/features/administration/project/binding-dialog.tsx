// Which group of the directory a group of the project follows.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useI18nMessage } from '../../../platform/errors/use-i18n-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/forms/fields.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import type { GroupProps } from './group-dialogs.tsx';
import { useProject } from './project-administration.layout.tsx';

/** A pause of typing after which the directory is asked, ms. */
const pauseMs = 300;

interface SuggestionProps {
  groupId: string;
  typed: string;
  onChoose(name: string): void;
}

/** Groups of the directory that are called like what was typed; nothing once one of them was chosen. */
function Suggestions({ groupId, typed, onChoose }: SuggestionProps): ReactNode {
  const query = useSettled(typed, pauseMs);
  const { data: names = [] } = useQuery({
    queryKey: ['/user_groups', groupId, 'directory_groups', query],
    queryFn: () =>
      take(api.GET('/user_groups/{id}/directory_groups', { params: { path: { id: groupId }, query: { query } } })),
    enabled: query.length >= 2 && !query.includes('='),
  });
  if (query.length < 2 || names.includes(typed)) return null;
  return (
    <ul className={ui.row} aria-label={t('groups.found')}>
      {names.map((name) => (
        <li key={name}>
          <Button onPress={() => onChoose(name)}>{name}</Button>
        </li>
      ))}
    </ul>
  );
}

/** Names the group of the directory, and tells who would join and leave before it is followed. */
export function BindingDialog({ group, onClose }: GroupProps): ReactNode {
  const { id } = useProject();
  const [name, setName] = useState(group.source?.dn ?? group.source?.label ?? '');
  const [isOpenToOthers, setOpenToOthers] = useState(group.source?.bind_option === 'preserve_members');
  const sayI18n = useI18nMessage();
  const [outcome, setOutcome] = useState<Schemas['GroupBindingOutcome']>();
  const ask = (isDryRun: boolean) =>
    take(
      api.PUT('/user_groups/{id}/directory_group', {
        params: { path: { id: group.id }, query: { dry_run: isDryRun } },
        body: { name: name.trim(), bind_option: isOpenToOthers ? 'preserve_members' : 'bind' },
      }),
    );
  return (
    <FormDialog
      title={t('groups.bindTitle', { name: group.label })}
      action={outcome === undefined ? t('groups.bindPreview') : t('groups.bindNow')}
      isReady={name.trim() !== ''}
      invalidates={[
        ['/projects', id],
        ['/user_groups', group.id],
      ]}
      toast={outcome === undefined ? '' : t('ui.saved')}
      onClose={onClose}
      send={async () => {
        if (outcome !== undefined) return ask(false);
        setOutcome(await ask(true));
        return false;
      }}
    >
      <TextField
        label={t('groups.bindName')}
        isRequired
        autoFocus
        value={name}
        onChange={(text) => {
          setName(text);
          setOutcome(undefined);
        }}
        hint={t('groups.bindHint')}
      />
      <Suggestions
        groupId={group.id}
        typed={name.trim()}
        onChoose={(text) => {
          setName(text);
          setOutcome(undefined);
        }}
      />
      <Checkbox
        isSelected={isOpenToOthers}
        onChange={(isSelected) => {
          setOpenToOthers(isSelected);
          setOutcome(undefined);
        }}
      >
        {t('groups.bindStay')}
      </Checkbox>
      {outcome !== undefined && (
        <Notice kind={outcome.left > 0 ? 'warning' : 'info'}>
          {t('groups.bindOutcome', { label: outcome.label, joined: outcome.joined, left: outcome.left })}{' '}
          {outcome.problem !== null && sayI18n(outcome.i18n, outcome.problem)}
        </Notice>
      )}
    </FormDialog>
  );
}
