// Who may read and change a repository, and what patterns of branches and tags say otherwise.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { nameGroup } from '../../../platform/names/group-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/forms/fields.tsx';
import { TagsField } from '../../../ui/pickers/pickers.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import type { Repository } from '../source-control.queries.ts';
import { groupsQuery } from '../../projects/index.ts';
import { permissionsQuery } from './settings.queries.ts';
import type { Permissions } from './settings.queries.ts';
import css from './settings.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

interface Choice {
  id: string;
  label: string;
}
type Right = 'write' | 'rewind' | 'delete' | 'merge';
const rights: readonly Right[] = ['write', 'rewind', 'delete', 'merge'];
/** These are others where nobody says so. */
const following: Readonly<Partial<Record<Right, 'repo.right.asRewind' | 'repo.right.asWrite'>>> = {
  delete: 'repo.right.asRewind',
  merge: 'repo.right.asWrite',
};

/** undefined: nobody said anything. */
type Said = Record<Right, readonly Choice[] | undefined>;
interface Pattern extends Said {
  key: number;
  pattern: string;
}

type Groups = Permissions['read'];
const choicesOf = (groups: Groups): Choice[] => groups.map((group) => ({ id: group.id, label: nameGroup(group) }));

const saidOf = (one: Pick<Permissions, 'write' | 'rewind' | 'merge' | 'delete'>): Said => ({
  write: choicesOf(one.write),
  rewind: choicesOf(one.rewind),
  delete: one.delete && choicesOf(one.delete),
  merge: one.merge && choicesOf(one.merge),
});

const refer = (chosen: readonly Choice[] | undefined): { id: string }[] => (chosen ?? []).map(({ id }) => ({ id }));

const bodyOf = (said: Said) => ({
  write: refer(said.write),
  rewind: refer(said.rewind),
  ...(said.delete === undefined ? {} : { delete: refer(said.delete) }),
  ...(said.merge === undefined ? {} : { merge: refer(said.merge) }),
});

function RightsFields({
  said,
  groups,
  onChange,
}: {
  said: Said;
  groups: readonly Choice[];
  onChange(said: Said): void;
}): ReactNode {
  return (
    <div className={css.rights}>
      {rights.map((right) => {
        const otherwise = following[right];
        const chosen = said[right];
        return (
          <div key={right}>
            {otherwise !== undefined && (
              <Checkbox
                isSelected={chosen === undefined}
                onChange={(follows) => onChange({ ...said, [right]: follows ? undefined : [] })}
              >
                {t(otherwise)}
              </Checkbox>
            )}
            {chosen !== undefined && (
              <TagsField
                label={t(`repo.right.${right}`)}
                choices={groups}
                chosen={chosen}
                onChange={(next) => onChange({ ...said, [right]: next })}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

function Patterns({
  patterns,
  groups,
  onChange,
}: {
  patterns: readonly Pattern[];
  groups: readonly Choice[];
  onChange(patterns: readonly Pattern[]): void;
}): ReactNode {
  const change = (key: number, part: Partial<Pattern>): void =>
    onChange(patterns.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return patterns.map((one) => (
    <section key={one.key} className={css.pattern} aria-label={one.pattern}>
      <TextField label={t('repo.pattern')} value={one.pattern} onChange={(pattern) => change(one.key, { pattern })} />
      <RightsFields said={one} groups={groups} onChange={(said) => change(one.key, said)} />
      <div>
        <Button tone="quiet" onPress={() => onChange(patterns.filter(({ key }) => key !== one.key))}>
          {t('repo.removePattern')}
        </Button>
      </div>
    </section>
  ));
}

function Form({
  id,
  permissions,
  groups,
}: {
  id: number;
  permissions: Permissions;
  groups: readonly Choice[];
}): ReactNode {
  const [read, setRead] = useState<readonly Choice[]>(choicesOf(permissions.read));
  const [whole, setWhole] = useState<Said>(saidOf(permissions));
  const [patterns, setPatterns] = useState<readonly Pattern[]>(
    permissions.patterns.map((one, key) => ({ key, pattern: one.pattern, ...saidOf(one) })),
  );
  const { submit, isSending, problem } = useSubmit({ invalidates: [['code']], toast: t('ui.saved') });
  const send = (): Promise<boolean> =>
    submit(() =>
      settle(
        api.PUT('/git/{id}/permissions', {
          params: { path: { id } },
          body: {
            read: refer(read),
            ...bodyOf(whole),
            patterns: patterns.map((one) => ({ pattern: one.pattern, ...bodyOf(one) })),
          },
        }),
      ),
    );
  const add = (): void => {
    const key = Math.max(-1, ...patterns.map((one) => one.key)) + 1;
    const fresh = { key, pattern: 'refs/heads/', write: [], rewind: [], delete: undefined, merge: undefined };
    setPatterns((now) => [...now, fresh]);
  };
  return (
    <form
      className={`${ui.card} ${css.part}`}
      aria-label={t('repo.rights')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void send();
      }}
    >
      <h2>{t('repo.rights')}</h2>
      <TagsField label={t('repo.right.read')} choices={groups} chosen={read} onChange={setRead} />
      <RightsFields said={whole} groups={groups} onChange={setWhole} />
      <h3>{t('repo.protected')}</h3>
      <p className={`${ui.faint} ${ui.small}`}>{t('repo.protectedHint')}</p>
      <Patterns patterns={patterns} groups={groups} onChange={setPatterns} />
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.row}>
        <Button onPress={add}>{t('repo.addPattern')}</Button>
        <Button type="submit" tone="primary" isDisabled={isSending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

export function RightsPart({ repository, projectId }: { repository: Repository; projectId: number }): ReactNode {
  const permissions = useQuery(permissionsQuery(repository.id));
  const groups = useQuery(groupsQuery(projectId));
  const error = permissions.error ?? groups.error;
  if (error !== null) return <ErrorState error={error} />;
  if (permissions.data === undefined || groups.data === undefined) return <Loading />;
  return (
    <Form
      key={JSON.stringify(permissions.data)}
      id={repository.id}
      permissions={permissions.data}
      groups={choicesOf(groups.data)}
    />
  );
}
