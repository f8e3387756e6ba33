// Every setting: what it is for, what counts now and where that comes from; live ones are changed here.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { translateHint } from '../../../platform/refusals/hints.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select, TextField } from '../../../ui/fields.tsx';
import { describeError, Empty, ErrorState, Loading, Notice } from '../../../ui/states.tsx';
import { Badge } from '../../../ui/things.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useSending } from '../use-sending.ts';
import { AccessPreview } from './access-preview.tsx';
import { Trial } from './trials.tsx';
import { explain, groupSettings, isFlag, isShown } from './setting-groups.ts';
import type { Setting, SettingFilter } from './setting-groups.ts';
import { useSettingTexts } from './setting-meanings.ts';
import { settingsQuery } from '../site.queries.ts';

const route = getRouteApi('/admin/settings');

function Value({
  setting,
  hints,
  value,
  onChange,
}: {
  setting: Setting;
  hints: RowProps['hints'];
  value: string;
  onChange(value: string): void;
}): ReactNode {
  if (setting.is_secret) return <p className={ui.soft}>{t('admin.secret')}</p>;
  const isFixed = !setting.is_live || setting.source === 'environment';
  if (isFixed) return <code>{value === '' ? '–' : value}</code>;
  if (isFlag(setting))
    return (
      <Checkbox isSelected={value === '1'} onChange={(is) => onChange(is ? '1' : '0')} aria-label={setting.name}>
        {t(value === '1' ? 'admin.on' : 'admin.off')}
      </Checkbox>
    );
  return (
    <TextField
      label={setting.name}
      isLabelHidden
      value={value}
      onChange={onChange}
      hint={setting.unit === '' ? undefined : translateHint(setting.unit, hints)}
    />
  );
}

interface RowProps {
  setting: Setting;
  hints: Readonly<Record<string, string>>;
  etag: string | undefined;
}

function Row({ setting, hints, etag }: RowProps): ReactNode {
  const current = setting.value ?? '';
  const [value, setValue] = useState(current);
  const { send, isSending, problem } = useSending(['/admin/settings'], ['site']);
  const save = (): void =>
    void send(() =>
      settle(
        api.PATCH('/admin/settings', {
          ...(etag === undefined ? {} : { params: { header: { 'If-Match': etag } } }),
          body: { settings: [{ name: setting.name, value }] },
        }),
      ),
    );
  const isChanged = value !== current;
  return (
    <li className={css.setting}>
      <div>
        <span className={ui.row}>
          <code>{setting.name}</code>
          {setting.source !== 'default' && (
            <Badge colour="lake-placid-blue">{t(`admin.source.${setting.source}`)}</Badge>
          )}
          {!setting.is_live && <Badge>{t('admin.needsRestart')}</Badge>}
        </span>
        <p>{setting.meaning}</p>
        <p className={`${ui.faint} ${ui.small}`}>
          {t('admin.defaultIs', { value: setting.default === '' ? '–' : setting.default })}
          {setting.allowed !== '' && ` · ${t('admin.allowed', { allowed: translateHint(setting.allowed, hints) })}`}
          {setting.place !== '' && ` · ${t('admin.setIn', { place: setting.place })}`}
        </p>
      </div>
      <div className={ui.stack}>
        <Value setting={setting} hints={hints} value={value} onChange={setValue} />
        {isChanged && setting.name === 'access_mode' && <AccessPreview from={current} to={value} />}
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        {isChanged && (
          <div className={ui.row}>
            <Button tone="primary" isDisabled={isSending} onPress={save}>
              {t('admin.save')}
            </Button>
            <Button onPress={() => setValue(current)}>{t('admin.cancel')}</Button>
          </div>
        )}
      </div>
    </li>
  );
}

const filters = ['all', 'changed', 'live', 'restart'] as const;

export function SettingsPage(): ReactNode {
  const { q = '', show = 'all' } = route.useSearch();
  const navigate = route.useNavigate();
  const [words, setWords] = useState(q);
  const { data, error, refetch } = useQuery(settingsQuery);
  const texts = useSettingTexts();
  const set = (text: string, filter: SettingFilter): void =>
    void navigate({
      search: { ...(text === '' ? {} : { q: text }), ...(filter === 'all' ? {} : { show: filter }) },
      replace: true,
    });
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined || texts === undefined) return <Loading lines={8} />;
  const settings = explain(data.data.settings, texts.meanings);
  const groups = groupSettings(settings.filter((setting) => isShown(setting, words, show)));
  return (
    <>
      {error !== null && <Notice kind="error">{describeError(error)}</Notice>}
      <div className={css.filters}>
        <TextField
          label={t('admin.findSetting')}
          value={words}
          onChange={(text) => {
            setWords(text);
            set(text, show);
          }}
        />
        <Select
          label={t('admin.show')}
          choices={filters.map((id) => ({ id, label: t(`admin.show.${id}`) }))}
          value={show}
          onChange={(id) => set(words, filters.find((one) => one === id) ?? 'all')}
        />
      </div>
      {groups.length === 0 && <Empty title={t('admin.nothing')} />}
      {groups.map(({ name, settings: members }) => (
        <section key={name} className={ui.stack} aria-label={t(`admin.settings.${name}`)}>
          <h2>{t(`admin.settings.${name}`)}</h2>
          <Trial group={name} />
          <ul className={ui.card}>
            {members.map((setting) => (
              <Row
                key={`${setting.name} ${setting.value ?? ''}`}
                setting={setting}
                hints={texts.hints}
                etag={data.etag}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
