// Fields that an archive gave nobody permissions on: the person who brought it may open them, all or some.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, takeTagged } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { readAll } from '../../../platform/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { closedFieldsIn } from './closed-fields.ts';
import css from '../projects.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

const trackersMax = 50;

/** Everybody reads, registered people submit, members of the project change: as `open_fields` of the API gives. */
const openPermissions = (projectId: number) => ({
  can_read: [{ id: '1' }],
  can_submit: [{ id: '2' }],
  can_update: [{ id: `${projectId}_3` }],
});

/** Ids of fields by the names that archives have for them, such as `bug.cc`. */
async function readFieldIds(projectId: number): Promise<ReadonlyMap<string, number>> {
  const trackers = await readAll((offset) =>
    takeTagged(
      api.GET('/projects/{id}/trackers', {
        params: { path: { id: projectId }, query: { limit: trackersMax, offset } },
      }),
    ),
  );
  return new Map(
    trackers.flatMap((tracker) =>
      'fields' in tracker
        ? tracker.fields.map(({ name, field_id: id }) => [`${tracker.item_name}.${name}`, id] as const)
        : [],
    ),
  );
}

/** Opens one after another, and tells of each; stops where the server refuses one. */
async function openFields(
  projectId: number,
  names: readonly string[],
  onOpened: (name: string) => void,
): Promise<void> {
  const ids = await readFieldIds(projectId);
  const body = { permissions_for_groups: openPermissions(projectId) };
  for (const name of names) {
    const id = ids.get(name);
    // One that is no longer there needs no permissions.
    if (id !== undefined) await settle(api.PATCH('/tracker_fields/{id}', { params: { path: { id } }, body }));
    onOpened(name);
  }
}

/** `told`: sentences of what was left out of the archive of this project. Nothing where no field is closed. */
export function OpenFields({ projectId, leftOut }: { projectId: number; leftOut: readonly unknown[] }): ReactNode {
  const closed = closedFieldsIn(leftOut);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/trackers']] });
  if (closed.length === 0) return null;
  const left = closed.filter((name) => !opened.has(name));
  const wanted = left.filter((name) => chosen.has(name));
  const choose = (names: readonly string[], isChosen: boolean): void =>
    setChosen(
      new Set([...left.filter((name) => chosen.has(name) && !names.includes(name)), ...(isChosen ? names : [])]),
    );
  const open = (): Promise<boolean> =>
    submit(() => openFields(projectId, wanted, (name) => setOpened((before) => new Set([...before, name]))));
  return (
    <div className={ui.stack} role="group" aria-label={t('projects.archive.closed')}>
      <strong>{t('projects.archive.closed')}</strong>
      {opened.size > 0 && <Notice kind="success">{t('projects.archive.opened', { count: opened.size })}</Notice>}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {left.length > 0 && (
        <>
          <p>{t('projects.archive.closedText')}</p>
          <Checkbox isSelected={wanted.length === left.length} onChange={(is) => choose(left, is)}>
            {t('projects.archive.allFields')}
          </Checkbox>
          <div className={css.closedFields}>
            {left.map((name) => (
              <Checkbox key={name} isSelected={chosen.has(name)} onChange={(is) => choose([name], is)}>
                {name}
              </Checkbox>
            ))}
          </div>
          <div className={ui.row}>
            <Button isDisabled={isSending || wanted.length === 0} onPress={() => void open()}>
              {t('projects.archive.openFields')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
