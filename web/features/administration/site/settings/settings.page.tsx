// Every setting, by what it is about, with what tries a group of them.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { Select, TextField } from '../../../../ui/forms/fields.tsx';
import { describeError, Empty, ErrorState, Loading, Notice } from '../../../../ui/feedback/async-states.tsx';
import ui from '../../../../ui/ui.module.css';
import css from '../../administration.module.css';
import { Trial } from './trials.tsx';
import { explain, groupSettings, isShown } from './setting-groups.ts';
import type { SettingFilter } from './setting-groups.ts';
import { useSettingTexts } from './setting-meanings.ts';
import { RestartNotice } from './restart-notice.tsx';
import { SettingRow } from './setting-row.tsx';
import { settingsQuery } from '../../site.queries.ts';

const route = getRouteApi('/admin/settings');

const filters = ['all', 'changed', 'open', 'restart'] as const;

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
      <RestartNotice {...data.data} />
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
              <SettingRow key={setting.name} setting={setting} hints={texts.hints} etag={data.etag} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
