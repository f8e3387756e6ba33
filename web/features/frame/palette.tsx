// Goes anywhere: what somebody types is looked for among actions, projects and everything that the search knows.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { Autocomplete, Input, Menu, MenuItem, SearchField } from 'react-aria-components';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { pageOf } from '../../platform/addresses.ts';
import { Dialog } from '../../ui/overlays.tsx';
import ui from '../../ui/ui.module.css';

const resultsMax = 12;

export function Palette({ onClose }: { onClose(): void }): ReactNode {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const words = useDeferredValue(text.trim());
  const { data } = useQuery({
    queryKey: ['palette', words],
    queryFn: ({ signal }) => take(api.GET('/search', { params: { query: { q: words, limit: resultsMax } }, signal })),
    enabled: words.length > 1,
    placeholderData: keepPreviousData,
  });
  const pages = [
    { id: '/', title: t('frame.home') },
    { id: '/projects', title: t('frame.projects') },
    { id: '/account', title: t('frame.settings') },
  ].filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()));
  const found = (data?.results ?? []).map(({ html_url: url, title, xref, project, color_name: colour }) => ({
    id: pageOf(url),
    title,
    xref,
    project: project.label,
    colour,
  }));
  const go = (href: string): void => {
    onClose();
    void navigate({ href });
  };
  return (
    <Dialog title={t('frame.palette')} isOpen onClose={onClose} isWide>
      <Autocomplete filter={() => true}>
        <SearchField aria-label={t('frame.searchHint')} value={text} onChange={setText} autoFocus>
          <Input className={ui.input} placeholder={t('frame.searchHint')} />
        </SearchField>
        <Menu className={ui.list} aria-label={t('frame.found')} onAction={(id) => go(String(id))}>
          {found.map(({ id, title, xref, project, colour }) => (
            <MenuItem key={id} id={id} textValue={title} className={ui.option}>
              <span className={ui.dot} data-colour={colour} />
              <span>{title}</span>
              <span className={ui.end}>
                {xref} {project}
              </span>
            </MenuItem>
          ))}
          {words.length > 1 && (
            <MenuItem id={`/search?q=${encodeURIComponent(words)}`} textValue={words} className={ui.option}>
              {t('frame.searchAll', { words })}
            </MenuItem>
          )}
          {pages.map(({ id, title }) => (
            <MenuItem key={id} id={id} textValue={title} className={ui.option}>
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}
