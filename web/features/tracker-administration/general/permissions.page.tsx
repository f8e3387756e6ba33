// Who may do what: rights on the tracker, and on each field, by group.
import { foldText } from '../../../../contract/fold-text.ts';
import { Check, Minus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { Menu } from '../../../ui/overlays/overlays.tsx';
import { TagsField } from '../../../ui/pickers/pickers.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { rights, trackerRights } from '../definition/definition-draft.ts';
import type { DefinitionDraft, DraftField, Right, TrackerRight } from '../definition/definition-draft.ts';
import { isFilled, isLayout, typeLabel } from '../form/field-kinds.ts';
import { isGranted, rightsOn } from '../form/viewing.ts';
import type { Subject } from '../form/viewing.ts';
import { listInOrder } from '../form/layout-moves.ts';
import { TrackerSwitch } from '../notifications/tracker-switch.tsx';
import { useDefinition } from '../definition/use-definition.ts';
import type { Group } from '../definition/use-definition.ts';
import { useSubject } from '../use-subject.tsx';

const toggled = (ids: readonly string[], id: string, isOn: boolean): readonly string[] =>
  isOn ? (ids.includes(id) ? ids : [...ids, id]) : ids.filter((one) => one !== id);

const grantField = (
  draft: DefinitionDraft,
  ids: readonly number[],
  right: Right,
  groupId: string,
  isOn: boolean,
): DefinitionDraft => {
  const fields = { ...draft.fields };
  for (const id of ids) {
    const field = fields[id];
    if (field?.permissions === undefined || (right !== 'can_read' && !isFilled(field.type))) continue;
    const granted = toggled(field.permissions[right], groupId, isOn);
    fields[id] = { ...field, permissions: { ...field.permissions, [right]: granted } };
  }
  return { ...draft, fields };
};

interface BoxProps {
  label: string;
  short: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

/** A plain box: a table has thousands of them. */
const Box = ({ label, short, isOn, onChange }: BoxProps): ReactNode => (
  <label title={label}>
    <input type="checkbox" aria-label={label} checked={isOn} onChange={(event) => onChange(event.target.checked)} />{' '}
    {short}
  </label>
);

interface TableProps {
  groups: readonly Group[];
  /** Whose rights by all their groups are shown beside. */
  subject: Subject | undefined;
}

/** Whether somebody has a right by all their groups. */
const Held = ({ isHeld }: { isHeld: boolean }): ReactNode =>
  isHeld ? (
    <Check size={15} role="img" aria-label={t('design.rights.yes')} />
  ) : (
    <Minus size={15} role="img" aria-label={t('design.rights.no')} className={css.absent} />
  );

function TrackerTable({ groups, subject }: TableProps): ReactNode {
  const { draft, change } = useDefinition();
  const set = (right: TrackerRight, groupId: string, isOn: boolean): void =>
    change((now) => ({
      ...now,
      permissions: { ...now.permissions, [right]: toggled(now.permissions[right], groupId, isOn) },
    }));
  return (
    <section className={ui.stack} aria-label={t('design.rights.tracker')}>
      <h2>{t('design.rights.tracker')}</h2>
      <div className={`${ui.card} ${css.scroll}`} role="region" aria-label={t('design.rights.tracker')} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('design.rights.right')}</th>
              {subject !== undefined && <th scope="col">{subject.label}</th>}
              {groups.map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {trackerRights.map((right) => (
              <tr key={right}>
                <th scope="row">{t(`design.right.${right}`)}</th>
                {subject !== undefined && (
                  <td className={css.held}>
                    <Held isHeld={isGranted(subject, draft.permissions[right])} />
                  </td>
                )}
                {groups.map(({ id, label }) => (
                  <td key={id}>
                    <Box
                      label={`${t(`design.right.${right}`)}: ${label}`}
                      short=""
                      isOn={draft.permissions[right].includes(id)}
                      onChange={(isOn) => set(right, id, isOn)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const labelOf = ({ label, type }: DraftField): string => (label === '' ? t(typeLabel(type)) : label);

/** The name of a group, which sets all fields that are shown. */
function GroupHead({ group: { id, label }, ids }: { group: Group; ids: readonly number[] }): ReactNode {
  const { change } = useDefinition();
  const name = t('design.rights.all', { group: label });
  const set = (right: Right, isOn: boolean) => ({
    id: `${right} ${isOn}`,
    label: t(isOn ? 'design.rights.allow' : 'design.rights.deny', { right: t(`design.right.${right}`) }),
    run: () => change((now) => grantField(now, ids, right, id, isOn)),
  });
  return (
    <th scope="col">
      <Menu
        label={name}
        trigger={
          <Button tone="quiet" aria-label={name}>
            {label}
          </Button>
        }
        actions={rights.flatMap((right) => [set(right, true), set(right, false)])}
      />
    </th>
  );
}

const shownRights = { can_read: 'reads', can_submit: 'submits', can_update: 'updates' } as const;

function FieldRow({ field, groups, subject }: TableProps & { field: DraftField }): ReactNode {
  const { change } = useDefinition();
  const shown = rights.filter((right) => right === 'can_read' || isFilled(field.type));
  return (
    <tr>
      <th scope="row">{labelOf(field)}</th>
      {subject !== undefined && (
        <td className={css.held}>
          {shown
            .filter((right) => rightsOn(field, subject)[shownRights[right]])
            .map((right) => t(`design.right.${right}`))
            .join(', ') || <Held isHeld={false} />}
        </td>
      )}
      {groups.map(({ id, label }) => (
        <td key={id}>
          <span className={css.checks}>
            {shown.map((right) => (
              <Box
                key={right}
                label={t('design.rights.box', {
                  right: t(`design.right.${right}`),
                  field: labelOf(field),
                  group: label,
                })}
                short={t(`design.short.${right}`)}
                isOn={field.permissions?.[right].includes(id) === true}
                onChange={(isOn) => change((now) => grantField(now, [field.id], right, id, isOn))}
              />
            ))}
          </span>
        </td>
      ))}
    </tr>
  );
}

function FieldTable({ groups, subject }: TableProps): ReactNode {
  const { draft } = useDefinition();
  const [words, setWords] = useState('');
  const wanted = foldText(words.trim());
  const fields = useMemo(
    () =>
      [...new Set([...listInOrder(draft), ...Object.keys(draft.fields).map(Number)])].flatMap((id) => {
        const field = draft.fields[id];
        return field === undefined || !field.isUsed || isLayout(field.type) ? [] : [field];
      }),
    [draft],
  );
  const shown = fields.filter((field) => foldText(labelOf(field)).includes(wanted));
  const ids = shown.map(({ id }) => id);
  return (
    <section className={ui.stack} aria-label={t('design.rights.fields')}>
      <h2>{t('design.rights.fields')}</h2>
      <p className={ui.soft}>{t('design.rights.help')}</p>
      <TextField
        label={t('design.findField')}
        isLabelHidden
        placeholder={t('design.findField')}
        value={words}
        onChange={setWords}
      />
      <div className={`${ui.card} ${css.scroll}`} role="region" aria-label={t('design.rights.fields')} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('design.rights.field')}</th>
              {subject !== undefined && <th scope="col">{subject.label}</th>}
              {groups.map((group) => (
                <GroupHead key={group.id} group={group} ids={ids} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <FieldRow key={field.id} {...{ field, groups, subject }} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function PermissionsPage(): ReactNode {
  const { groups, draft } = useDefinition();
  const granted = useMemo(() => {
    const all = [
      ...Object.values(draft.permissions).flat(),
      ...Object.values(draft.fields).flatMap(({ permissions }) => Object.values(permissions ?? {}).flat()),
    ];
    return new Set(all);
  }, [draft]);
  const [extra, setExtra] = useState<readonly string[]>();
  const usual = groups.filter(({ id }) => granted.has(id) || /^(?:1|2)$|_[34]$/.test(id)).map(({ id }) => id);
  const ids = new Set(extra ?? usual);
  const shown = groups.filter(({ id }) => ids.has(id));
  const choices = groups.map(({ id, label }) => ({ id, label }));
  const { subject, picker } = useSubject(t('design.rights.seeAs'), t('design.rights.seeAsNobody'));
  return (
    <>
      <div className={css.seeAs}>{picker}</div>
      <TagsField
        label={t('design.rights.groups')}
        choices={choices}
        chosen={choices.filter(({ id }) => ids.has(id))}
        onChange={(chosen) => setExtra(chosen.map(({ id }) => id))}
      />
      <TrackerTable groups={shown} subject={subject} />
      <FieldTable groups={shown} subject={subject} />
      <TrackerSwitch
        part="private_comments"
        title={t('design.comments.title')}
        text={t('design.comments.text')}
        label={t('design.comments.allowed')}
      />
    </>
  );
}
