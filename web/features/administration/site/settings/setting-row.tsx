// One setting: what it is for, what counts now and where that comes from; a live one is changed here, or put back to its default.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { translateHint } from '../../../../platform/errors/hints.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox, Select, TextField } from '../../../../ui/forms/fields.tsx';
import { PasswordField } from '../../../../ui/forms/password-field.tsx';
import { Notice } from '../../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import ui from '../../../../ui/ui.module.css';
import { useDraft } from '../../../../ui/forms/use-draft.ts';
import css from '../../administration.module.css';
import { useSubmit } from '../../../../ui/forms/use-submit.ts';
import { AccessPreview } from './access-preview.tsx';
import { formatBytes } from '../../../../ui/files/format-bytes.ts';
import { SizeField } from './size-field.tsx';
import { isOpen, isSetToDefault, titleOf, valueOf } from './setting-groups.ts';
import type { Setting } from './setting-groups.ts';

interface Props {
  setting: Setting;
  /** What is allowed, by the words of the server. */
  hints: Readonly<Record<string, string>>;
  etag: string | undefined;
}

interface ValueProps extends Pick<Props, 'setting' | 'hints'> {
  value: string;
  onChange(value: string): void;
}

function Value({ setting, hints, value, onChange }: ValueProps): ReactNode {
  if (setting.is_secret) return <p className={ui.soft}>{t(isOpen(setting) ? 'admin.secretHere' : 'admin.secret')}</p>;
  if (!isOpen(setting)) return <code>{showValue(setting, value)}</code>;
  const { title } = titleOf(setting);
  if (setting.kind === 'flag')
    return (
      <Checkbox isSelected={value === '1'} onChange={(is) => onChange(is ? '1' : '0')} aria-label={title}>
        {t(value === '1' ? 'admin.on' : 'admin.off')}
      </Checkbox>
    );
  const named = { label: title, isLabelHidden: true, value, onChange };
  if (setting.choices.length > 0)
    return <Select {...named} choices={setting.choices.map((choice) => ({ id: choice, label: choice }))} />;
  if (setting.unit === 'bytes') return <SizeField label={title} value={value} onChange={onChange} />;
  const unit = translateHint(setting.unit, hints);
  return (
    <TextField
      {...named}
      {...(setting.kind === 'integer' ? { inputMode: 'numeric' } : {})}
      hint={unit === '' ? undefined : unit}
    />
  );
}

/** A value in words: a switch as on or off, a size in a unit that people read. */
function showValue({ kind, unit }: Setting, value = ''): string {
  if (value === '') return '–';
  if (kind === 'flag') return t(value === '1' ? 'admin.on' : 'admin.off');
  return unit === 'bytes' && value !== '0' ? formatBytes(Number(value)) : value;
}

/** What is allowed in words, with sizes in a unit that people read. */
function showAllowed({ allowed, unit }: Setting, hints: Props['hints']): string {
  const text = translateHint(allowed, hints);
  return unit === 'bytes' ? text.replace(/\d{4,}/g, (bytes) => formatBytes(Number(bytes))) : text;
}

function Facts({ setting, hints }: Pick<Props, 'setting' | 'hints'>): ReactNode {
  const { title, more } = titleOf(setting);
  return (
    <div>
      <span className={ui.row}>
        <h3>{title}</h3>
        {setting.source !== 'default' && <Badge colour="lake-placid-blue">{t(`admin.source.${setting.source}`)}</Badge>}
        {isSetToDefault(setting) && <Badge>{t('admin.sameAsDefault')}</Badge>}
        {!setting.is_live && <Badge>{t('admin.needsRestart')}</Badge>}
      </span>
      {more !== '' && <p>{more}</p>}
      <p className={`${ui.faint} ${ui.small}`}>
        <code>{setting.name}</code> · {t('admin.defaultIs', { value: showValue(setting, setting.default) })}
        {setting.allowed !== '' &&
          setting.choices.length === 0 &&
          ` · ${t('admin.allowed', { allowed: showAllowed(setting, hints) })}`}
        {setting.place !== '' && ` · ${t('admin.setIn', { place: setting.place })}`}
      </p>
      {!setting.is_settable && <p className={ui.small}>{t('admin.onMachine')}</p>}
      {setting.is_pending && (
        <p className={ui.small}>
          {setting.is_secret
            ? t('admin.pendingSecret')
            : t('admin.pending', { value: showValue(setting, setting.value) })}
        </p>
      )}
    </div>
  );
}

/** Sets a secret that nobody is shown; what is typed stays nowhere but in its box. */
function Secret({ title, onSave }: { title: string; onSave(value: string): Promise<boolean> }): ReactNode {
  const [typed, setTyped] = useState('');
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') void onSave(typed).then((isDone) => isDone && setTyped(''));
      }}
    >
      <PasswordField label={title} autoComplete="new-password" value={typed} onChange={setTyped} />
      {typed !== '' && (
        <div>
          <Button type="submit" tone="primary">
            {t('ui.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

/** What is typed stays in this browser until it is saved. */
export function SettingRow({ setting, hints, etag }: Props): ReactNode {
  const { name } = setting;
  const current = valueOf(setting);
  const { values, change, drop, dropSent } = useDraft(`setting-${name}`, { value: current });
  const { submit, isSending, problem } = useSubmit({
    invalidates: [['/admin/settings'], ['site']],
    toast: t(setting.is_live ? 'ui.saved' : 'admin.savedForRestart'),
  });
  const write = (value: string | null): Promise<boolean> =>
    submit(() =>
      settle(
        api.PATCH('/admin/settings', {
          ...(etag === undefined ? {} : { params: { header: { 'If-Match': etag } } }),
          body: { settings: [{ name, value }] },
        }),
      ),
    );
  const save = async (): Promise<void> => {
    if (await write(values.value)) dropSent(values);
  };
  const isChanged = isOpen(setting) && !setting.is_secret && values.value !== current;
  const canGoBack = isOpen(setting) && !setting.is_secret && (setting.source !== 'default' || setting.is_pending);
  return (
    <li className={css.setting}>
      <Facts setting={setting} hints={hints} />
      <div className={ui.stack}>
        <Value
          setting={setting}
          hints={hints}
          value={isOpen(setting) ? values.value : current}
          onChange={(value) => (value === current ? drop() : change({ value }))}
        />
        {setting.is_secret && isOpen(setting) && <Secret title={titleOf(setting).title} onSave={write} />}
        {isChanged && name === 'access_mode' && <AccessPreview from={current} to={values.value} />}
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        {isChanged && (
          <div className={ui.row}>
            <Button tone="primary" isDisabled={isSending} onPress={() => void save()}>
              {t('ui.save')}
            </Button>
            <Button onPress={drop}>{t('ui.cancel')}</Button>
          </div>
        )}
        {canGoBack && !isChanged && (
          <div>
            <Button
              isDisabled={isSending}
              aria-label={t('admin.backToDefaultOf', { name: titleOf(setting).title })}
              onPress={() => void write(null)}
            >
              {t('admin.backToDefault')}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
